import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { createDateText } from '../../../frame/scheduler/dateText.ts';
import { labelSlots } from '../../../frame/scheduler/slotLabels.ts';
import { zoneOffsets } from '../../../frame/scheduler/zoneOffset.ts';

/** Offsets are cached per namespace, so each test has its own. Counts how often Temporal is asked. */
function freshOffsets() {
  let asked = 0;
  const Instant = {
    fromEpochMilliseconds(ms: number) {
      asked += 1;
      return Temporal.Instant.fromEpochMilliseconds(ms);
    },
  };
  const T = Object.create(Temporal, { Instant: { value: Instant } }) as typeof Temporal;
  return { offsets: zoneOffsets(T), again: () => zoneOffsets(T), asked: () => asked };
}

const zones = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC', '+09:30'];
/** Each half hour around a clock change of one of the zones, and one week in summer and winter. */
const walls = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-10-04',
  '2026-10-25',
  '2026-11-01',
  '2026-07-15',
].flatMap((date) => Array.from({ length: 48 }, (_, half) => Date.parse(`${date}T00:00Z`) + half * 1_800_000));

describe('the offset of a zone', () => {
  it.each(zones)('[SC-067] is that of Temporal in %s, before and after each clock change', (zone) => {
    const { offsets } = freshOffsets();
    for (const ms of walls) {
      const expected = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;
      expect(offsets.offsetMs(zone, ms), new Date(ms).toISOString()).toBe(expected);
    }
  });

  it.each(zones)(
    '[SC-065] gives the instants of Temporal in %s, also of times that are skipped or come twice',
    (zone) => {
      const { offsets } = freshOffsets();
      for (const ms of walls) {
        const text = new Date(ms).toISOString().slice(0, -1);
        const expected = Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds;
        expect(offsets.instantMs(zone, ms), text).toBe(expected);
      }
    },
  );

  it('[SC-065] is known for the zones that Temporal knows', () => {
    const { offsets } = freshOffsets();
    expect([...zones, 'No/Where', ''].filter((zone) => offsets.isZone(zone))).toEqual(zones);
  });

  it('is asked for twice in a week without a clock change, whatever the number of slots', () => {
    const { offsets, again, asked } = freshOffsets();
    const startMs = Date.parse('2026-07-16T00:00Z');
    for (let minutes = 0; minutes < 1_000; minutes += 1) offsets.offsetMs('Europe/Berlin', startMs + minutes * 60_000);
    again().offsetMs('Europe/Berlin', startMs);
    expect(asked()).toBe(2);
  });

  it('is kept for 100 zones at a time', () => {
    const many = Array.from({ length: 100 }, (_, at) => `${at < 50 ? '+' : '-'}10:${10 + (at % 50)}`);
    for (const [ask, each] of [
      ['isZone', 1],
      ['offsetMs', 2],
    ] as const) {
      const { offsets, asked } = freshOffsets();
      for (const zone of [...many, ...many]) offsets[ask](zone, 0);
      expect(asked(), ask).toBe(100 * each);
      offsets[ask]('UTC', 0);
      offsets[ask]('UTC', 0);
      expect(asked(), ask).toBe(101 * each);
      offsets[ask]('+10:10', 0);
      expect(asked(), ask).toBe(102 * each);
    }
  });
});

describe('the labels of a day', () => {
  const zone = 'America/New_York';
  const dates = createDateText('en-US', Date.parse('2026-11-01T00:00Z'));
  const labelsOf = (...spans: readonly (readonly [string, number])[]) =>
    labelSlots(
      dates,
      spans.map(([start, minutes]) => {
        const startMs = Date.parse(start);
        const slot = { startDateTime: '', endDateTime: '', timezone: zone, expertId: '', ownZone: zone };
        return { ...slot, startMs, endMs: startMs + minutes * 60_000 };
      }),
      zone,
    );

  it('[SC-067] name the offset where the clocks change, so that an hour that comes twice is two times', () => {
    expect(labelsOf(['2026-11-01T05:30Z', 30], ['2026-11-01T06:30Z', 30])).toEqual({
      labels: ['1:30 AM GMT-4', '1:30 AM GMT-5'],
      hasClockChange: true,
    });
  });

  it('[SC-067] name the end of those that start together', () => {
    expect(labelsOf(['2026-11-02T15:00Z', 30], ['2026-11-02T15:00Z', 60], ['2026-11-02T16:00Z', 30])).toEqual({
      labels: ['10:00 AM – 10:30 AM', '10:00 AM – 11:00 AM', '11:00 AM'],
      hasClockChange: false,
    });
  });
});
