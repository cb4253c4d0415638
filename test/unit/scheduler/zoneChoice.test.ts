import { describe, expect, it } from 'vitest';
import { createDateText } from '../../../frame/scheduler/dateText.ts';
import { isKnownZone, timeZones } from '../../../frame/scheduler/timeZones.ts';
import { toZoneOption } from '../../../frame/scheduler/zoneOptions.ts';
import { createZoneMatcher } from '../../../frame/scheduler/zoneSearch.ts';
import { visibleOptions } from '../../../frame/ui/searchOptions.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

const nowMs = Date.parse('2026-11-21T14:00:00Z');
const english = createDateText('en-US', nowMs);

describe('the zone of the visitor’s device', () => {
  const zoneFor = (device: string, preferred = 'America/New_York') =>
    timeZones('America/New_York,Asia/Kathmandu,Asia/Kolkata', preferred, isKnownZone, createFakeLog(), device).zone;

  it('[SC-055][F-SC23] is preselected where the service lists it, also by its other name', () => {
    expect(zoneFor('Asia/Kathmandu')).toBe('Asia/Kathmandu');
    expect(zoneFor('Asia/Katmandu')).toBe('Asia/Kathmandu');
    expect(zoneFor('Asia/Calcutta')).toBe('Asia/Kolkata');
  });

  it('[SC-055] gives way to the preferred zone, then to the first one, where the service does not list it', () => {
    expect(zoneFor('Europe/Berlin', 'Asia/Kolkata')).toBe('Asia/Kolkata');
    expect(zoneFor('', 'NONE')).toBe('America/New_York');
    expect(zoneFor('Mars/Base')).toBe('America/New_York');
  });
});

describe('the list of zones', () => {
  function found(query: string, locale = 'en-US') {
    const dates = createDateText(locale, nowMs);
    const zones = ['America/New_York', 'America/Los_Angeles', 'Asia/Tokyo', 'Asia/Kathmandu', 'America/Sao_Paulo'];
    const options = zones.map((id) => toZoneOption(dates, id, nowMs));
    const matches = createZoneMatcher(dates, nowMs);
    return visibleOptions(options, { selectedId: undefined, query, matches }).map(({ id }) => id);
  }

  it('[SC-054][F-SC23] shows offset and present time', () => {
    expect(toZoneOption(english, 'Asia/Kathmandu', nowMs)).toEqual({
      id: 'Asia/Kathmandu',
      label: 'Kathmandu',
      note: 'Nepal Time\u00a0· GMT+5:45\u00a0· 7:45\u00a0PM',
    });
  });

  it.each([
    ['kathmandu', 'Asia/Kathmandu'],
    ['nepal', 'Asia/Kathmandu'],
    ['United States pacific', 'America/Los_Angeles'],
    ['EST', 'America/New_York'],
    ['edt', 'America/New_York'],
    ['JST', 'Asia/Tokyo'],
    ['gmt+5:45', 'Asia/Kathmandu'],
    ['sao paulo', 'America/Sao_Paulo'],
    ['são paulo', 'America/Sao_Paulo'],
    ['Brazil', 'America/Sao_Paulo'],
    ['Brasilien', 'America/Sao_Paulo', 'de'],
    ['bresil', 'America/Sao_Paulo', 'fr'],
    ['new york', 'America/New_York'],
    ['america/new_york', 'America/New_York'],
    [' new  york ', 'America/New_York'],
    ['new york/america', 'America/New_York'],
    ['america/new_york', 'America/New_York', 'de'],
  ])('[F-SC23] finds "%s" as %s', (query, expected, locale = 'en-US') => {
    expect(found(query, locale)).toContain(expected);
  });

  it.each(['zzz', 'tokyo york', 'tokyojapan', 'statesunited', 'jstime', 'nyt'])(
    '[F-SC23] finds nothing for "%s"',
    (query) => {
      expect(found(query)).toEqual([]);
    },
  );

  it('[F-SC30][F-UX1][F-UX5] names places in the language, and separates facts by no dot where zero is one', () => {
    const arabic = createDateText('ar-SA', nowMs);
    for (const zone of ['Asia/Riyadh', 'America/New_York', 'Asia/Tokyo']) {
      const { label, note } = toZoneOption(arabic, zone, nowMs);
      expect(`${label} ${note} ${arabic.zoneAt(nowMs, zone)}`).not.toMatch(/[A-Za-z]/);
    }
    expect(createDateText('ja-JP', nowMs).place('America/New_York')).toBe('ニューヨーク');
    expect(createDateText('ja-JP', nowMs).place('Asia/Tokyo')).toBe('日本');
    const german = createDateText('de-DE', nowMs);
    expect(['Europe/Vienna', 'Europe/Zurich', 'Asia/Kolkata'].map(german.place)).toEqual([
      'Österreich',
      'Schweiz',
      'Indien',
    ]);
    expect(createDateText('ar-EG', nowMs).say('١٠:٣٠', '٢٠٢٦')).toBe('١٠:٣٠، ٢٠٢٦');
  });

  it('[SC-075][SC-070][F-SC9] keeps the selected entry where its name belongs', () => {
    const options = ['Chad', 'France', 'Ghana'].map((label) => ({ id: label, label }));
    const facts = { selectedId: 'Ghana', query: '' };
    expect(visibleOptions(options, { ...facts, keepsOrder: true }).map(({ id }) => id)).toEqual([
      'Chad',
      'France',
      'Ghana',
    ]);
    expect(visibleOptions(options, facts)[0]?.id).toBe('Ghana');
  });
});

describe('hours', () => {
  it('[SC-074][F-SC23] follow the language until the visitor chooses', () => {
    const ms = Date.parse('2026-11-21T22:30:00Z');
    const time = (locale: string, hours?: 'locale' | '12' | '24') =>
      createDateText(locale, nowMs, hours).time(ms, 'UTC');
    expect([time('en-US'), time('en-US', '24'), time('de-DE'), time('de-DE', '12')]).toEqual([
      '10:30 PM',
      '22:30',
      '22:30',
      '10:30 PM',
    ]);
    expect([createDateText('en-GB', nowMs).uses12Hours, createDateText('ja-JP', nowMs).uses12Hours]).toEqual([
      true,
      false,
    ]);
  });
});
