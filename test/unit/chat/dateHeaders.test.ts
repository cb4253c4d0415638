import { describe, expect, it } from 'vitest';
import { toMessage } from '../../../frame/chat/message.ts';
import { dayLabel, withDateHeaders } from '../../../frame/chat/window/dateHeaders.ts';

describe('day names', () => {
  const names = { today: 'Today', yesterday: 'Yesterday' };
  const now = new Date(2026, 10, 21, 15).getTime();

  it.each([
    [new Date(2026, 10, 21, 0, 1), 'Today'],
    [new Date(2026, 10, 20, 23, 59), 'Yesterday'],
    [new Date(2026, 10, 18, 12), 'Wednesday, November 18'],
    [new Date(2025, 10, 18, 12), 'Tuesday, November 18, 2025'],
  ])('[CH-043][CH-071] calls %s %s', (day, label) => {
    expect(dayLabel(day.getTime(), now, 'en-US', names)).toBe(label);
  });

  it('[CH-043] uses the language of the page, and en-US for an invalid one', () => {
    expect(dayLabel(new Date(2026, 10, 18, 12).getTime(), now, 'de-DE', names)).toBe('Mittwoch, 18. November');
    expect(dayLabel(new Date(2026, 10, 18, 12).getTime(), now, 'not a locale', names)).toBe('Wednesday, November 18');
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
    expect(withDateHeaders(page, page[0]?.dateStamp).map((one) => one.type)).toEqual([
      'bot',
      'bot',
      'dateHeader',
      'bot',
    ]);
  });
});
