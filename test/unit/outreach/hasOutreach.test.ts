import { expect, it } from 'vitest';
import { hasOutreach } from '../../../frame/outreach/hasOutreach.ts';

const off = { proactive: false, inApp: { enabled: false }, offers: { hosts: { production: [], test: [] } } };

it.each([
  ['nothing', off, [], true, false],
  ['a pop-up that can invite', { ...off, proactive: true }, [], true, true],
  ['a pop-up with nothing to invite to', { ...off, proactive: true }, [], false, false],
  ['in-app messages', { ...off, inApp: { enabled: true } }, [], false, true],
  ['rules of the page', off, [{}], false, true],
  ['offers', { ...off, offers: { hosts: { production: [], test: ['https://o.example'] } } }, [], false, true],
])('[SH-120] with %s there may be something to show', (_, deployment, rules, canInvite, expected) => {
  expect(hasOutreach(deployment as unknown as Parameters<typeof hasOutreach>[0], rules, canInvite)).toBe(expected);
});
