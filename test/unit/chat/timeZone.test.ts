// @vitest-environment happy-dom
import { act } from 'react';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { toMessage } from '../../../frame/chat/messages/messageLog.ts';
import { timeOfDay, withDateHeaders } from '../../../frame/chat/window/rows.ts';
import { renderChat } from '../../support/renderChat.ts';

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'Europe/Berlin';
});
afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const evening = Date.UTC(2026, 6, 20, 21, 30);

it('[CH-043] a time is that of the zone to which the device has moved', () => {
  expect(timeOfDay(evening, 'de-DE')).toBe('23:30');
  process.env.TZ = 'Asia/Kolkata';
  expect(timeOfDay(evening, 'de-DE')).toBe('03:00');
});

it('[CH-043] a day has one header, although the device has moved between its messages', () => {
  const first = toMessage({ id: 'a', type: 'bot', timestamp: evening }, undefined, 0);
  process.env.TZ = 'Asia/Kolkata';
  const second = toMessage({ id: 'b', type: 'bot', timestamp: evening + 60_000 }, undefined, 0);
  const shown = withDateHeaders([first, second], undefined);
  expect(shown.map(({ type, dateStamp }) => [type, dateStamp])).toEqual([
    ['dateHeader', '2026-07-21'],
    ['bot', '2026-07-20'],
    ['bot', '2026-07-21'],
  ]);
  expect(withDateHeaders([second], first)).toEqual([second]);
});

it('[CH-043] the open window has new times when the device moves, and another day at midnight', async () => {
  const { box, fakes, addMessage, render } = await renderChat();
  const { clock } = fakes;
  const toLate = new Date(clock.now()).setHours(23, 59, 0, 0) - clock.now();
  await act(async () => clock.advance(toLate));
  await addMessage('1', { text: 'Good night' });
  const days = () => [...box.querySelectorAll('[data-kind="dateHeader"] [aria-hidden]')].map((one) => one.textContent);
  expect([days(), box.querySelector('time')?.textContent]).toEqual([['Today'], expect.stringMatching(/^11:59\sPM$/)]);
  process.env.TZ = 'Europe/London';
  await render();
  expect(box.querySelector('time')?.textContent).toMatch(/^10:59\sPM$/);
  process.env.TZ = 'Europe/Berlin';
  await render();
  await act(async () => clock.advance(60_000));
  expect(days()).toEqual(['Yesterday']);
  await act(async () => clock.advance(86_400_000));
  expect(days()).not.toEqual(['Yesterday']);
});
