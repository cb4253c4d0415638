import { expect, it } from 'vitest';
import { isFinalRefusal, isRefused } from '../../../frame/chat/channels/ground/refusals.ts';
import { createError } from '../../../frame/platform/errors.ts';

it.each([
  [399, false, false],
  [400, true, true],
  [401, true, false],
  [403, true, false],
  [404, true, true],
  [408, false, false],
  [425, true, false],
  [426, true, false],
  [429, true, false],
  [499, true, true],
  [500, false, false],
  [undefined, false, false],
])('[REL-21] a request is refused with %s: %s, and for good: %s', (status, refused, final) => {
  const error = createError('CALL_FAILED', 'refused', { status });
  expect(isRefused(error)).toBe(refused);
  expect(isFinalRefusal(error)).toBe(final);
  expect(isFinalRefusal(Object.assign(new Error('of another kind'), { status }))).toBe(false);
});
