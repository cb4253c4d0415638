import { memo } from 'react';
import * as styles from '../../../styles/scheduler.css.ts';
import type { DateText } from '../dateText.ts';
import type { SchedulerStore } from '../store.ts';
import type { ShownCalendar } from './CalendarGrid.tsx';

export interface SlotListProps {
  readonly store: SchedulerStore;
  readonly dates: DateText;
  readonly calendar: ShownCalendar;
  readonly chosenMs: number | undefined;
  readonly describedBy: string | undefined;
}

/** The times of the shown day, one radio each; the group's name says day and zone (SC-066, SC-069). */
export const SlotList = memo(function SlotList({ store, dates, calendar, chosenMs, describedBy }: SlotListProps) {
  const { days, shownDate, zone: id } = calendar;
  const { read } = store;
  const slots = days.find(({ date }) => date === shownDate)?.slots ?? [];
  const firstMs = slots[0]?.startMs;
  if (firstMs === undefined) return <p className={styles.prompt}>{read('pickDay')}</p>;
  const zone = `${dates.zone(id)} (${dates.offset(firstMs, id)})`;
  return (
    <fieldset className={styles.slots} aria-describedby={describedBy}>
      <legend className={styles.legend}>
        {read('timesOn', { day: dates.dayInYear(shownDate) })}
        <span className={styles.legendNote}>{read('timesIn', { zone })}</span>
      </legend>
      <div className={styles.slotList}>
        {slots.map((slot) => (
          <label key={slot.startMs} className={styles.slot}>
            <input
              type="radio"
              name="scheduler-slot"
              className={styles.covered}
              checked={slot.startMs === chosenMs}
              onChange={() => store.chooseSlot(slot)}
            />
            {dates.time(slot.startMs, id)}
          </label>
        ))}
      </div>
    </fieldset>
  );
});
