import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { dateAfterKey, firstWeekday, weeksAround } from '../../../frame/scheduler/calendar.ts';
import { type CalendarEvent, toCalendarFile, toCalendarLink } from '../../../frame/scheduler/calendarFile.ts';
import { maxSlots } from '../../../frame/scheduler/limits.ts';
import { ownZoneOf, toInstantMs } from '../../../frame/scheduler/readSlots.ts';
import type { Slot } from '../../../frame/scheduler/records.ts';
import { groupSlots } from '../../../frame/scheduler/visibleSlots.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { readSlots } from '../../support/readSlots.ts';
import { buildSlot } from '../../support/schedulerFixtures.ts';

const T = Temporal;
const day = (slots: readonly Slot[]) => [{ date: 'x', slots }];
const read = (slots: readonly Slot[], zone = 'America/New_York') => readSlots(T, day(slots), zone);

/** A slot of 30 minutes that starts at a wall-clock time of a zone. */
function at(wallTime: string, zone: string): Slot {
  const start = T.PlainDateTime.from(wallTime).toZonedDateTime(zone);
  const text = (one: Temporal.ZonedDateTime) => one.toString({ timeZoneName: 'never' });
  return buildSlot(text(start), text(start.add({ minutes: 30 })), zone);
}

const shownTimes = (slots: readonly Slot[], zone: string) =>
  groupSlots(T, read(slots, zone), zone).flatMap(({ slots: list }) => list.map(({ startDateTime }) => startDateTime));

describe('visible slots', () => {
  it('[SC-064] shows slots that start from 9:00 to 17:59 in their own zone, and no day without one', () => {
    const zone = 'America/New_York';
    const hours = ['08:59', '09:00', '17:59', '18:00'].map((time) => at(`2026-11-23T${time}`, zone));
    expect(shownTimes(hours, zone)).toEqual([hours[1]?.startDateTime, hours[2]?.startDateTime]);
    expect(groupSlots(T, read([at('2026-11-24T07:00', zone)]), zone)).toEqual([]);
  });

  it('[SC-065] takes a slot’s zone from the timezone member, else the offset, else the request', () => {
    const start = '2026-11-23T09:00:00+09:00';
    const end = '2026-11-23T09:30:00+09:00';
    expect(ownZoneOf(T, buildSlot(start, end, 'Asia/Tokyo'), 'UTC')).toBe('Asia/Tokyo');
    expect(ownZoneOf(T, buildSlot(start, end, ''), 'UTC')).toBe('+09:00');
    expect(ownZoneOf(T, buildSlot('2026-11-23T00:00:00Z', end, ''), 'Asia/Tokyo')).toBe('Asia/Tokyo');
    expect(ownZoneOf(T, buildSlot('2026-11-23T09:00:00', end, ''), 'Asia/Tokyo')).toBe('Asia/Tokyo');
    for (const slot of [
      buildSlot(start, end, 'Asia/Tokyo'),
      buildSlot(start, end, ''),
      buildSlot('2026-11-23T09:00:00', '2026-11-23T09:30:00', ''),
    ]) {
      expect(shownTimes([slot], 'Asia/Tokyo')).toHaveLength(1);
    }
    expect(ownZoneOf(T, buildSlot(start, end, 'No/Where'), 'UTC')).toBe('+09:00');
  });

  it('[SC-067] groups by the date in the chosen zone: 17:00 in Los Angeles is the next day in Tokyo', () => {
    const slot = at('2026-11-23T17:00', 'America/Los_Angeles');
    expect(groupSlots(T, read([slot]), 'America/Los_Angeles').map(({ date }) => date)).toEqual(['2026-11-23']);
    expect(groupSlots(T, read([slot]), 'Asia/Tokyo').map(({ date }) => date)).toEqual(['2026-11-24']);
  });

  it('[SC-067][REL-29] keeps the hours on both sides of a daylight-saving change', () => {
    const zone = 'America/New_York';
    const before = at('2026-10-31T09:00', zone);
    const after = at('2026-11-01T09:00', zone);
    expect(before.startDateTime).toContain('-04:00');
    expect(after.startDateTime).toContain('-05:00');
    expect(groupSlots(T, read([after, before]), zone).map(({ date }) => date)).toEqual(['2026-10-31', '2026-11-01']);
  });

  it('[SC-067] sorts by start, and offers the same time once', () => {
    const zone = 'Europe/Berlin';
    const slots = ['11:00', '09:00', '10:00', '09:00'].map((time) => at(`2026-11-23T${time}`, zone));
    const [only] = groupSlots(T, read([...slots, { ...slots[0], expertId: 'other' } as Slot]), zone);
    expect(
      only?.slots.map(({ startMs }) => T.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(zone).hour),
    ).toEqual([9, 10, 11]);
  });

  it('[SC-067] keeps overlapping slots, also across the date line', () => {
    const zone = 'Pacific/Kiritimati';
    const slots = [at('2026-12-31T09:00', zone), at('2026-12-31T09:15', zone)];
    expect(shownTimes(slots, 'Pacific/Pago_Pago')).toHaveLength(2);
    expect(groupSlots(T, read(slots), 'Pacific/Pago_Pago').map(({ date }) => date)).toEqual(['2026-12-30']);
  });

  it('[SC-061] skips slots with an invalid time, no end, or an end before the start, and logs it once', () => {
    const log = createFakeLog();
    const bad = [
      buildSlot('tomorrow', 'later'),
      buildSlot('2026-11-23T10:00:00-05:00', ''),
      buildSlot('2026-11-23T10:00:00-05:00', '2026-11-23T09:00:00-05:00'),
      buildSlot('2026-13-45T10:00:00-05:00', '2026-13-45T11:00:00-05:00'),
      buildSlot('2026-11-23', '2026-11-24'),
    ];
    expect(readSlots(T, day(bad), 'America/New_York', log)).toEqual([]);
    expect(log.warnings).toHaveLength(1);
    expect(readSlots(T, [], 'UTC', log)).toEqual([]);
  });

  it('[SC-061] limits the slots of a very long answer', () => {
    const many = Array.from({ length: maxSlots + 10 }, (_, index) => {
      const start = new Date(Date.UTC(2026, 10, 23) + index * 60_000).toISOString();
      return buildSlot(start, new Date(Date.parse(start) + 60_000).toISOString(), 'UTC');
    });
    expect(read(many).length).toBe(maxSlots);
  });

  it('[SC-068] adds the booked slot once and in order, at any hour, in its own zone only', () => {
    const zone = 'America/New_York';
    const [early, nine] = read([at('2026-11-23T07:00', zone), at('2026-11-23T09:00', zone)]);
    if (!early || !nine) throw new Error('the fixture has two slots');
    const shown = (formZone: string, slot = early) =>
      groupSlots(T, [nine], formZone, slot).flatMap(({ slots }) => slots);
    expect(shown(zone)).toEqual([early, nine]);
    expect(shown(zone, nine)).toEqual([nine]);
    expect(shown('America/Chicago')).toEqual([nine]);
    // A longer slot with the same start is a different time.
    const longer = { ...nine, endMs: nine.endMs + 1_800_000 };
    expect(shown(zone, longer)).toEqual([nine, longer]);
    const shorter = { ...nine, endMs: nine.endMs - 900_000 };
    expect(shown(zone, shorter)).toEqual([shorter, nine]);
    const earlier = { ...nine, startMs: nine.startMs - 900_000 };
    expect(shown(zone, earlier)).toEqual([earlier, nine]);
    const both = groupSlots(T, [nine, longer], zone, nine);
    expect(both.flatMap(({ slots }) => slots)).toEqual([nine, longer]);
  });
});

describe('calendar', () => {
  it('[A11Y-29] shows whole weeks of a month from the locale’s first weekday', () => {
    const month = weeksAround(T, '2026-11-15', 7);
    expect(month[0]?.[0]?.date).toBe('2026-11-01');
    expect(weeksAround(T, '2026-11-15', 1)[0]?.[0]).toMatchObject({ date: '2026-10-26', isInMonth: false });
    expect(weeksAround(T, '2026-12-31', 1)[4]?.[3]).toMatchObject({ date: '2026-12-31', isInMonth: true });
    // Nothing below the calendar moves from month to month.
    for (let number = 1; number <= 12; number += 1)
      expect(weeksAround(T, `2026-${String(number).padStart(2, '0')}-01`, 7)).toHaveLength(6);
    expect(firstWeekday('de-DE')).toBe(1);
    expect(firstWeekday('en-US')).toBe(7);
    expect(firstWeekday('not a tag')).toBe(1);
  });

  it.each([
    ['ArrowRight', '2026-11-19', '2026-11-17'],
    ['ArrowLeft', '2026-11-17', '2026-11-19'],
    ['ArrowDown', '2026-11-25'],
    ['ArrowUp', '2026-11-11'],
    ['Home', '2026-11-16'],
    ['End', '2026-11-22'],
    ['PageDown', '2026-12-18'],
    ['PageUp', '2026-10-18'],
    ['Shift+PageDown', '2027-11-18'],
    ['Shift+PageUp', '2025-11-18'],
    ['x', undefined],
    ['Enter', undefined],
  ])(
    '[A11Y-29] moves by the key %s of a date grid, mirrored from right to left',
    (keys, leftToRight, rightToLeft = leftToRight) => {
      const event = { key: keys.replace('Shift+', ''), shiftKey: keys.startsWith('Shift+') };
      expect(dateAfterKey(T, '2026-11-18', event, 1, false)).toBe(leftToRight);
      expect(dateAfterKey(T, '2026-11-18', event, 1, true)).toBe(rightToLeft);
    },
  );

  it('[A11Y-29] stays in the month or year that a page leads to', () => {
    const go = (date: string, key: string, shiftKey = false) => dateAfterKey(T, date, { key, shiftKey }, 1, false);
    expect(go('2027-01-31', 'PageDown')).toBe('2027-02-28');
    expect(go('2028-02-29', 'PageUp', true)).toBe('2027-02-28');
  });
});

describe('calendar file', () => {
  const event: CalendarEvent = {
    uid: 'NW-1@contact-widget',
    stampMs: Date.UTC(2026, 10, 21, 9),
    startMs: Date.UTC(2026, 10, 23, 15),
    endMs: Date.UTC(2026, 10, 23, 15, 30),
    title: 'Call, with; an \\ expert',
    description: `${'ü'.repeat(80)}\nEND:VEVENT`,
  };

  it('[SC-114] has UTC times, escaped text, and lines folded at 75 bytes between characters', () => {
    const file = toCalendarFile(event);
    expect(file).toContain('DTSTART:20261123T150000Z\r\nDTEND:20261123T153000Z\r\n');
    expect(file).toContain('SUMMARY:Call\\, with\\; an \\\\ expert\r\n');
    const lines = file.split('\r\n');
    for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
    expect(file.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:${'ü'.repeat(80)}\\nEND:VEVENT`);
  });

  it('[SC-114] is a complete file that replaces an earlier one by the same UID and a higher SEQUENCE', () => {
    const lineOf = (name: string, stampMs: number): string =>
      toCalendarFile({ ...event, stampMs })
        .split('\r\n')
        .find((line) => line.startsWith(`${name}:`))
        ?.slice(name.length + 1) ?? '';
    const now = Date.UTC(2026, 10, 21, 9, 5, 7);
    expect(toCalendarFile(event)).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:[^\n]+\r\nMETHOD:PUBLISH\r\n/);
    expect(toCalendarFile(event).endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true);
    expect(lineOf('UID', now)).toBe(lineOf('UID', now + 1_000));
    expect(lineOf('DTSTAMP', now)).toBe('20261121T090507Z');
    expect(lineOf('SEQUENCE', now)).toMatch(/^\d+$/);
    expect(Number(lineOf('SEQUENCE', now + 1_000))).toBe(Number(lineOf('SEQUENCE', now)) + 1);
    expect(Number(lineOf('SEQUENCE', Date.UTC(2092, 0)))).toBeLessThan(2 ** 31);
  });

  it('[SC-114] omits an end that is not after the start', () => {
    expect(toCalendarFile({ ...event, endMs: event.startMs })).not.toContain('DTEND');
  });

  it('[SC-114] fills in the web calendar by query parameters only', () => {
    const url = new URL(toCalendarLink('https://calendar.example/add?action=TEMPLATE', event));
    expect(url.origin).toBe('https://calendar.example');
    expect(url.searchParams.get('dates')).toBe('20261123T150000Z/20261123T153000Z');
    expect(url.searchParams.get('text')).toBe(event.title);
    expect(url.searchParams.get('action')).toBe('TEMPLATE');
  });
});

const utc = (text: string): number => Date.parse(text);

describe('wire times', () => {
  it.each([
    ['2026-11-23T10:00:00+09', '2026-11-23T01:00:00Z'],
    ['2026-11-23T10:00+0900', '2026-11-23T01:00:00Z'],
    ['2026-11-23 10:00:00.000-05', '2026-11-23T15:00:00Z'],
    ['2026-11-23T10:00:00+09:00[Asia/Tokyo]', '2026-11-23T01:00:00Z'],
    ['2026-11-23T10:00:00[Asia/Tokyo]', '2026-11-23T01:00:00Z'],
    ['2026-11-23t10:00:00z', '2026-11-23T10:00:00Z'],
    // Without a zone or offset, it is wall-clock time in the requested zone.
    ['2026-11-23T10:00:00', '2026-11-23T15:00:00Z'],
    ['2026-11-23 10:00:00', '2026-11-23T15:00:00Z'],
  ])('[SC-065][SC-067] reads %s as %s', (text, instant) => {
    expect(toInstantMs(T, text, 'America/New_York')).toBe(utc(instant));
  });

  it('[SC-065] uses an offset of hours only as the slot’s zone', () => {
    expect(ownZoneOf(T, buildSlot('2026-11-23T10:00:00+09', '', ''), 'UTC')).toBe('+09');
    expect(ownZoneOf(T, buildSlot('2026-11-23T10:00:00', '', ''), 'UTC')).toBe('UTC');
    const slot = buildSlot('2026-11-23T10:00:00+09', '2026-11-23T10:30:00+09', '');
    // 10:00 at +09 is 1:00 in London. The slot's own hours count.
    expect(groupSlots(T, readSlots(T, [{ date: '', slots: [slot] }], 'Europe/London'), 'Europe/London')).toHaveLength(
      1,
    );
  });

  it.each([
    ['+275760-09-13T00:00:00Z', '+275760-09-13T00:00:00Z'],
    ['-271821-04-20T00:00:00Z', '2026-11-23T10:00:00Z'],
    ['1969-12-31T23:00:00Z', '2026-11-23T10:00:00Z'],
    ['2026-11-23T10:00:00Z', '+010000-01-01T00:00:00Z'],
  ])('[SC-061] skips a slot from %s to %s, outside the years 1970 to 9999', (start, end) => {
    const log = createFakeLog();
    expect(readSlots(T, [{ date: '', slots: [buildSlot(start, end, 'UTC')] }], 'UTC', log)).toEqual([]);
    expect(log.warnings).toHaveLength(1);
  });
});
