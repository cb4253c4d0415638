import { memo } from 'react';
import * as styles from '../../../styles/scheduler.css.ts';
import type { DateText } from '../dateText.ts';
import type { ReadSlot } from '../readSlots.ts';
import type { SchedulerStore } from '../store.ts';
import type { ShownCalendar } from './CalendarGrid.tsx';

export interface SlotListProps {
  readonly store: SchedulerStore;
  readonly dates: DateText;
  readonly calendar: ShownCalendar;
  readonly chosen: ReadSlot | undefined;
  readonly describedBy: string | undefined;
}

/** The slots of the shown day as radio buttons. The group's name has the day and zone (SC-066, SC-069). */
export const SlotList = memo(function SlotList({ store, dates, calendar, chosen, describedBy }: SlotListProps) {
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
        {slots.map((slot, index) => (
          <label key={`${slot.startMs}/${slot.endMs}`} className={styles.slot}>
            <input
              type="radio"
              name="scheduler-slot"
              className={styles.covered}
              checked={slot.startMs === chosen?.startMs && slot.endMs === chosen.endMs}
              onChange={() => store.chooseSlot(slot)}
            />
            {dates.time(slot.startMs, id)}
            {/* Show the end if another slot has the same start. */}
            {[slots[index - 1], slots[index + 1]].some((one) => one?.startMs === slot.startMs) &&
              ` – ${dates.time(slot.endMs, id)}`}
          </label>
        ))}
      </div>
    </fieldset>
  );
});
