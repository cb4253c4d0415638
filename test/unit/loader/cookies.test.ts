import { beforeAll, expect, test, vi } from 'vitest';

let allowedCookie: RegExp;

beforeAll(async () => {
  // The loader looks for its own script element.
  const script = { dataset: {}, src: 'https://widget.example/loader.js' };
  vi.stubGlobal('Document', class {});
  vi.stubGlobal('document', { querySelector: () => script });
  ({ allowedCookie } = await import('../../../loader/cookies.ts'));
});

test.each([
  ['cm-drawing=1', 'write'],
  ['cm-a_b-9=x', 'write'],
  ['cm-drawing=', 'write'],
  ['optimizely-user-id=oeu1', 'write'],
  ['areUnreadsSeen=true', 'write'],
  ['ajs_anonymous_id=1', 'read'],
  ['notice_preferences=0:', 'read'],
  ['cm-profile=1', 'nothing'],
  ['cm-profile-id=1', 'nothing'],
  ['cm-=1', 'nothing'],
  ['session=1', 'nothing'],
  ['xcm-drawing=1', 'nothing'],
  ['__Host-cm-a=1', 'nothing'],
  ['cm-a=1;domain=example.com', 'nothing'],
  ['cm-a b=1', 'nothing'],
  ['cm-a', 'nothing'],
  [`cm-a=${'x'.repeat(4_096)}`, 'write'],
  [`cm-a=${'x'.repeat(4_097)}`, 'nothing'],
])('[SH-024] with %.40s the frame may %s', (cookie, right) => {
  const match = cookie.match(allowedCookie);
  // The second group holds the names that are only read.
  const found = match ? (match[2] ? 'read' : 'write') : 'nothing';
  expect(found).toBe(right);
});
