/** SC-074: dates and times as the visitor's language writes them, in a zone that the caller names. */

export interface DateText {
  /** The language tag that the browser took; never one that it refuses. */
  readonly locale: string;
  /** `Tuesday, June 3, 2025`. */
  long(ms: number, zone: string): string;
  /** `Jun 3, 2025`. */
  short(ms: number, zone: string): string;
  /** `Jun 3, 2025, 9:00 AM`. */
  shortWithTime(ms: number, zone: string): string;
  /** `9:00 AM`. */
  time(ms: number, zone: string): string;
  /** `June 2025`, of a calendar date. */
  month(date: string): string;
  /** `Tuesday, June 3, 2025`, of a calendar date. */
  day(date: string): string;
  /** `Tuesday, June 3`, of a calendar date. */
  dayInYear(date: string): string;
  /** `3`. */
  dayOfMonth(date: string): string;
  /** Names of the seven weekdays from `weekStart` (1 Monday to 7 Sunday). */
  weekdays(weekStart: number): readonly { readonly short: string; readonly long: string }[];
  /** `Eastern Time`. */
  zone(zone: string): string;
  /** `GMT-4`, at that instant. */
  offset(ms: number, zone: string): string;
}

/** Characters that fit above a day. */
const longestWeekday = 4;

const looks = {
  long: { dateStyle: 'full' },
  short: { dateStyle: 'medium' },
  shortWithTime: { dateStyle: 'medium', timeStyle: 'short' },
  time: { timeStyle: 'short' },
  month: { month: 'long', year: 'numeric' },
  dayInYear: { weekday: 'long', month: 'long', day: 'numeric' },
  weekdays: [{ weekday: 'narrow' }, { weekday: 'short' }, { weekday: 'long' }],
  zone: { timeZoneName: 'longGeneric' },
  offset: { timeZoneName: 'shortOffset' },
} as const;

/** `New York` of `America/New_York`. */
export function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** `nowMs`: zones are named as they are now; many were others in 1970. */
export function createDateText(locale: string, nowMs: number): DateText {
  // Appointments are made in the civil calendar everywhere; digits are the language's own.
  const tag = usable(locale);
  const hour12 = tag.toLowerCase().startsWith('en') ? { hour12: true } : {};
  /** Making a formatter costs a hundred times what it costs to use it. */
  const cache = new Map<Intl.DateTimeFormatOptions, Map<string, Intl.DateTimeFormat>>();
  function formatter(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    let ofZones = cache.get(options);
    if (!ofZones) {
      ofZones = new Map();
      cache.set(options, ofZones);
    }
    let made = ofZones.get(zone);
    if (!made) {
      made = new Intl.DateTimeFormat(tag, { calendar: 'gregory', ...options, timeZone: zone });
      ofZones.set(zone, made);
    }
    return made;
  }
  // Newer engines put a narrow blank before AM; texts here are compared and copied.
  const format = (ms: number, zone: string, options: Intl.DateTimeFormatOptions): string =>
    formatter(zone, options).format(ms).replaceAll('\u202f', ' ');
  const digits = new Intl.NumberFormat(tag);
  const shortWithTime = { ...looks.shortWithTime, ...hour12 };
  const time = { ...looks.time, ...hour12 };
  const noon = (date: string): number => Date.parse(`${date}T12:00:00Z`);
  const part = (ms: number, zone: string, options: Intl.DateTimeFormatOptions): string =>
    formatter(zone, options)
      .formatToParts(ms)
      .find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  return {
    locale: tag,
    long: (ms, zone) => format(ms, zone, looks.long),
    short: (ms, zone) => format(ms, zone, looks.short),
    shortWithTime: (ms, zone) => format(ms, zone, shortWithTime),
    time: (ms, zone) => format(ms, zone, time),
    month: (date) => format(noon(date), 'UTC', looks.month),
    day: (date) => format(noon(date), 'UTC', looks.long),
    dayInYear: (date) => format(noon(date), 'UTC', looks.dayInYear),
    dayOfMonth: (date) => digits.format(Number(date.slice(-2))),
    weekdays(weekStart) {
      const names = Array.from({ length: 7 }, (_, index) => {
        // 2024-01-01 was a Monday.
        const ms = Date.UTC(2024, 0, weekStart + index, 12);
        const [narrow, short, long] = looks.weekdays.map((look) => format(ms, 'UTC', look));
        return { narrow: narrow ?? '', short: short ?? '', long: long ?? '' };
      });
      // Where the short name is as long as the long one, seven do not stand beside each other.
      const isLong = names.some(({ short }) => short.length > longestWeekday);
      return names.map(({ narrow, short, long }) => ({ short: isLong ? narrow : short, long }));
    },
    zone: (zone) => part(nowMs, zone, looks.zone),
    offset: (ms, zone) => part(ms, zone, looks.offset),
  };
}

function usable(locale: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale)[0] ?? 'en-US';
  } catch {
    return 'en-US'; // Silent: a malformed language tag reads as English.
  }
}
