import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/scheduler.css.ts';
import type { DateText } from '../dateText.ts';
import type { SchedulerStore } from '../store.ts';

export interface SlotListProps {
  readonly store: SchedulerStore;
  readonly dates: DateText;
  readonly describedBy: string | undefined;
}

/** The times of the shown day, one radio each; the group's name says day and zone (SC-066, SC-069). */
export function SlotList({ store, dates, describedBy }: SlotListProps) {
  const { days, shownDate, form } = useSnapshot(store.state);
  const { read } = store;
  const slots = days.find(({ date }) => date === shownDate)?.slots ?? [];
  const chosen = store.times.chosen();
  const firstMs = slots[0]?.startMs;
  if (firstMs === undefined) return <p className={styles.prompt}>{read('pickDay')}</p>;
  const zone = `${dates.zone(form.timezone)} (${dates.offset(firstMs, form.timezone)})`;
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
              checked={slot.startMs === chosen?.startMs}
              onChange={() => store.chooseSlot(slot)}
            />
            {dates.time(slot.startMs, form.timezone)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
