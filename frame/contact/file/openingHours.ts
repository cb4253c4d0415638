import { type Fields, isRecord } from '../../../bridge/guards.ts';

/** Lower-case names of `Intl`, Sunday first like `Date.prototype.getDay`. */
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** A time span of a day: `09:00-17:30`. An end of `24:00` is midnight. */
export const spanPattern = /^([01]\d|2[0-3]):([0-5]\d)-(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/;

/**
 * Whether a company is open. A date under `dates` replaces its weekday; an empty list is a holiday. Without hours it is
 * always open. It also counts as open if the browser does not know the zone: a call that nobody answers is better than a
 * missing phone number.
 */
export function isOpen(hours: unknown, nowMs: number): boolean {
  if (!isRecord(hours) || typeof hours.timeZone !== 'string') return true;
  const now = localTime(hours.timeZone, nowMs);
  if (!now) return true;
  const dates = isRecord(hours.dates) ? hours.dates : {};
  const spans = Object.hasOwn(dates, now.date) ? dates[now.date] : (hours as Fields)[now.weekday];
  return Array.isArray(spans) && spans.some((span) => isWithin(span, now.minutes));
}

function isWithin(span: unknown, minutes: number): boolean {
  const match = typeof span === 'string' ? spanPattern.exec(span) : null;
  if (!match) return false;
  const [, fromHour, fromMinute, toHour, toMinute] = match;
  const from = Number(fromHour) * 60 + Number(fromMinute);
  const to = toHour === undefined ? 24 * 60 : Number(toHour) * 60 + Number(toMinute);
  return from <= minutes && minutes < to;
}

function localTime(timeZone: string, nowMs: number) {
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, hourCycle: 'h23', calendar: 'gregory', numberingSystem: 'latn' },
      ...{ weekday: 'long', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    }).formatToParts(nowMs);
    const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
    return {
      weekday: of('weekday').toLowerCase(),
      date: `${of('year')}-${of('month')}-${of('day')}`,
      minutes: Number(of('hour')) * 60 + Number(of('minute')),
    };
  } catch {
    return undefined; // An unknown zone.
  }
}
