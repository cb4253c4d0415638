import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { latestTimeMs } from '../../../frame/scheduler/limits.ts';
import { createSlotReader, ownZoneOf, toInstantMs } from '../../../frame/scheduler/readSlots.ts';
import { slotsNear } from '../../../frame/scheduler/visibleSlots.ts';
import { createFakeLog } from '../../support/fakeLog.ts';
import { readSlots } from '../../support/readSlots.ts';
import { buildSlot } from '../../support/schedulerFixtures.ts';

const T = Temporal;
const instantOf = (text: string) => toInstantMs(T, text, 'America/New_York');

describe('a time of the usual form', () => {
  it.each([
    ['2026-11-23T10:11:12.345Z', '2026-11-23T10:11:12.345Z'],
    ['2026-11-23T10:11:12.3Z', '2026-11-23T10:11:12.300Z'],
    ['2026-11-23T10:11Z', '2026-11-23T10:11:00.000Z'],
    ['2026-11-23T23:59:59+09:30', '2026-11-23T14:29:59.000Z'],
    ['2026-11-23T00:00:00-23:59', '2026-11-23T23:59:00.000Z'],
    ['2026-11-23T10:11:12', '2026-11-23T15:11:12.000Z'],
    [' 2026-11-23T10:11:12Z ', '2026-11-23T10:11:12.000Z'],
    ['2028-02-29T10:00:00Z', '2028-02-29T10:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ])('[SC-065] %s is %s', (text, instant) => {
    expect(instantOf(text)).toBe(Date.parse(instant));
  });

  it.each([
    ['another year', ['26-11-23T10:00:00Z', '02026-11-23T10:00:00Z', 'x2026-11-23T10:00:00Z', '202x-11-23T10:00:00Z']],
    [
      'another month or day',
      ['2026-1-23T10:00:00Z', '2026-x1-23T10:00:00Z', '2026-1x-23T10:00:00Z', '2026-11-x3T10:00:00Z'],
    ],
    ['no such date', ['2026-02-29T10:00:00Z', '2026-02-30T10:00:00', '2026-13-01T10:00:00Z', '2026-11-31T10:00:00Z']],
    ['no such hour', ['2026-11-23T24:00:00Z', '2026-11-23T31:00:00Z', '2026-11-23T1x:00:00Z', '2026-11-23T25:00:00']],
    ['no such minute', ['2026-11-23T10:60:00Z', '2026-11-23T10:99Z', '2026-11-23T10:0x:00Z', '2026-11-23T10:6:00Z']],
    ['no such second', ['2026-11-23T10:00:61Z', '2026-11-23T10:00:99Z', '2026-11-23T10:00:0xZ']],
    ['no such fraction', ['2026-11-23T10:00:00.xZ', '2026-11-23T10:00:00.Z']],
    ['no such offset', ['2026-11-23T10:00:00+24:00', '2026-11-23T10:00:00+31:00', '2026-11-23T10:00:00+1x:00']],
    [
      'no such minutes of an offset',
      ['2026-11-23T10:00:00+09:60', '2026-11-23T10:00:00+09:99', '2026-11-23T10:00:00+09:0x'],
    ],
    ['something after it', ['2026-11-23T10:00:00Zx', '2026-11-23T10:00:00 x', '2026-11-23T10:00:00+09:00x']],
  ])('[SC-061] is none with %s', (_, texts) => {
    for (const text of texts) expect(instantOf(text), text).toBeUndefined();
  });

  it('[SC-061] is before the year 9999 ends, in a zone that is known', () => {
    expect(instantOf(new Date(latestTimeMs - 1).toISOString())).toBe(latestTimeMs - 1);
    expect(instantOf(new Date(latestTimeMs).toISOString())).toBeUndefined();
    expect(toInstantMs(T, '2026-11-23T10:00:00', 'No/Where')).toBeUndefined();
  });

  it('[SC-065] has an own zone by its offset, with or without a colon, between spaces', () => {
    for (const [start, zone] of [
      [' 2026-11-23T10:00:00+0930 ', '+0930'],
      ['2026-11-23 10:00:00.5-05:00', '-05:00'],
      ['2026-11-23T10:00:00', 'UTC'],
    ] as const)
      expect(ownZoneOf(T, buildSlot(start, '', ''), 'UTC')).toBe(zone);
  });
});

describe('the slots of an answer', () => {
  const start = '2026-11-23T10:00:00Z';
  const at = (minutes: number) => new Date(Date.parse(start) + minutes * 60_000).toISOString();
  const slot = (from: number, to: number, expertId = '') => ({ ...buildSlot(at(from), at(to), 'UTC'), expertId });
  const read = (slots: readonly ReturnType<typeof slot>[], expert = '') => {
    const reader = createSlotReader(T, 'UTC', expert, () => true);
    reader.take(slots);
    return reader.done();
  };

  it('[SC-067] are sorted by their start, then by their end', () => {
    const slots = [slot(60, 90), slot(0, 60), slot(30, 60), slot(0, 30), slot(0, 45)];
    expect(
      read(slots).map(({ endMs, startMs }) => [startMs, endMs].map((ms) => (ms - Date.parse(start)) / 60_000)),
    ).toEqual([
      [0, 30],
      [0, 45],
      [0, 60],
      [30, 60],
      [60, 90],
    ]);
  });

  it('[SC-067][SC-070] have one expert for each time: the preferred one, else the first', () => {
    const slots = ['a', 'b', 'c'].map((expertId) => slot(0, 30, expertId));
    const expertFor = (preferred?: string) => read(slots, preferred).map(({ expertId }) => expertId);
    expect([expertFor(), expertFor('b'), expertFor('none'), expertFor('')]).toEqual([['a'], ['b'], ['a'], ['a']]);
    expect(read([slot(0, 30, 'a'), slot(0, 30, '')], '')[0]?.expertId).toBe('a');
  });

  it('[SC-061] are told how many could not be read, and nothing if all could', () => {
    const log = createFakeLog();
    readSlots(T, [{ date: '', slots: [slot(0, 30)] }], 'UTC', log);
    expect(log.warnings).toEqual([]);
    expect(readSlots(T, [{ date: '', slots: [slot(0, 0), slot(0, -1), slot(0, 30)] }], 'UTC', log)).toHaveLength(1);
    expect(JSON.stringify(log.warnings)).toContain('Skipping slots without a valid start and end.');
  });

  it('near an instant are the four nearest of all days, in order', () => {
    const slots = read([0, 60, 120, 180, 240, 300].map((from) => slot(from, from + 30)));
    const days = [slots.slice(3), slots.slice(0, 3)].map((list) => ({ date: '', slots: list }));
    const near = slotsNear(days, Date.parse(at(200))).map(({ startMs }) => (startMs - Date.parse(start)) / 60_000);
    expect(near).toEqual([120, 180, 240, 300]);
    expect(slotsNear(days, Date.parse(at(-60))).map(({ startMs }) => startMs)).toEqual(
      slots.slice(0, 4).map(({ startMs }) => startMs),
    );
  });
});
