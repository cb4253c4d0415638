import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs';
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs';
import { type KeyboardEvent, memo, useEffect, useId, useMemo, useRef, useState } from 'react';
import * as styles from '../../../styles/calendar.css.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { dateAfterKey, firstWeekday, monthBeside, weeksAround } from '../calendar.ts';
import type { DateText } from '../dateText.ts';
import type { SchedulerStore } from '../store.ts';
import type { Day } from '../visibleSlots.ts';

/** The rendered calendar. It can lag behind the state, so that a press does not have to render a long list. */
export interface ShownCalendar {
  readonly days: readonly Day[];
  readonly shownDate: string;
  readonly zone: string;
}

export interface CalendarGridProps {
  readonly store: SchedulerStore;
  readonly dates: DateText;
  readonly calendar: ShownCalendar;
  readonly describedBy: string | undefined;
}

/** The days of a month. One tab stop, with the arrow and page keys of a grid (APG). */
export const CalendarGrid = memo(function CalendarGrid(props: CalendarGridProps) {
  const { store, dates, calendar, describedBy } = props;
  const { locale } = dates;
  const { days, shownDate } = calendar;
  const { read } = store;
  const [requested, setCursor] = useState(shownDate);
  const [focusCount, setFocusCount] = useState(0);
  const table = useRef<HTMLTableElement>(null);
  const titleId = useId();
  const T = store.times.temporal();
  const weekStart = useMemo(() => firstWeekday(locale), [locale]);
  const counts = useMemo(() => new Map(days.map(({ date, slots }) => [date, slots.length])), [days]);
  const first = days[0]?.date ?? '';
  const last = days.at(-1)?.date ?? '';

  // A new list or zone can change the shown day.
  useEffect(() => setCursor(shownDate), [shownDate]);
  useEffect(() => {
    if (focusCount > 0) table.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
  }, [focusCount]);

  const clamp = (date: string): string => (date < first ? first : date > last ? last : date);
  // The requested day can be outside a new list.
  const cursor = clamp(requested);
  if (!T || cursor === '') return null;
  const weeks = weeksAround(T, cursor, weekStart);
  const shown = weeks.flat().filter(({ isInMonth }) => isInMonth);
  const canGoBack = (shown[0]?.date ?? '') > first;
  const canGoOn = (shown.at(-1)?.date ?? '') < last;
  const hasFree = shown.some(({ date }) => counts.has(date));
  // Months between the first and the last offered day can be empty.
  const nextFree = hasFree ? undefined : (days.find(({ date }) => date > cursor) ?? days.at(-1));
  const page = { view: 'month', page: read('month').toLocaleLowerCase(locale) };

  function go(step: 1 | -1): void {
    if (!T || !(step > 0 ? canGoOn : canGoBack)) return;
    const next = monthBeside(T, cursor, step);
    const cells = weeksAround(T, next, weekStart).flat();
    const free = cells.find((cell) => cell.isInMonth && counts.has(cell.date));
    setCursor(free?.date ?? clamp(next));
    if (free) store.chooseDay(free.date);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!T || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = dateAfterKey(T, cursor, event, weekStart, document.documentElement.dir === 'rtl');
    if (next === undefined) return;
    event.preventDefault();
    setCursor(clamp(next));
    setFocusCount(focusCount + 1);
  }

  return (
    <div>
      <div className={styles.toolbar}>
        <p id={titleId} aria-live="polite" className={styles.month}>
          {dates.month(cursor)}
        </p>
        <Button variant="icon" aria-label={read('previous', page)} aria-disabled={!canGoBack} onPress={() => go(-1)}>
          <Icon icon={ChevronLeft} size={20} data-flips />
        </Button>
        <Button variant="icon" aria-label={read('next', page)} aria-disabled={!canGoOn} onPress={() => go(1)}>
          <Icon icon={ChevronRight} size={20} data-flips />
        </Button>
      </div>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a calendar is a grid (APG).
        role="grid"
        aria-labelledby={titleId}
        aria-describedby={describedBy}
        className={styles.grid}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {dates.weekdays(weekStart).map(({ short, long }) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.date}>
              {week.map(({ date, isInMonth }) => {
                const isFree = counts.has(date);
                const isChosen = date === shownDate;
                const name = read('detailed', {
                  text: dates.day(date),
                  detail: read(isFree ? 'available' : 'unavailable'),
                });
                const className = `${styles.day}${isFree ? ` ${styles.dayFree}` : ''}${isChosen ? ` ${styles.dayChosen}` : ''}${isInMonth || isFree ? '' : ` ${styles.dayOutside}`}`;
                return (
                  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid is a gridcell.
                  <td key={date} aria-selected={isChosen}>
                    <button
                      type="button"
                      className={className}
                      tabIndex={date === cursor ? 0 : -1}
                      aria-disabled={!isFree}
                      aria-label={isChosen ? read('detailed', { text: name, detail: read('chosenDay') }) : name}
                      onClick={() => {
                        setCursor(date);
                        if (isFree) store.chooseDay(date);
                      }}
                    >
                      {dates.dayOfMonth(date)}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {nextFree && (
        <div className={styles.emptyMonth}>
          <p>{read('noTimesInMonth', { month: dates.month(cursor) })}</p>
          <Button
            onPress={() => {
              setCursor(nextFree.date);
              store.chooseDay(nextFree.date);
              setFocusCount(focusCount + 1);
            }}
          >
            {read('nextFree', { day: dates.dayInYear(nextFree.date) })}
          </Button>
        </div>
      )}
    </div>
  );
});
