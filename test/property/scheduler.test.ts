import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { toCalendarFile } from '../../frame/scheduler/calendarFile.ts';
import { parseConfirmationNumber } from '../../frame/scheduler/confirmationNumber.ts';
import { isEmail } from '../../frame/scheduler/email.ts';
import { isPhone, joinPhone, splitPhone } from '../../frame/scheduler/phone.ts';
import { toInstantMs } from '../../frame/scheduler/readSlots.ts';
import { groupSlots } from '../../frame/scheduler/visibleSlots.ts';
import { countryCode } from '../../frame/text/phoneText.ts';
import { readSlots } from '../support/readSlots.ts';
import { buildSlot } from '../support/schedulerFixtures.ts';

const zones = [
  'UTC',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'Europe/Berlin',
  'Europe/London',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Africa/Casablanca',
] as const;
const zone = fc.constantFrom(...zones);
/** From 2024 to 2027. */
const startMs = fc.integer({ min: 28_400_000, max: 30_400_000 }).map((minutes) => minutes * 60_000);

/** An independent implementation without Temporal: reads what Intl prints for an instant. */
function naive(ms: number, timeZone: string): { date: string; hour: number } {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      calendar: 'iso8601',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  return { date: `${parts.year}-${parts.month}-${parts.day}`, hour: Number(parts.hour) };
}

function byTemporal(text: string, inZone: string): number | undefined {
  try {
    if (/(?:Z|[+-]\d\d:\d\d)$/.test(text)) return Temporal.Instant.from(text).epochMilliseconds;
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' }).toZonedDateTime(inZone).epochMilliseconds;
  } catch {
    return undefined;
  }
}

describe('slots', () => {
  const slots = fc.array(fc.record({ ms: startMs, ownZone: zone, minutes: fc.integer({ min: 1, max: 120 }) }), {
    maxLength: 25,
  });

  it('[SC-064][SC-067] match a naive implementation for any zones and instants', () => {
    fc.assert(
      fc.property(slots, zone, (list, chosen) => {
        const wire = list.map(({ ms, ownZone, minutes }) =>
          buildSlot(new Date(ms).toISOString(), new Date(ms + minutes * 60_000).toISOString(), ownZone),
        );
        const days = groupSlots(Temporal, readSlots(Temporal, [{ date: '', slots: wire }], chosen), chosen);

        const unique = new Map<string, { ms: number; ownZone: string; minutes: number }>();
        for (const one of list) {
          const key = `${one.ms}/${one.ms + one.minutes * 60_000}`;
          if (!unique.has(key)) unique.set(key, one);
        }
        const expected = new Map<string, number[]>();
        for (const { ms, ownZone } of [...unique.values()].sort((a, b) => a.ms - b.ms)) {
          const { hour } = naive(ms, ownZone);
          if (hour < 9 || hour > 17) continue;
          const { date } = naive(ms, chosen);
          expected.set(date, [...(expected.get(date) ?? []), ms]);
        }
        expect(days.map((day) => [day.date, day.slots.map((slot) => slot.startMs)])).toEqual([...expected]);
      }),
      { numRuns: 200 },
    );
  });

  it('[SC-065][SC-067] match Temporal for any zone, offset and wall-clock time', () => {
    const pad = (value: number, length = 2): string => String(value).padStart(length, '0');
    // Includes days, hours and offsets that do not exist.
    const number = (max: number) => fc.integer({ min: 0, max });
    const place = fc.oneof(
      fc.constantFrom('', 'Z'),
      fc.tuple(fc.constantFrom('+', '-'), number(24), number(60)).map(([sign, h, m]) => `${sign}${pad(h)}:${pad(m)}`),
    );
    const time = fc
      .tuple(fc.integer({ min: 2015, max: 2035 }), number(13), number(32), number(24), number(60), number(60), place)
      .map(([y, mo, d, h, mi, s, at]) => `${y}-${pad(mo)}-${pad(d)}T${pad(h)}:${pad(mi)}:${pad(s)}${at}`);
    fc.assert(
      fc.property(time, zone, (text, inZone) => {
        expect(toInstantMs(Temporal, text, inZone)).toBe(byTemporal(text, inZone));
      }),
      { numRuns: 2_000 },
    );
  });

  it('[SC-067] match Temporal in the hours around every clock change', () => {
    for (const inZone of zones) {
      let at: Temporal.ZonedDateTime | null = Temporal.Instant.from('2024-01-01T00:00Z').toZonedDateTimeISO(inZone);
      for (let changes = 0; changes < 6; changes += 1) {
        at = at.getTimeZoneTransition('next');
        if (!at) break;
        for (let minutes = -180; minutes <= 180; minutes += 15) {
          const wall = at.toPlainDateTime().add({ minutes }).toString({ smallestUnit: 'second' });
          expect(toInstantMs(Temporal, wall, inZone), `${wall} ${inZone}`).toBe(byTemporal(wall, inZone));
          const { epochMilliseconds } = at.add({ minutes });
          const slot = { ...buildSlot('', ''), startMs: epochMilliseconds, endMs: epochMilliseconds, ownZone: inZone };
          const [day] = groupSlots(Temporal, [slot], inZone, { ...slot, timezone: inZone });
          expect(day?.date).toBe(naive(epochMilliseconds, inZone).date);
        }
      }
    }
  });

  it('[SC-061] accept any text as a time without an error', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('2026-11-23T10:00', '2026-11-23T10:00Z', '+09:00', 'T', '\u0000'),
    );
    fc.assert(
      fc.property(text, text, text, text, (start, end, own, asked) => {
        const requested = asked === '' ? 'UTC' : asked;
        const read = readSlots(Temporal, [{ date: '', slots: [buildSlot(start, end, own)] }], requested);
        for (const slot of read) expect(slot.endMs).toBeGreaterThan(slot.startMs);
      }),
    );
  });
});

describe('phone', () => {
  const code = fc.integer({ min: 1, max: 999 }).map((digits) => `+${digits}`);
  const number = fc.stringMatching(/^\d(?:[\d-]{0,12}\d)?$/);

  it('[SC-097][SC-111] splits a joined number into its parts', () => {
    fc.assert(
      fc.property(code, number, (dialingCode, phoneNumber) => {
        // A number after 00 has its own country code.
        fc.pre(!/^00[1-9]/.test(phoneNumber) && countryCode.exec(dialingCode)?.[0] === dialingCode);
        // joinPhone removes the 1 of a North American number.
        fc.pre(dialingCode !== '+1' || !isPhone(phoneNumber, 'US') || !phoneNumber.startsWith('1'));
        expect(splitPhone(joinPhone(dialingCode, phoneNumber), '', [])).toEqual({ dialingCode, phoneNumber });
      }),
    );
  });

  it('[SC-113] splits a number without a separator by its own code', () => {
    fc.assert(
      fc.property(code, fc.stringMatching(/^\d{4,12}$/), (dialingCode, digits) => {
        expect(splitPhone(`${dialingCode}${digits}`, dialingCode, [])).toEqual({ dialingCode, phoneNumber: digits });
      }),
    );
  });

  it('[SC-112] keeps only digits, plus signs, hyphens and spaces of any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (phone, known) => {
        const split = splitPhone(phone, known, [known]);
        expect(split.phoneNumber).toMatch(/^[\d+\- ]*$/);
        expect(split.dialingCode).toMatch(/^\+\d+$/);
      }),
    );
  });
});

describe('validation', () => {
  it('[SC-083][SC-086][SC-131] handles any text without an error or a long delay', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 10_000 }), (text) => {
        expect(typeof isEmail(text)).toBe('boolean');
        expect(typeof isPhone(text, 'US')).toBe('boolean');
        expect(typeof isPhone(text, 'GB')).toBe('boolean');
        const numberText = parseConfirmationNumber(text);
        if (numberText !== undefined) expect(encodeURIComponent(numberText)).toBe(numberText);
      }),
    );
    const evil = `${'a.'.repeat(5_000)}@${'b-'.repeat(5_000)}`;
    expect(isEmail(evil)).toBe(false);
    expect(isPhone(`2${' '.repeat(10_000)}x`, 'US')).toBe(false);
  });

  it('[SC-114] writes a well-formed calendar file for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (title, description) => {
        const file = toCalendarFile({ uid: '1', stampMs: 0, startMs: 0, endMs: 1, title, description });
        expect(file.split('\r\n').filter((line) => /^(?:BEGIN|END):/.test(line))).toHaveLength(6);
      }),
    );
  });
});
