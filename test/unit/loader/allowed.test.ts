import { afterEach, expect, test, vi } from 'vitest';
import { isAllowedAddress, isDisabled } from '../../../loader/allowed.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['https://example.com/', true],
  ['http://example.com/a?b#c', true],
  ['mailto:help@example.com', true],
  ['tel:+49123', true],
  ['sms:+49123', true],
  ['https:path', false],
  ['https:/example.com', false],
  ['//example.com/', false],
  ['/path', false],
  [' https://example.com/', false],
  ['HTTPS://example.com/', false],
  ['ftp://example.com/', false],
  ['javascript:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['data:text/html,x', false],
  ['blob:https://example.com/1', false],
  ['xhttps://example.com/', false],
  ['\nhttps://example.com/', false],
  ['', false],
])('[BR-33] the frame may open %j: %s', (address, isAllowed) => {
  expect(isAllowedAddress(address)).toBe(isAllowed);
});

test.each([
  ['https://example.com/', false],
  ['https://example.com/?cm-disable', true],
  ['https://example.com/?cm-disable=true', true],
  ['https://example.com/?a=b&cm-disable=', true],
  ['https://example.com/?cm-disable=false', false],
  ['https://example.com/?cm-debug', false],
  ['https://example.com/?cm-disable=0', false],
  ['https://example.com/docs/cm-disable', false],
  ['https://example.com/#cm-disable', false],
])('[SH-097][F-PG25] is switched off on %s: %s', (href, expected) => {
  vi.stubGlobal('location', new URL(href));
  expect(isDisabled()).toBe(expected);
});
