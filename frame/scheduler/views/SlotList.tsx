import { memo, useId } from 'react';
import * as styles from '../../../styles/scheduler.css.ts';
import type { DateText } from '../dateText.ts';
import type { ReadSlot } from '../readSlots.ts';
import { labelSlots } from '../slotLabels.ts';
import type { SchedulerStore } from '../store.ts';
import type { ShownCalendar } from './CalendarGrid.tsx';

export interface SlotListProps {
  readonly store: SchedulerStore;
  readonly dates: DateText;
  readonly calendar: ShownCalendar;
  readonly chosen: ReadSlot | undefined;
  readonly describedBy: string | undefined;
  /** The expert of the appointment that is moved. */
  readonly bookedExpert: string;
}

/** The slots of the shown day as radio buttons. The group's name has the day and zone (SC-066, SC-069). */
export const SlotList = memo(function SlotList(props: SlotListProps) {
  const { store, dates, calendar, chosen, describedBy, bookedExpert } = props;
  const { days, shownDate, zone } = calendar;
  const { read } = store;
  const id = useId();
  const slots = days.find(({ date }) => date === shownDate)?.slots ?? [];
  const firstMs = slots[0]?.startMs;
  if (firstMs === undefined) return null;
  const { labels, hasClockChange } = labelSlots(dates, slots, zone);
  const experts = new Set(slots.map(({ expertId }) => expertId));

  function nameOf(slot: ReadSlot): string | undefined {
    if (experts.size < 2) return undefined;
    return slot.expertName || (slot.expertId === bookedExpert ? read('bookedExpert') : undefined);
  }

  return (
    <fieldset className={styles.slots} aria-describedby={describedBy}>
      <legend className={styles.legend}>
        {read('timesOn', { day: dates.dayInYear(shownDate) })}
        <span className={styles.legendNote}>
          {read('timesIn', { zone: hasClockChange ? dates.zone(zone) : dates.zoneAt(firstMs, zone) })}
        </span>
        {hasClockChange && <span className={styles.legendNote}>{read('clockChange')}</span>}
      </legend>
      <div className={styles.slotList}>
        {slots.map((slot, index) => (
          <label
            key={`${slot.startMs}/${slot.endMs}`}
            className={`${styles.slot}${bookedExpert !== '' && slot.expertId === bookedExpert ? ` ${styles.slotOfExpert}` : ''}`}
          >
            <input
              type="radio"
              name="scheduler-slot"
              className={styles.covered}
              aria-describedby={nameOf(slot) && `${id}${index}`}
              checked={slot.startMs === chosen?.startMs && slot.endMs === chosen.endMs}
              onChange={() => store.chooseSlot(slot)}
            />
            {labels[index]}
            {nameOf(slot) && (
              <bdi id={`${id}${index}`} aria-hidden className={styles.slotNote}>
                {nameOf(slot)}
              </bdi>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
});
