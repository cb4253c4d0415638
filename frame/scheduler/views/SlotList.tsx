import { memo, useId } from 'react';
import * as styles from '../../../styles/calendar.css.ts';
import { legend } from '../../../styles/scheduler.css.ts';
import * as ui from '../../../styles/ui.css.ts';
import type { DateText } from '../dateText.ts';
import type { ReadSlot } from '../readSlots.ts';
import { labelSlots } from '../slotLabels.ts';
import type { SchedulerStore } from '../store.ts';
import type { ShownCalendar } from './CalendarGrid.tsx';
import { Experts } from './Expert.tsx';

export interface SlotListProps {
  readonly store: SchedulerStore;
  readonly dates: DateText;
  readonly calendar: ShownCalendar;
  readonly chosen: ReadSlot | undefined;
  readonly describedBy: string | undefined;
  /** The start of the appointment that is moved. */
  readonly bookedMs: number | undefined;
}

/** The slots of the shown day as radio buttons. The group's name has the day and zone (SC-066, SC-069). */
export const SlotList = memo(function SlotList(props: SlotListProps) {
  const { store, dates, calendar, chosen, describedBy, bookedMs } = props;
  const { days, shownDate, zone } = calendar;
  const { read } = store;
  const id = useId();
  const slots = days.find(({ date }) => date === shownDate)?.slots ?? [];
  const firstMs = slots[0]?.startMs;
  if (firstMs === undefined) return null;
  const { labels, hasClockChange } = labelSlots(dates, slots, zone);
  const isOne = new Set(slots.map(({ expertId }) => expertId)).size === 1;
  const chosenSlot = slots.find((slot) => slot.startMs === chosen?.startMs);

  return (
    <fieldset className={styles.slots} aria-describedby={describedBy}>
      <legend className={legend}>
        <span>{read('timesOn', { day: dates.dayInYear(shownDate) })}</span>
        <span className={styles.legendNote}>
          {read('timesIn', { zone: hasClockChange ? dates.zone(zone) : dates.zoneAt(firstMs, zone) })}
        </span>
        {hasClockChange && <span className={styles.legendNote}>{read('clockChange')}</span>}
      </legend>
      <div className={styles.experts}>
        <Experts of={chosenSlot?.expertName ? [chosenSlot] : slots} locale={dates.locale} />
      </div>
      <div className={styles.slotList}>
        {slots.map((slot, index) => {
          const note = slot.startMs === bookedMs ? read('currentTime') : '';
          const name = isOne ? '' : slot.expertName;
          return (
            <label key={`${slot.startMs}/${slot.endMs}`} className={styles.slot}>
              <input
                type="radio"
                name="scheduler-slot"
                className={styles.covered}
                aria-describedby={note || name ? `${id}${index}` : undefined}
                checked={slot.startMs === chosen?.startMs && slot.endMs === chosen.endMs}
                onChange={() => store.chooseSlot(slot)}
              />
              <span>{labels[index]}</span>
              {(note || name) && (
                <bdi id={`${id}${index}`} aria-hidden className={note ? styles.slotNote : ui.visuallyHidden}>
                  {note || name}
                </bdi>
              )}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
});
