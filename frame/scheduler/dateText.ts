/** SC-074: dates and times as the visitor's language writes them, in a zone that the caller names. */

export interface DateText {
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

/** `New York` of `America/New_York`. */
export function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

export function createDateText(locale: string): DateText {
  // Appointments are made in the civil calendar everywhere; digits are the language's own.
  const tag = usable(locale);
  const hour12 = tag.toLowerCase().startsWith('en') ? { hour12: true } : {};
  const cache = new Map<string, Intl.DateTimeFormat>();
  function format(ms: number, zone: string, options: Intl.DateTimeFormatOptions): string {
    const key = `${zone} ${JSON.stringify(options)}`;
    let formatter = cache.get(key);
    if (!formatter) {
      formatter = new Intl.DateTimeFormat(tag, { calendar: 'gregory', ...options, timeZone: zone });
      cache.set(key, formatter);
    }
    // Newer engines put a narrow blank before AM; texts here are compared and copied.
    return formatter.format(ms).replaceAll('\u202f', ' ');
  }
  const noon = (date: string): number => Date.parse(`${date}T12:00:00Z`);
  const part = (ms: number, zone: string, timeZoneName: 'longGeneric' | 'shortOffset'): string =>
    new Intl.DateTimeFormat(tag, { timeZone: zone, timeZoneName })
      .formatToParts(ms)
      .find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  return {
    long: (ms, zone) => format(ms, zone, { dateStyle: 'full' }),
    short: (ms, zone) => format(ms, zone, { dateStyle: 'medium' }),
    shortWithTime: (ms, zone) => format(ms, zone, { dateStyle: 'medium', timeStyle: 'short', ...hour12 }),
    time: (ms, zone) => format(ms, zone, { timeStyle: 'short', ...hour12 }),
    month: (date) => format(noon(date), 'UTC', { month: 'long', year: 'numeric' }),
    day: (date) => format(noon(date), 'UTC', { dateStyle: 'full' }),
    dayInYear: (date) => format(noon(date), 'UTC', { weekday: 'long', month: 'long', day: 'numeric' }),
    dayOfMonth: (date) => new Intl.NumberFormat(tag).format(Number(date.slice(-2))),
    weekdays(weekStart) {
      const names = Array.from({ length: 7 }, (_, index) => {
        // 2024-01-01 was a Monday.
        const ms = Date.UTC(2024, 0, weekStart + index, 12);
        const [narrow, short, long] = (['narrow', 'short', 'long'] as const).map((weekday) =>
          format(ms, 'UTC', { weekday }),
        );
        return { narrow: narrow ?? '', short: short ?? '', long: long ?? '' };
      });
      // Where the short name is as long as the long one, seven do not stand beside each other.
      const isLong = names.some(({ short }) => short.length > longestWeekday);
      return names.map(({ narrow, short, long }) => ({ short: isLong ? narrow : short, long }));
    },
    zone: (zone) => part(0, zone, 'longGeneric'),
    offset: (ms, zone) => part(ms, zone, 'shortOffset'),
  };
}

function usable(locale: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale)[0] ?? 'en-US';
  } catch {
    return 'en-US'; // Silent: a malformed language tag reads as English.
  }
}
