import { useDeferredValue, useId, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/scheduler.css.ts';
import * as ui from '../../../styles/ui.css.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { cityOf, type DateText } from '../dateText.ts';
import type { SchedulerStore } from '../store.ts';
import { Alert } from './Alert.tsx';
import type { SchedulerActions } from './actions.ts';
import { CalendarGrid, type ShownCalendar } from './CalendarGrid.tsx';
import { FocusKeeper } from './FocusKeeper.tsx';
import { fieldError } from './fieldError.ts';
import { Picker } from './Picker.tsx';
import { SlotList } from './SlotList.tsx';

export interface CalendarSectionProps {
  readonly store: SchedulerStore;
  readonly actions: SchedulerActions;
  readonly dates: DateText;
}

/** The time zone, the calendar, and the slots of the shown day (SC-054 to SC-073). */
export function CalendarSection({ store, actions, dates }: CalendarSectionProps) {
  const state = useSnapshot(store.state);
  const { read } = store;
  const { form, days, zones, touched, shownDate, calendarView: view } = state;
  const error = fieldError(store, touched, 'selectedTime');
  const errorId = useId();
  const isEmpty = days.length === 0;
  const zone = form.timezone === '' ? '' : store.times.zone();
  // Formatting a zone name is expensive, so name the other zones only when the pointer or focus is near the list.
  const [isNear, setNear] = useState(false);
  const namedZones = useMemo(() => (isNear ? zones : zones.filter((id) => id === zone)), [isNear, zones, zone]);
  const zoneOptions = useMemo(
    () => namedZones.map((id) => ({ id, label: `${cityOf(id)} – ${dates.zone(id)}` })),
    [namedZones, dates],
  );
  const current = useMemo<ShownCalendar>(
    () => ({ days, shownDate, view, zone: zone || store.times.zone() }),
    [days, shownDate, view, zone, store],
  );
  // Render without delay if the focus is about to move into the calendar (SC-090).
  const calendar = useDeferredValue(current, state.pendingFocus === 'selectedTime' ? current : null);

  return (
    <>
      {state.problem === 'taken' && <Alert store={store} />}
      {zones.length > 0 && (
        <Picker
          options={zoneOptions}
          selectedId={zone}
          label={read('zone')}
          texts={{ search: read('zoneSearch'), none: read('zoneNone') }}
          failedText={read('listFailed')}
          onNear={() => setNear(true)}
          onSelect={({ id }) => void store.times.chooseZone(id)}
        />
      )}
      <FocusKeeper>
        {state.hasAvailabilityFailed && (
          <Notice kind="error">
            <p>{read('timesFailed')}</p>
            <Button variant="quiet" onPress={() => void store.times.lookup()}>
              {read('tryAgain')}
            </Button>
          </Notice>
        )}
      </FocusKeeper>
      {state.isSlotGone && <Notice kind="info">{read('slotGone')}</Notice>}
      {(isEmpty ? state.isAvailabilityPending : !calendar) && (
        <div role="status" aria-label={read('loading')} className={`${ui.skeleton} ${styles.skeletonGrid}`} />
      )}
      {!isEmpty && state.isAvailabilityPending && (
        <div role="status" aria-label={read('loading')} className={styles.pending} />
      )}
      {isEmpty && !state.isAvailabilityPending && !state.hasAvailabilityFailed && (
        <Notice kind="info">
          <p>{read('noTimes')}</p>
          <Button variant="quiet" onPress={actions.showMenu}>
            {read('otherWays')}
          </Button>
        </Notice>
      )}
      {!isEmpty && (
        <div data-field="selectedTime" aria-busy={state.isAvailabilityPending} className={styles.screen}>
          {calendar && (
            <>
              <CalendarGrid store={store} dates={dates} calendar={calendar} describedBy={error ? errorId : undefined} />
              <SlotList
                store={store}
                dates={dates}
                calendar={calendar}
                chosen={store.times.chosen(form)}
                describedBy={error ? errorId : undefined}
              />
            </>
          )}
        </div>
      )}
      {error && (
        <p id={errorId} role="alert" className={styles.error}>
          {error}
        </p>
      )}
      {!isEmpty && (
        <Button
          variant="primary"
          isWide
          aria-disabled={form.selectedTime === ''}
          onPress={() => {
            if (form.selectedTime === '') store.blur('selectedTime');
            else store.openSection('CONTACT_INFO');
          }}
        >
          {read('continue')}
        </Button>
      )}
    </>
  );
}
