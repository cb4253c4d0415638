import type { TemporalApi } from './temporal.ts';

/** A date in the calendar, and whether it belongs to the shown month. */
export interface CalendarCell {
  readonly date: string;
  readonly dayOfMonth: number;
  readonly isInMonth: boolean;
}

export type CalendarView = 'month' | 'week';

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

/** The weeks to show around `date`: all weeks of its month, or only its own. */
export function weeksAround(
  T: TemporalApi,
  date: string,
  view: CalendarView,
  weekStart: number,
): readonly (readonly CalendarCell[])[] {
  const shown = T.PlainDate.from(date);
  const first = view === 'month' ? shown.with({ day: 1 }) : shown;
  let cursor = first.subtract({ days: (first.dayOfWeek - weekStart + 7) % 7 });
  const weeks: CalendarCell[][] = [];
  const isNeeded = (): boolean => (view === 'week' ? weeks.length === 0 : T.PlainYearMonth.compare(cursor, shown) <= 0);
  while (isNeeded()) {
    weeks.push(
      Array.from({ length: 7 }, (_, index) => {
        const day = cursor.add({ days: index });
        return { date: day.toString(), dayOfMonth: day.day, isInMonth: view === 'week' || day.month === shown.month };
      }),
    );
    cursor = cursor.add({ days: 7 });
  }
  return weeks;
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

/** The date one month or week later or earlier. */
export function pageOf(T: TemporalApi, date: string, view: CalendarView, step: 1 | -1): string {
  const day = T.PlainDate.from(date);
  const page = view === 'month' ? { months: 1 } : { weeks: 1 };
  return (step > 0 ? day.add(page) : day.subtract(page)).toString();
}
