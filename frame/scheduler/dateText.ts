/** SC-074: dates and times in the visitor's language. The caller names the time zone. */

export interface DateText {
  /** The language tag in use, which the browser supports. */
  readonly locale: string;
  /** `Tuesday, June 3, 2025`. */
  long(ms: number, zone: string): string;
  /** `Jun 3, 2025`. */
  short(ms: number, zone: string): string;
  /** `Jun 3, 2025, 9:00 AM`. */
  shortWithTime(ms: number, zone: string): string;
  /** `9:00 AM`. */
  time(ms: number, zone: string): string;
  /** `June 2025`, from a date such as `2025-06-03`. */
  month(date: string): string;
  /** `Tuesday, June 3, 2025`, from a date. */
  day(date: string): string;
  /** `Tuesday, June 3`, from a date. */
  dayInYear(date: string): string;
  /** `3`, from a date. */
  dayOfMonth(date: string): string;
  /** `12`, in the digits of the language. */
  number(value: number): string;
  /** The names of the weekdays, starting with `weekStart` (1 for Monday to 7 for Sunday). */
  weekdays(weekStart: number): readonly { readonly short: string; readonly long: string }[];
  /** `Eastern Time`. */
  zone(zone: string): string;
  /** `GMT-4`, at an instant. */
  offset(ms: number, zone: string): string;
  /** `Eastern Time (GMT-5)`, at an instant. */
  zoneAt(ms: number, zone: string): string;
  /** `10:00 AM – 10:30 AM`, or as the language writes it. Names the date of the end and both offsets if they differ. */
  timeSpan(span: TimeSpan): string;
  /** The standard format of a time: `Monday, November 23, 2026 · 10:00 AM – 10:30 AM · Eastern Time (GMT-5)`. */
  span(span: TimeSpan): string;
  /** A short form: `Mon, Nov 23 · 10:00 AM – 10:30 AM · GMT-5`. */
  briefSpan(span: TimeSpan): string;
  /** Facts side by side, separated as the language's digits allow. */
  say(...parts: string[]): string;
  /** `New York`; the city or country by its name in the language, such as `Österreich` or `ニューヨーク`. */
  place(zone: string): string;
  /** Whether times are written with AM and PM. */
  readonly uses12Hours: boolean;
}

/** A call in the zone in which it is shown. Without an end, `endMs` equals `startMs`. */
export interface TimeSpan {
  readonly startMs: number;
  readonly endMs: number;
  readonly zone: string;
}

/** The format of hours: that of the language, or the visitor's choice. */
export type HourStyle = 'locale' | '12' | '24';

/** The longest weekday name that fits above a day, in characters. */
const maxWeekdayLength = 4;
/** `10:00 AM – 10:30 AM` is shorter, in every language. */
const longestUnbroken = 24;

const formats = {
  long: { dateStyle: 'full' },
  short: { dateStyle: 'medium' },
  shortWithTime: { dateStyle: 'medium', timeStyle: 'short' },
  time: { timeStyle: 'short' },
  month: { month: 'long', year: 'numeric' },
  dayInYear: { weekday: 'long', month: 'long', day: 'numeric' },
  weekdayNarrow: { weekday: 'narrow' },
  weekdayShort: { weekday: 'short' },
  weekdayLong: { weekday: 'long' },
  briefDay: { weekday: 'short', month: 'short', day: 'numeric' },
  zone: { timeZoneName: 'longGeneric' },
  place: { timeZoneName: 'shortGeneric' },
  offset: { timeZoneName: 'shortOffset' },
} as const;

/** Browsers keep the first name of a zone after its city is renamed. */
const renamedCities: Readonly<Record<string, string>> = {
  Calcutta: 'Kolkata',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
};

/** `New York` from `America/New_York`. */
function cityOf(zone: string): string {
  const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return renamedCities[city] ?? city;
}

const regionsByName = new Map<string, string>();

/** The region code of a zone's country, such as `AT` for Europe/Vienna, from the English name of its time. */
function countryInEnglish(zone: string, nowMs: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortGeneric' }).formatToParts(nowMs);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value.replace(/ Time$/, '') ?? '';
  if (regionsByName.size === 0) {
    const english = countryNames('en');
    const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    for (const code of letters.flatMap((one) => letters.map((other) => one + other)))
      regionsByName.set(english(code), code);
  }
  return regionsByName.get(name) ?? '';
}

/** Names countries in a language. Empty for an unknown code. */
function countryNames(tag: string): (code: string) => string {
  const names = new Intl.DisplayNames(tag, { type: 'region', fallback: 'none' });
  return (code) => (code === '' ? '' : (names.of(code) ?? ''));
}

/** `nowMs` selects the current names of zones. Many had other names in 1970. */
export function createDateText(locale: string, nowMs: number, hours: HourStyle = 'locale'): DateText {
  // Appointments use the Gregorian calendar in every language, with the language's own digits.
  const tag = supportedTag(locale);
  const isEnglish = tag.startsWith('en');
  const isJapanese = tag.startsWith('ja');
  // SC-074: English uses AM and PM; other languages follow their own rule, unless the visitor chose.
  // `hourCycle`, because `hour12` makes engines before 2023 write half past noon as 0:30 where most people use 24 hours.
  const hourCycle: Intl.DateTimeFormatOptions['hourCycle'] =
    hours === '24' ? 'h23' : hours === '12' || isEnglish ? (isJapanese ? 'h11' : 'h12') : undefined;
  const isLatin = new Intl.Locale(tag).maximize().script === 'Latn';
  /** Creating a formatter costs about a hundred times as much as using it. */
  const cache = new Map<string, Intl.DateTimeFormat>();
  function formatter(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    const key = zone + JSON.stringify(options);
    const cached = cache.get(key) ?? new Intl.DateTimeFormat(tag, { calendar: 'gregory', ...options, timeZone: zone });
    cache.set(key, cached);
    return cached;
  }
  // Newer engines write narrow spaces before AM and around a dash. Use plain ones: texts are compared and copied.
  const plain = (text: string): string => text.replace(/[\u2009\u202f]/g, ' ');
  const format = (ms: number, zone: string, options: Intl.DateTimeFormatOptions): string =>
    plain(formatter(zone, options).format(ms));
  const digits = new Intl.NumberFormat(tag);
  const shortWithTime = { ...formats.shortWithTime, hourCycle };
  const time = { ...formats.time, hourCycle };
  /** A short span of time has no line break in it. */
  const unbroken = (text: string): string =>
    // A line may break after a dash with spaces, whatever follows it: a no-break space would begin the next line.
    text.length > longestUnbroken
      ? text
      : text
          .replaceAll(' ', '\u00a0')
          .replace('–\u00a0', '– ')
          .replace(/[–～](?! )/, '\u2060$&\u2060');
  /** A line does not end after the number of a day, as in `1. Dezember`. */
  const date = (ms: number, zone: string, options: Intl.DateTimeFormatOptions): string =>
    format(ms, zone, options).replace(/(\p{Nd}\.?) (?=\p{L})/gu, '$1\u00a0');
  const at = (options: Intl.DateTimeFormatOptions) => (ms: number, zone: string) => format(ms, zone, options);
  const on = (options: Intl.DateTimeFormatOptions) => (date: string) =>
    format(Date.parse(`${date}T12:00:00Z`), 'UTC', options);
  const zoneName = (ms: number, zone: string, options: Intl.DateTimeFormatOptions): string =>
    formatter(zone, options)
      .formatToParts(ms)
      .find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  const offset = (ms: number, zone: string): string => zoneName(ms, zone, formats.offset);
  const zoneAt = (ms: number, zone: string): string => {
    const name = zoneName(ms, zone, formats.zone);
    // A zone without its own name is named by its offset.
    return /\p{Nd}/u.test(name) ? offset(ms, zone) : `${name} (${offset(ms, zone)})`;
  };
  const timeSpan = ({ startMs, endMs, zone }: TimeSpan): string => {
    const start = format(startMs, zone, time);
    if (endMs <= startMs) return start;
    const isSameDay = format(startMs, zone, formats.short) === format(endMs, zone, formats.short);
    const end = format(endMs, zone, isSameDay ? time : shortWithTime);
    const [first, last] = [offset(startMs, zone), offset(endMs, zone)];
    if (first !== last) return `${start} ${first} – ${end} ${last}`;
    // English says AM and PM at both times. Most languages have their own form, such as `10:00–10:30 Uhr`.
    return isEnglish || isJapanese || !isSameDay
      ? `${start}${isJapanese ? '～' : ' – '}${end}`
      : plain(formatter(zone, time).formatRange(startMs, endMs));
  };
  // Arabic and Persian zeros look like the dot. A line does not begin with it.
  const separator = /[\u0660\u06f0]/.test(digits.format(0)) ? '، ' : '\u00a0· ';
  const say = (...parts: string[]): string => parts.join(separator);
  /** The words around a place in the names of zones: ` (Ortszeit)` in German. */
  const countryOf = countryNames(tag);
  const [before = '', after = ''] = zoneName(nowMs, 'Asia/Kolkata', formats.place).split(countryOf('IN') || '-');
  const place = (zone: string): string => {
    if (isEnglish) return cityOf(zone);
    const name = zoneName(nowMs, zone, formats.place);
    const isPlace = name.startsWith(before) && name.endsWith(after) && name.length > before.length + after.length;
    if (isPlace && before + after !== '') return name.slice(before.length, name.length - after.length);
    return countryOf(countryInEnglish(zone, nowMs)) || (isPlace && !isLatin ? name : cityOf(zone));
  };
  return {
    locale: tag,
    say,
    long: at(formats.long),
    short: at(formats.short),
    shortWithTime: at(shortWithTime),
    time: at(time),
    month: on(formats.month),
    day: on(formats.long),
    dayInYear: on(formats.dayInYear),
    dayOfMonth: (date) => digits.format(Number(date.slice(-2))),
    number: digits.format,
    weekdays(weekStart) {
      const names = Array.from({ length: 7 }, (_, index) => {
        // 2024-01-01 was a Monday.
        const ms = Date.UTC(2024, 0, weekStart + index, 12);
        return {
          narrow: format(ms, 'UTC', formats.weekdayNarrow),
          short: format(ms, 'UTC', formats.weekdayShort),
          long: format(ms, 'UTC', formats.weekdayLong),
        };
      });
      // In some languages the short names are so long that seven do not fit in a row.
      const isTooLong = names.some(({ short }) => short.length > maxWeekdayLength);
      return names.map(({ narrow, short, long }) => ({ short: isTooLong ? narrow : short, long }));
    },
    zone: (zone) => zoneName(nowMs, zone, formats.zone),
    offset,
    zoneAt,
    timeSpan,
    span: (span) =>
      say(date(span.startMs, span.zone, formats.long), unbroken(timeSpan(span)), zoneAt(span.startMs, span.zone)),
    briefSpan: (span) =>
      say(date(span.startMs, span.zone, formats.briefDay), unbroken(timeSpan(span)), offset(span.startMs, span.zone)),
    place,
    uses12Hours: formatter('UTC', time).resolvedOptions().hour12 === true,
  };
}

/** The tag if the browser supports it, else English. */
export function supportedTag(locale: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale)[0] ?? 'en-US';
  } catch {
    return 'en-US'; // Ignore the error: use English for a malformed language tag.
  }
}
