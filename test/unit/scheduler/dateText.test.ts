import { describe, expect, it } from 'vitest';
import { createDateText } from '../../../frame/scheduler/dateText.ts';

const nowMs = Date.UTC(2026, 10, 21);
const english = createDateText('en-US', nowMs);
const zone = 'America/New_York';
const startMs = Date.UTC(2026, 10, 23, 15);
const halfAnHour = 30 * 60_000;

describe('dates and times in the visitor’s language', () => {
  it('[SC-074] name months and days from a date', () => {
    expect(english.month('2026-11-01')).toBe('November 2026');
    expect(english.day('2026-11-23')).toBe('Monday, November 23, 2026');
    expect(english.dayInYear('2026-11-23')).toBe('Monday, November 23');
    expect(english.dayOfMonth('2026-11-03')).toBe('3');
    expect(createDateText('ar-EG', nowMs).dayOfMonth('2026-11-23')).toBe('٢٣');
  });

  it('[SC-074] name the weekdays from the first one of the week, shortly if they fit', () => {
    const sunday = english.weekdays(7);
    expect(sunday.map(({ short }) => short)).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
    expect(english.weekdays(1)[0]).toEqual({ short: 'Mon', long: 'Monday' });
    expect(createDateText('pt-BR', nowMs).weekdays(1)[0]).toEqual({ short: 'seg.', long: 'segunda-feira' });
    expect(createDateText('pl-PL', nowMs).weekdays(1).at(-1)).toEqual({ short: 'N', long: 'niedziela' });
    expect(createDateText('pl-PL', nowMs).weekdays(1)[1]?.short).toBe('W');
    expect(createDateText('ar-EG', nowMs).weekdays(1)[0]).toEqual({ short: 'ن', long: 'الاثنين' });
  });

  it('[SC-074] use the Gregorian calendar in every language', () => {
    expect(createDateText('th-TH', nowMs).short(startMs, zone)).toContain('2026');
    expect(createDateText('fa-IR', nowMs).month('2026-11-01')).toContain('۲۰۲۶');
  });

  it('[SC-074][SC-114] say when a call is, in full and in short', () => {
    const span = { startMs, endMs: startMs + halfAnHour, zone };
    expect(english.span(span)).toBe(
      'Monday, November 23, 2026\u00a0· 10:00\u00a0AM\u00a0– 10:30\u00a0AM\u00a0· Eastern Time (GMT-5)',
    );
    expect(english.briefSpan(span)).toBe('Mon, Nov 23\u00a0· 10:00\u00a0AM\u00a0– 10:30\u00a0AM\u00a0· GMT-5');
  });

  it('[SC-074][SC-114] say a span of time as the language writes it', () => {
    const spanIn = (tag: string, hours?: '12'): string =>
      createDateText(tag, nowMs, hours).timeSpan({ startMs, endMs: startMs + halfAnHour, zone });
    expect(spanIn('de-DE')).toBe('10:00–10:30 Uhr');
    expect(spanIn('ja-JP')).toBe('10:00～10:30');
    expect(spanIn('ar-EG')).toBe('١٠:٠٠–١٠:٣٠ ص');
    expect(spanIn('fr-FR')).toBe('10:00 – 10:30');
    expect(spanIn('de-DE', '12')).toBe('10:00–10:30 AM');
    expect(spanIn('en-GB')).toBe('10:00 am – 10:30 am');
  });

  it.each([
    ['en-GB', 'locale', '12:30 pm', '11:30 am – 12:00 pm'],
    ['en-JP', 'locale', '12:30 PM', '11:30 AM – 12:00 PM'],
    ['de-DE', '12', '12:30 PM', '11:30 AM – 12:00 PM'],
    ['es-ES', '12', '12:30 p. m.', '11:30 a. m. – 12:00 p. m.'],
    ['ja-JP', '12', '午後0:30', '午前11:30～午後0:00'],
  ] as const)('[SC-074] say half past noon in %s with the hours "%s" as %s', (tag, hours, time, span) => {
    const text = createDateText(tag, nowMs, hours);
    const noonMs = Date.UTC(2026, 10, 23, 12);
    expect(text.time(noonMs + halfAnHour, 'UTC').replaceAll('\u00a0', ' ')).toBe(time);
    expect(text.timeSpan({ startMs: noonMs - halfAnHour, endMs: noonMs, zone: 'UTC' }).replaceAll('\u00a0', ' ')).toBe(
      span,
    );
    expect(text.uses12Hours).toBe(true);
  });

  it('[SC-074][SC-114] keep the number of a day with its month, and both ends of a short span', () => {
    const span = { startMs, endMs: startMs + halfAnHour, zone };
    expect(createDateText('de-DE', nowMs).briefSpan(span)).toBe(
      'Mo., 23.\u00a0Nov.\u00a0· 10:00\u2060–\u206010:30\u00a0Uhr\u00a0· GMT-5',
    );
    expect(createDateText('ja-JP', nowMs).briefSpan(span)).toContain('10:00\u2060～\u206010:30');
    expect(createDateText('ar-EG', nowMs).span(span)).toContain('٢٣\u00a0نوفمبر');
  });

  it('[SC-114] say no end that is not after the start', () => {
    expect(english.timeSpan({ startMs, endMs: startMs, zone })).toBe('10:00 AM');
  });

  it('[SC-114] say the date of an end on another day, and both offsets if the clocks change', () => {
    const late = Date.UTC(2026, 10, 24, 4, 45);
    expect(english.timeSpan({ startMs: late, endMs: late + halfAnHour, zone })).toBe(
      '11:45 PM – Nov 24, 2026, 12:15 AM',
    );
    const atChange = Date.UTC(2026, 10, 1, 5, 45);
    expect(english.timeSpan({ startMs: atChange, endMs: atChange + halfAnHour, zone })).toBe(
      '1:45 AM GMT-4 – 1:15 AM GMT-5',
    );
  });

  it('[SC-074] name a zone with its offset, and one without a name by its offset only', () => {
    expect(english.offset(startMs, zone)).toBe('GMT-5');
    expect(english.zoneAt(startMs, zone)).toBe('Eastern Time (GMT-5)');
    expect(english.zoneAt(startMs, 'Etc/GMT-9')).toBe('GMT+9');
  });

  it('[SC-054] name the place of a zone', () => {
    expect(english.place('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
    expect(english.place('UTC')).toBe('UTC');
  });

  it.each([
    ['Asia/Calcutta', 'Kolkata'],
    ['Asia/Katmandu', 'Kathmandu'],
    ['Europe/Kiev', 'Kyiv'],
    ['Asia/Rangoon', 'Yangon'],
    ['Asia/Saigon', 'Ho Chi Minh City'],
  ])('[SC-054] name the place of %s by its present name, %s', (zone, city) => {
    expect(english.place(zone)).toBe(city);
  });

  it('[SC-074] use English for a language that the browser does not have', () => {
    expect(english.locale).toBe('en-US');
    expect(createDateText('xx', nowMs).locale).toBe('en-US');
    expect(createDateText('no such tag!', nowMs).locale).toBe('en-US');
  });
});
