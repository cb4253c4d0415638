import { expect, test } from 'vitest';
import * as hostKeys from '../../../bridge/hostKeys.ts';
import { allowedCookie } from '../../../loader/cookies.ts';

/** The second group of the pattern holds the names that the frame may write. */
function rightTo(cookie: string): 'read' | 'write' | 'nothing' {
  const match = cookie.match(allowedCookie);
  if (!match) return 'nothing';
  return match[2] ? 'write' : 'read';
}

test.each([
  ['cm-pill-events=1', 'write'],
  ['cm-a_b-9=x', 'nothing'],
  ['cm-proactive-state={}', 'write'],
  ['cm-async-areUnreadsSeen=true', 'write'],
  ['cm-pill-events2=1', 'nothing'],
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
  ['cm-pill-events=1;domain=example.com', 'nothing'],
  // Some servers end a cookie at a comma, and read a quoted value to the next quote, which may be in a cookie of the page.
  ['cm-pill-events=1,session=2', 'nothing'],
  ['cm-pill-events="1', 'nothing'],
  ['cm-pill-events=1\\', 'nothing'],
  ['cm-pill-events=%7B{1:.-}', 'write'],
  ['optimizely-user-id=YXV0aDB8/x==', 'write'],
  ['cm-a b=1', 'nothing'],
  ['cm-a', 'nothing'],
])('[SH-024] the frame may do this with the cookie %s: %s', (cookie, right) => {
  expect(rightTo(cookie)).toBe(right);
});

test('[F-SE17] the cookies that the frame may write are together smaller than 1 kB', () => {
  const names = Object.values(hostKeys).filter((name) => rightTo(`${name}=1`) === 'write');
  const longest = names.map(
    (name) =>
      Array.from({ length: 5_000 }, (_, length) => `${name}=${'x'.repeat(length)}`).findLast(
        (cookie) => rightTo(cookie) === 'write',
      ) ?? '',
  );
  expect(longest).toHaveLength(5);
  expect(longest.join('').length).toBeLessThan(1_000);
});
