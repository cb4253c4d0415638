import { Temporal } from 'temporal-polyfill';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstWeekday, monthBeside, weeksAround } from '../../../frame/scheduler/calendar.ts';
import { isKnownZone, subregions, timeZones } from '../../../frame/scheduler/timeZones.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

describe('the first weekday', () => {
  const names = ['getWeekInfo', 'weekInfo'] as const;
  const own = names.map((name) => Object.getOwnPropertyDescriptor(Intl.Locale.prototype, name));
  const define = (name: (typeof names)[number], value: unknown) =>
    Object.defineProperty(Intl.Locale.prototype, name, { value, configurable: true });
  beforeEach(() => {
    for (const name of names) define(name, undefined);
  });
  afterEach(() => {
    for (const [at, name] of names.entries()) {
      delete (Intl.Locale.prototype as unknown as Record<string, unknown>)[name];
      if (own[at]) Object.defineProperty(Intl.Locale.prototype, name, own[at]);
    }
  });

  it.each([
    [7, 'US CA JP BR MX IN KR TW ZA SA IL'],
    [6, 'AE EG KW QA BH OM JO'],
    [1, 'DE FR GB PL'],
  ])('[A11Y-29] is %i in %s, in a browser that does not know it', (day, regions) => {
    for (const region of regions.split(' ')) expect(firstWeekday(`en-${region}`), region).toBe(day);
  });

  it('[A11Y-29] goes by the language where no region is named', () => {
    expect([firstWeekday('ja'), firstWeekday('de'), firstWeekday('ar-Arab')]).toEqual([7, 1, 6]);
  });

  it('[A11Y-29] is what the browser says, in its older form or its newer one', () => {
    define('weekInfo', { firstDay: 3 });
    expect(firstWeekday('en-US')).toBe(3);
    define('getWeekInfo', () => ({ firstDay: 5 }));
    expect(firstWeekday('en-US')).toBe(5);
  });
});

describe('the calendar', () => {
  it('[A11Y-29] turns its pages both ways', () => {
    expect([1, -1].map((step) => monthBeside(Temporal, '2026-11-30', step as 1 | -1))).toEqual([
      '2026-12-01',
      '2026-10-01',
    ]);
  });

  it('[A11Y-29] tells the days of a month from those beside it', () => {
    const week = weeksAround(Temporal, '2026-12-01', 1)[0];
    expect(week?.map(({ isInMonth }) => isInMonth)).toEqual([false, true, true, true, true, true, true]);
  });
});

describe('zones and subregions of a service', () => {
  it('[SC-055][SC-056] take a preferred zone without its spaces, and NONE in any case as none', () => {
    const zoneFor = (preferred: string) =>
      timeZones('Europe/Paris,Asia/Tokyo', preferred, (name) => name !== '', createFakeLog());
    expect(zoneFor(' Asia/Tokyo ')).toMatchObject({ zones: ['Europe/Paris', 'Asia/Tokyo'], zone: 'Asia/Tokyo' });
    for (const none of ['', 'none', 'None', 'NONE'])
      expect(zoneFor(none)).toMatchObject({ zones: ['Europe/Paris', 'Asia/Tokyo'], zone: 'Europe/Paris' });
  });

  it('[SC-056][SC-057] tell the operator what is unknown or missing, and nothing else', () => {
    const log = createFakeLog();
    timeZones('Europe/Paris', '', isKnownZone, log);
    subregions('Hessen', log);
    expect([...log.warnings, ...log.infos]).toEqual([]);
    timeZones('Bad/Zone', '', isKnownZone, log);
    subregions('', log);
    const told = JSON.stringify([log.warnings, log.infos]);
    for (const sentence of [
      'Skipping an unknown time zone of the scheduler.',
      'The scheduler has no default time zone.',
      'The scheduler has no default state or province.',
    ])
      expect(told).toContain(sentence);
  });

  it('[SC-056] know no zone without a name', () => {
    expect([isKnownZone(''), isKnownZone('UTC'), isKnownZone('UTC')]).toEqual([false, true, true]);
  });
});
