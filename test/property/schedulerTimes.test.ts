import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { createDateText } from '../../frame/scheduler/dateText.ts';
import { isPhone, joinPhone } from '../../frame/scheduler/phone.ts';
import type { ReadSlot } from '../../frame/scheduler/readSlots.ts';
import { labelSlots } from '../../frame/scheduler/slotLabels.ts';
import { dateIn } from '../../frame/scheduler/visibleSlots.ts';
import { countOf, everyNth, sampleOf } from '../browser/sample.ts';
import { buildSlot } from '../support/schedulerFixtures.ts';

const zones = sampleOf(Intl.supportedValuesOf('timeZone'), everyNth(5));
const minuteMs = 60_000;
const halfHourMs = 30 * minuteMs;
/** The days of 2026 on which North America and Europe change their clocks. */
const transitionDays = ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01'];

const slotAt = (startMs: number, ownZone: string): ReadSlot => ({
  ...buildSlot('', '', ownZone),
  startMs,
  endMs: startMs + halfHourMs,
  ownZone,
});

/** `GMT-4:30` in minutes. */
function minutesOf(offset: string): number {
  const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d+)(?::(\d+))?)?/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Reads what a visitor reads: the date of the day, the time on the button, and the offset beside or above it. */
function instantOf(date: string, label: string, zoneText: string): number {
  const [, hour = '', minute = '', half] = /^(\d+):(\d\d) ([AP]M)/.exec(label) ?? [];
  const offset = minutesOf(label.includes('GMT') ? label : zoneText);
  const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
  return Date.parse(`${date}T00:00:00Z`) + (hours * 60 + Number(minute) - offset) * minuteMs;
}

describe('times that nobody can misread', () => {
  it('[SC-066][SC-067][F-SC2][F-SC3] name one instant each, in every zone on every day of a clock change', () => {
    const dates = createDateText('en-US', Date.UTC(2026, 10, 21));
    let changes = 0;
    for (const zone of zones) {
      for (const day of transitionDays) {
        const startMs = Date.parse(`${day}T00:00:00Z`) - 14 * 60 * minuteMs;
        const slots = Array.from({ length: 104 }, (_, index) => slotAt(startMs + index * halfHourMs, zone)).filter(
          (slot) => dateIn(Temporal, slot.startMs, zone) === day,
        );
        const { labels, hasClockChange } = labelSlots(dates, slots, zone);
        if (hasClockChange) changes += 1;
        const legend = hasClockChange ? '' : dates.zoneAt(slots[0]?.startMs ?? 0, zone);
        expect(new Set(labels).size, `${zone} ${day}`).toBe(slots.length);
        expect(
          labels.map((label) => instantOf(day, label, legend)),
          `${zone} ${day}`,
        ).toEqual(slots.map((slot) => slot.startMs));
      }
    }
    // More than a hundred zones change their clocks on two of these days, so the rule was really tried.
    expect(changes).toBeGreaterThan(countOf(200, 30));
  });

  it('[SC-067] belong to the date that Temporal names, in every zone around every clock change', () => {
    for (const zone of zones) {
      for (const day of transitionDays) {
        const noonMs = Date.parse(`${day}T12:00:00Z`);
        for (let hours = -18; hours <= 18; hours += 1) {
          const ms = noonMs + hours * 60 * minuteMs;
          const expected = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate().toString();
          expect(dateIn(Temporal, ms, zone), `${zone} ${ms}`).toBe(expected);
        }
      }
    }
  });

  it('[F-SC2][F-SC23] say weekday, date, start, end and offset of any call in any zone', () => {
    const dates = createDateText('en-US', Date.UTC(2026, 10, 21));
    const zone = fc.constantFrom(...zones);
    const minutes = fc.integer({ min: Date.UTC(2026, 0) / minuteMs, max: Date.UTC(2027, 0) / minuteMs });
    fc.assert(
      fc.property(zone, minutes, fc.integer({ min: 1, max: 240 }), (inZone, start, length) => {
        const span = { startMs: start * minuteMs, endMs: (start + length) * minuteMs, zone: inZone };
        const text = dates.span(span).replaceAll('\u00a0', ' ');
        const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(inZone);
        const [first, last] = [at(span.startMs), at(span.endMs)];
        const clock = (one: Temporal.ZonedDateTime): string =>
          `${one.hour % 12 || 12}:${String(one.minute).padStart(2, '0')} ${one.hour < 12 ? 'AM' : 'PM'}`;
        expect(text).toMatch(/^[A-Z][a-z]+day, [A-Z][a-z]+ \d+, 20\d\d · /);
        expect(text).toContain(clock(first));
        expect(text).toContain(clock(last));
        expect(minutesOf(text.split(' · ').at(-1) ?? '')).toBe(first.offsetNanoseconds / 60_000_000_000);
        // Two ends that could be mistaken name their date or their offsets.
        if (first.offsetNanoseconds !== last.offsetNanoseconds) expect(text.match(/GMT/g)?.length).toBeGreaterThan(2);
        if (!first.toPlainDate().equals(last.toPlainDate())) expect(text).toContain(` ${last.day}, ${last.year}, `);
      }),
      { numRuns: 300 },
    );
  });
});

describe('digits of every script', () => {
  it('[SC-086][SC-087][SC-097][F-SC10] are phone numbers, and are sent as 0 to 9', () => {
    const systems = Intl.supportedValuesOf('numberingSystem').filter((system) => {
      const digits = new Intl.NumberFormat('en', { numberingSystem: system, useGrouping: false }).format(9_876_543_210);
      return [...digits].length === 10 && /^\p{Nd}+$/u.test(digits);
    });
    expect(systems.length).toBeGreaterThan(30);
    for (const numberingSystem of systems) {
      const digits = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(4_155_552_671);
      expect(isPhone(digits, 'US'), numberingSystem).toBe(true);
      expect(joinPhone('+1', digits), numberingSystem).toBe('+1 4155552671');
    }
    expect(joinPhone('+966', '٥٠ ١٢٣ ٤٥٦٧')).toBe('+966 50 123 4567');
    expect(joinPhone('+81', '９０－１２３４－５６７８')).toBe('+81 90-1234-5678');
    expect(isPhone('一二三四五', 'JP')).toBe(false);
    expect(isPhone('📞 555', 'GB')).toBe(false);
  });
});
