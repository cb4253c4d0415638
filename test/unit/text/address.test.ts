import { expect, it } from 'vitest';
import { targetOf } from '../../../frame/text/targetOf.ts';
import { toAddress } from '../../../frame/text/toAddress.ts';

const pageUrl = 'https://www.example.com/page';

it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'blob:x', 'no address', ''])(
  '[CH-054] rejects "%s", which a link may not open',
  (text) => {
    expect(toAddress(text)).toBeUndefined();
  },
);

it('[CH-054] returns an address as the browser parses it, and a relative one only with a base', () => {
  expect(toAddress('tel:+1 555 0100')).toBe('tel:+1 555 0100');
  expect(toAddress('HTTPS://a.example')).toBe('https://a.example/');
  expect(toAddress('/offers')).toBeUndefined();
  expect(toAddress('/offers', pageUrl)).toBe('https://www.example.com/offers');
  expect(toAddress('javascript:alert(1)', pageUrl)).toBeUndefined();
});

it('[CH-054][F-SE24] rejects an address that is too long for a call to the page', () => {
  expect(toAddress(`https://a.example/${'x'.repeat(3_900)}`)).toBeDefined();
  expect(toAddress(`https://a.example/${'x'.repeat(4_000)}`)).toBeUndefined();
  // Each of these characters has nine in an address.
  expect(toAddress(`https://a.example/${'日'.repeat(500)}`)).toBeUndefined();
});

it.each([
  ['https://www.example.com/a', 'self'],
  ['mailto:a@example.com', 'self'],
  ['TEL:+1555', 'self'],
  ['sms:+1555', 'self'],
  ['not an address', 'self'],
  ['https://docs.example.com', 'tab'],
  ['https://www.example.com:8443/', 'tab'],
])('[SH-063] opens %s in: %s', (address, target) => {
  expect(targetOf(address, pageUrl)).toBe(target);
});

it('[SH-063] opens a link in a new tab when the page has no valid URL', () => {
  expect(targetOf('https://www.example.com/a', 'about:blank')).toBe('tab');
  expect(targetOf('https://www.example.com/a', '')).toBe('tab');
});
