import { expect, it } from 'vitest';
import { isFinalRefusal } from '../../../frame/chat/channels/ground/refusals.ts';
import { createError } from '../../../frame/platform/errors.ts';

it.each([
  [399, false],
  [400, true],
  [401, false],
  [403, false],
  [404, true],
  [408, false],
  [425, false],
  [426, false],
  [429, false],
  [499, true],
  [500, false],
  [undefined, false],
])('[REL-21] a request is refused for good with %s: %s', (status, expected) => {
  expect(isFinalRefusal(createError('CALL_FAILED', 'refused', { status }))).toBe(expected);
  expect(isFinalRefusal(Object.assign(new Error('of another kind'), { status }))).toBe(false);
});
