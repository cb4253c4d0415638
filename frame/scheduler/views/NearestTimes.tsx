import { useSnapshot } from 'valtio/react';
import * as refused from '../../../styles/appointment.css.ts';
import * as styles from '../../../styles/scheduler.css.ts';
import { Button } from '../../ui/Button.tsx';
import type { DateText } from '../dateText.ts';
import type { SchedulerStore } from '../store.ts';

/** Free times near the taken one. A press chooses one and returns to the submit button. */
export function NearestTimes({ store, dates }: { readonly store: SchedulerStore; readonly dates: DateText }) {
  const { takenMs, isAvailabilityPending } = useSnapshot(store.state);
  const { read, times } = store;
  if (takenMs === undefined || isAvailabilityPending) return null;
  const slots = times.nearestTo(takenMs);
  if (slots.length === 0) return null;
  return (
    <fieldset className={refused.nearest}>
      <legend className={styles.legend}>{read('nearestTimes')}</legend>
      {slots.map((slot) => (
        <Button key={`${slot.startMs}/${slot.endMs}`} variant="secondary" onPress={() => store.chooseNearest(slot)}>
          {dates.briefSpan({ ...slot, zone: times.zone() })}
        </Button>
      ))}
    </fieldset>
  );
}
