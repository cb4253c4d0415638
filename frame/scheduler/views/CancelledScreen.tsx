import CalendarX from 'lucide/dist/esm/icons/calendar-x.mjs';
import { useSnapshot } from 'valtio/react';
import * as details from '../../../styles/appointment.css.ts';
import * as styles from '../../../styles/scheduler.css.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { CalendarEvent } from '../calendarFile.ts';
import type { DateText } from '../dateText.ts';
import type { SchedulerStore } from '../store.ts';
import { Alert } from './Alert.tsx';
import type { SchedulerActions } from './actions.ts';
import { FileButton } from './CalendarLinks.tsx';
import { ScreenHeading } from './ScreenHeading.tsx';

export interface CancelledScreenProps {
  readonly store: SchedulerStore;
  readonly actions: SchedulerActions;
  readonly dates: DateText;
}

/** SC-123: confirms the cancelled call, and offers a file that removes it from the visitor's own calendar. */
export function CancelledScreen({ store, actions, dates }: CancelledScreenProps) {
  const { cancelled, isLanding } = useSnapshot(store.state);
  const { read } = store;
  return (
    <div className={styles.screen}>
      <div className={details.outcome}>
        <span aria-hidden className={details.gone}>
          <Icon icon={CalendarX} size={24} />
        </span>
        <ScreenHeading>{read('cancelled')}</ScreenHeading>
        {cancelled && (
          <p role="status" className={styles.prompt}>
            {read('cancelledTime', { time: dates.span(cancelled.span) })}
          </p>
        )}
      </div>
      <Alert store={store} />
      <div className={details.outcomeActions}>
        <Button
          variant="primary"
          onPress={() => {
            store.startOver();
            store.show();
          }}
        >
          {read('bookNew')}
        </Button>
        {cancelled && (
          <FileButton
            event={cancelled.event as CalendarEvent}
            label={read('downloadCancelled')}
            actions={actions}
            icon={CalendarX}
          />
        )}
        {!isLanding && (
          <Button
            variant="quiet"
            onPress={() => {
              store.dismissCancelled();
              actions.finished();
            }}
          >
            {read('closeDetails')}
          </Button>
        )}
      </div>
    </div>
  );
}
