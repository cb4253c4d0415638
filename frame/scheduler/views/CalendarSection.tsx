import { useDeferredValue, useEffect, useId, useMemo } from 'react';
import { useSnapshot } from 'valtio/react';
import * as parts from '../../../styles/calendar.css.ts';
import * as styles from '../../../styles/scheduler.css.ts';
import * as ui from '../../../styles/ui.css.ts';
import { Button } from '../../ui/Button.tsx';
import { useOptional } from '../../ui/lazyView.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { DateText } from '../dateText.ts';
import type { SchedulerStore } from '../store.ts';
import { Alert } from './Alert.tsx';
import type { SchedulerActions } from './actions.ts';
import { CalendarGrid, type ShownCalendar } from './CalendarGrid.tsx';
import { Choices } from './Choices.tsx';
import { FocusKeeper } from './FocusKeeper.tsx';
import { fieldError } from './fieldError.ts';
import { later } from './later.ts';
import { NextStep } from './NextStep.tsx';
import { SlotList } from './SlotList.tsx';
import { ZonePicker } from './ZonePicker.tsx';

export interface CalendarSectionProps {
  readonly store: SchedulerStore;
  readonly actions: SchedulerActions;
  readonly dates: DateText;
}

/** The time zone, the calendar, and the slots of the shown day (SC-054 to SC-073). */
export function CalendarSection({ store, actions, dates }: CalendarSectionProps) {
  const state = useSnapshot(store.state);
  const { read } = store;
  const { form, days, touched, shownDate } = state;
  const error = fieldError(store, touched, 'selectedTime');
  const errorId = useId();
  const isEmpty = days.length === 0;
  const zone = form.timezone === '' ? '' : store.times.zone();
  const current = useMemo<ShownCalendar>(
    () => ({ days, shownDate, zone: zone || store.times.zone() }),
    [days, shownDate, zone, store],
  );
  // Render without delay if the focus is about to move into the calendar (SC-090).
  const deferred = useDeferredValue(current, state.pendingFocus === 'selectedTime' ? current : null);
  // Until the first list is rendered, its place is kept.
  const calendar = deferred?.days.length ? deferred : null;
  const isLoading = isEmpty ? state.isAvailabilityPending : !calendar;
  const span = store.times.chosenSpan(form);

  // Drops passed and outdated times when the visitor returns to the tab.
  useEffect(() => {
    const refresh = (): void => {
      if (document.visibilityState === 'visible') void store.times.refresh();
    };
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, [store]);

  return (
    <>
      {state.problem === 'taken' && <Alert store={store} />}
      {state.takenMs !== undefined && <Nearest store={store} dates={dates} />}
      <div className={parts.settings}>
        <ZonePicker store={store} dates={dates} zone={zone} />
        <Choices
          name="hour-style"
          legend={read('hours')}
          value={dates.uses12Hours ? '12' : '24'}
          options={[
            { value: '12', label: read('hours12', { hours: dates.number(12) }) },
            { value: '24', label: read('hours24', { hours: dates.number(24) }) },
          ]}
          onChoose={store.chooseHours}
        />
      </div>
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
      <TimeGone store={store} />
      {isLoading && (
        <div className={parts.calendar}>
          <div className={`${ui.skeleton} ${parts.skeletonGrid}`} />
          <div className={`${ui.skeleton} ${parts.skeletonSlots}`} />
        </div>
      )}
      {isEmpty && !state.isAvailabilityPending && !state.hasAvailabilityFailed && (
        <Notice kind="info">
          <p>{read('noTimes')}</p>
          {!state.isLanding && (
            <Button variant="quiet" onPress={actions.showMenu}>
              {read('otherWays')}
            </Button>
          )}
        </Notice>
      )}
      {!isEmpty && calendar && (
        <div data-field="selectedTime" aria-busy={state.isAvailabilityPending} className={parts.calendar}>
          <CalendarGrid store={store} dates={dates} calendar={calendar} describedBy={error ? errorId : undefined} />
          <div className={parts.times}>
            <SlotList
              store={store}
              dates={dates}
              calendar={calendar}
              chosen={store.times.chosen(form) as ReturnType<typeof store.times.chosen>}
              describedBy={error ? errorId : undefined}
              bookedMs={state.isEditing ? store.bookedCall()?.appointmentSpan()?.startMs : undefined}
            />
          </div>
        </div>
      )}
      {error && (
        <p id={errorId} role="alert" className={styles.error}>
          {error}
        </p>
      )}
      {(!isEmpty || isLoading) && (
        <NextStep
          summary={
            span ? (
              dates.briefSpan({ ...span, zone: store.times.zone() })
            ) : (
              <span className={styles.prompt}>{read('chooseTime')}</span>
            )
          }
        >
          <Button
            variant="primary"
            aria-disabled={form.selectedTime === ''}
            onPress={() => {
              if (form.selectedTime !== '') return store.openSection('CONTACT_INFO');
              store.blur('selectedTime');
              store.requestFocus('selectedTime');
            }}
          >
            {read('continue')}
          </Button>
        </NextStep>
      )}
    </>
  );
}

function Nearest(props: Pick<CalendarSectionProps, 'store' | 'dates'>) {
  const views = useOptional(later);
  return views && <views.NearestTimes {...props} />;
}

/** Explains why no time is chosen any more. The region is there before its text, so that it is announced. */
export function TimeGone({ store }: { readonly store: SchedulerStore }) {
  const { isSlotGone, isSlotPast } = useSnapshot(store.state);
  const isGone = isSlotGone || isSlotPast;
  return (
    <div role="status" className={isGone ? ui.notice.info : ui.visuallyHidden}>
      {isGone && store.read(isSlotPast ? 'slotPast' : 'slotGone')}
    </div>
  );
}
