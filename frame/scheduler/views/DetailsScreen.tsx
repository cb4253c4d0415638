import Check from 'lucide/dist/esm/icons/check.mjs';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/scheduler.css.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { DateText } from '../dateText.ts';
import type { SchedulerStore } from '../store.ts';
import { Alert } from './Alert.tsx';
import type { SchedulerActions } from './actions.ts';
import { CalendarLinks } from './CalendarLinks.tsx';
import { ScreenHeading } from './ScreenHeading.tsx';

export interface DetailsScreenProps {
  readonly store: SchedulerStore;
  readonly actions: SchedulerActions;
  readonly dates: DateText;
  readonly calendarUrl: string;
}

/** SC-108, SC-114: the booked appointment, with its actions. */
export function DetailsScreen({ store, actions, dates, calendarUrl }: DetailsScreenProps) {
  const { appointment, confirmationNumber, isSubmitting, isLanding, isTimeReady } = useSnapshot(store.state);
  const { read } = store;
  if (!appointment) return null;
  const span = isTimeReady ? store.appointmentSpan() : undefined;
  const item = (term: string, value: ReactNode, dir: 'ltr' | 'auto' = 'auto') =>
    value === '' || value === undefined ? null : (
      <div className={styles.detail}>
        <dt className={styles.term}>{term}</dt>
        <dd>
          <bdi dir={dir}>{value}</bdi>
        </dd>
      </div>
    );

  return (
    <div className={styles.screen}>
      <div className={styles.row}>
        <span aria-hidden className={styles.success}>
          <Icon icon={Check} size={20} />
        </span>
        <ScreenHeading>{read('detailsTitle')}</ScreenHeading>
      </div>
      <Alert store={store} />
      <dl className={styles.details}>
        {item(
          read('when'),
          span && (
            <>
              <span className={styles.when}>{dates.long(span.startMs, span.zone)}</span>
              <br />
              {dates.time(span.startMs, span.zone)}
              {span.endMs > span.startMs && ` – ${dates.time(span.endMs, span.zone)}`}
              <br />
              <span className={styles.term}>
                {dates.zone(span.zone)} ({dates.offset(span.startMs, span.zone)}, {span.zone.replaceAll('_', ' ')})
              </span>
            </>
          ),
        )}
        {item(read('confirmation'), <span className={styles.number}>{confirmationNumber}</span>, 'ltr')}
        {item(read('question'), appointment.clientQuestion)}
        {item(read('topic'), appointment.topic)}
        {item(read('name'), `${appointment.clientFirstName} ${appointment.clientLastName}`.trim())}
        {item(read('company'), appointment.clientCompany)}
        {item(read('email'), appointment.clientEmail, 'ltr')}
        {item(read('phone'), appointment.clientPhone, 'ltr')}
        {item(read('subregion'), appointment.stateOrProvince)}
      </dl>
      <CalendarLinks store={store} actions={actions} calendarUrl={calendarUrl} />
      <div className={styles.row}>
        <Button variant="primary" onPress={store.edit}>
          {read('edit')}
        </Button>
        <Button variant="secondary" onPress={() => void store.chooseCancel()}>
          {read('cancel')}
        </Button>
        {/* In landing mode there is nothing to return to. */}
        {!isLanding && (
          <Button variant="quiet" onPress={actions.close}>
            {read('closeDetails')}
          </Button>
        )}
      </div>
      {isSubmitting && (
        <p role="status" className={styles.busy}>
          <span className={styles.spinner} />
          {read('loading')}
        </p>
      )}
    </div>
  );
}
