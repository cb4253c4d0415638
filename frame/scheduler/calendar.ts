import type { TemporalApi } from './temporal.ts';

/** A date in the calendar, and whether it belongs to the shown month. */
export interface CalendarCell {
  readonly date: string;
  readonly dayOfMonth: number;
  readonly isInMonth: boolean;
}

/** The first weekday of a locale, from 1 for Monday to 7 for Sunday. */
export function firstWeekday(locale: string): number {
  try {
    const info = new Intl.Locale(locale) as {
      getWeekInfo?: () => { firstDay: number };
      weekInfo?: { firstDay: number };
    };
    const known = info.getWeekInfo?.().firstDay ?? info.weekInfo?.firstDay;
    if (known) return known;
    const region = new Intl.Locale(locale).maximize().region ?? '';
    if (['US', 'CA', 'JP', 'BR', 'MX', 'IN', 'KR', 'TW', 'ZA', 'SA', 'IL'].includes(region)) return 7;
    return ['AE', 'EG', 'KW', 'QA', 'BH', 'OM', 'JO'].includes(region) ? 6 : 1;
  } catch {
    return 1; // Ignore the error: an invalid language tag gets a calendar, too.
  }
}

/** Every month is shown in as many weeks, so that nothing below the calendar moves. */
const shownWeeks = 6;

/** Six weeks from the one in which the month of `date` begins. */
export function weeksAround(T: TemporalApi, date: string, weekStart: number): readonly (readonly CalendarCell[])[] {
  const shown = T.PlainDate.from(date);
  const first = shown.with({ day: 1 });
  const start = first.subtract({ days: (first.dayOfWeek - weekStart + 7) % 7 });
  return Array.from({ length: shownWeeks }, (_, week) =>
    Array.from({ length: 7 }, (_day, index) => {
      const day = start.add({ days: week * 7 + index });
      return { date: day.toString(), dayOfMonth: day.day, isInMonth: day.month === shown.month };
    }),
  );
}

/** The date that a key of the grid moves to (APG); undefined for any other key. `isRtl` mirrors the arrow keys. */
export function dateAfterKey(
  T: TemporalApi,
  date: string,
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  weekStart: number,
  isRtl: boolean,
): string | undefined {
  const day = T.PlainDate.from(date);
  const daysIntoWeek = (day.dayOfWeek - weekStart + 7) % 7;
  const forward = isRtl ? 'ArrowLeft' : 'ArrowRight';
  const back = isRtl ? 'ArrowRight' : 'ArrowLeft';
  const page = shiftKey ? { years: 1 } : { months: 1 };
  switch (key) {
    case forward:
      return day.add({ days: 1 }).toString();
    case back:
      return day.subtract({ days: 1 }).toString();
    case 'ArrowDown':
      return day.add({ days: 7 }).toString();
    case 'ArrowUp':
      return day.subtract({ days: 7 }).toString();
    case 'Home':
      return day.subtract({ days: daysIntoWeek }).toString();
    case 'End':
      return day.add({ days: 6 - daysIntoWeek }).toString();
    case 'PageDown':
      return day.add(page).toString();
    case 'PageUp':
      return day.subtract(page).toString();
    default:
      return undefined;
  }
}

/** The first day of the month before or after that of `date`. */
export function monthBeside(T: TemporalApi, date: string, step: 1 | -1): string {
  return T.PlainDate.from(date).with({ day: 1 }).add({ months: step }).toString();
}
