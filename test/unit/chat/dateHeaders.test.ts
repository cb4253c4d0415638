import { describe, expect, it } from 'vitest';
import { toMessage } from '../../../frame/chat/messages/messageLog.ts';
import { createChatTexts } from '../../../frame/chat/texts.ts';
import { dayLabel, timeOfDay, withDateHeaders } from '../../../frame/chat/window/rows.ts';

describe('day names', () => {
  const text = createChatTexts({ find: () => undefined });
  const now = new Date(2026, 10, 21, 15).getTime();

  it.each([
    [new Date(2026, 10, 21, 0, 1), 'Today'],
    [new Date(2026, 10, 20, 23, 59), 'Yesterday'],
    [new Date(2026, 10, 18, 12), 'Wednesday, November 18'],
    [new Date(2025, 10, 18, 12), 'Tuesday, November 18, 2025'],
  ])('[CH-043][CH-071] calls %s %s', (day, label) => {
    expect(dayLabel(day.getTime(), now, 'en-US', text)).toBe(label);
  });

  it('[CH-043] uses the language of the page, and en-US for an invalid one', () => {
    expect(dayLabel(new Date(2026, 10, 18, 12).getTime(), now, 'de-DE', text)).toBe('Mittwoch, 18. November');
    expect(dayLabel(new Date(2026, 10, 18, 12).getTime(), now, 'not a locale', text)).toBe('Wednesday, November 18');
  });

  it('shows the hour and minute in the form of the language', () => {
    const afternoon = new Date(2026, 10, 21, 15, 4, 59).getTime();
    for (let time = 0; time < 2; time += 1) {
      expect(timeOfDay(afternoon, 'de-DE')).toBe('15:04');
      expect(timeOfDay(afternoon, 'en-US').replace(/\s/, ' ')).toBe('3:04 PM');
      expect(timeOfDay(afternoon, 'not a locale').replace(/\s/, ' ')).toBe('3:04 PM');
    }
  });

  it('[CH-043] gives each header a key of its own, and announces none as new', () => {
    const at = (day: number) =>
      toMessage({ id: `${day}`, type: 'bot', timestamp: new Date(2026, 10, day, 12).getTime() }, undefined, 0);
    const headers = withDateHeaders([at(19), at(20)], undefined).filter((one) => one.type === 'dateHeader');
    expect(new Set(headers.map((one) => one.id)).size).toBe(2);
    expect(headers.map((one) => one.isHistory)).toEqual([true, true]);
  });

  it('[CH-043] puts a header before the first message of each day', () => {
    const at = (day: number, id: string) =>
      toMessage({ id, type: 'bot', timestamp: new Date(2026, 10, day, 12).getTime() }, undefined, 0);
    const page = [at(19, 'a'), at(19, 'b'), at(20, 'c')];
    expect(withDateHeaders(page, undefined).map((one) => one.type)).toEqual([
      'dateHeader',
      'bot',
      'bot',
      'dateHeader',
      'bot',
    ]);
    expect(withDateHeaders(page, page[0]).map((one) => one.type)).toEqual(['bot', 'bot', 'dateHeader', 'bot']);
  });

  it('[CH-043][F-DL7] names no day twice when the clocks of two servers disagree around midnight', () => {
    const midnight = new Date(2026, 10, 21).getTime();
    const at = (id: string, timestamp: number, atMs: number, sequence: number) =>
      toMessage({ id, type: 'agent', timestamp, order: { atMs, sequence } }, undefined, 0);
    const page = [
      at('a', midnight - 3_000, midnight - 3_000, 1),
      at('b', midnight + 1_000, midnight + 1_000, 2),
      at('c', midnight - 500, midnight + 1_000, 3),
    ];
    const shown = withDateHeaders(page, undefined);
    expect(shown.map((one) => one.type)).toEqual(['dateHeader', 'agent', 'dateHeader', 'agent', 'agent']);
    expect(shown.map((one) => one.dateStamp)).toEqual([
      '2026-11-20',
      '2026-11-20',
      '2026-11-21',
      '2026-11-21',
      '2026-11-21',
    ]);
  });

  it('[CH-043] gives no header to a text of yesterday that still waits below messages of today', () => {
    const yesterday = new Date(2026, 10, 20, 12).getTime();
    const waiting = toMessage({ id: 'a', type: 'visitor', isPending: true, timestamp: yesterday }, undefined, 0);
    const today = toMessage({ id: 'b', type: 'bot', timestamp: yesterday + 86_400_000 }, undefined, 0);
    expect(withDateHeaders([waiting], today)).toEqual([waiting]);
  });
});
