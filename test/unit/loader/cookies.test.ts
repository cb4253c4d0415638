import { expect, test } from 'vitest';
import { allowedCookie } from '../../../loader/cookies.ts';

/** The second group of the pattern holds the names that are only read. */
function rightTo(cookie: string): 'read' | 'write' | 'nothing' {
  const match = cookie.match(allowedCookie);
  if (!match) return 'nothing';
  return match[2] ? 'read' : 'write';
}

test.each([
  ['cm-pill-events=1', 'write'],
  ['cm-a_b-9=x', 'write'],
  ['cm-pill-events=', 'write'],
  ['optimizely-user-id=oeu1', 'write'],
  ['areUnreadsSeen=true', 'write'],
  ['ajs_anonymous_id=1', 'read'],
  ['notice_preferences=0:', 'read'],
  ['cm-profile=1', 'nothing'],
  ['cm-profile-id=1', 'nothing'],
  ['cm-=1', 'nothing'],
  ['session=1', 'nothing'],
  ['xcm-pill-events=1', 'nothing'],
  ['__Host-cm-a=1', 'nothing'],
  ['cm-a=1;domain=example.com', 'nothing'],
  ['cm-a b=1', 'nothing'],
  ['cm-a', 'nothing'],
])('[SH-024] the frame may do this with the cookie %s: %s', (cookie, right) => {
  expect(rightTo(cookie)).toBe(right);
});

test('[SH-024] the frame may write a value of up to 4,096 characters', () => {
  expect(rightTo(`cm-a=${'x'.repeat(4_096)}`)).toBe('write');
  expect(rightTo(`cm-a=${'x'.repeat(4_097)}`)).toBe('nothing');
});
