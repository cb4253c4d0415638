import Check from 'lucide/dist/esm/icons/check.mjs';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio/react';
import * as details from '../../../styles/appointment.css.ts';
import * as styles from '../../../styles/scheduler.css.ts';
import { isolate } from '../../text/isolate.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import type { BookedCall } from '../bookedCallStore.ts';
import type { DateText } from '../dateText.ts';
import type { SchedulerDeployment } from '../deployment.ts';
import { fullName } from '../fullName.ts';
import { joinableAfterEndMs } from '../limits.ts';
import type { SchedulerStore } from '../store.ts';
import { Alert } from './Alert.tsx';
import type { SchedulerActions } from './actions.ts';
import { CalendarLinks } from './CalendarLinks.tsx';
import { Expert } from './Expert.tsx';
import { ScreenHeading } from './ScreenHeading.tsx';

export interface DetailsScreenProps {
  readonly store: SchedulerStore;
  readonly call: BookedCall;
  readonly actions: SchedulerActions;
  readonly dates: DateText;
  readonly deployment: SchedulerDeployment;
}

const titles = { found: 'detailsTitle', booked: 'detailsTitle', moved: 'movedTitle', changed: 'changedTitle' } as const;

/** SC-108, SC-114: the booked appointment: when, who and how first, then its actions, then the visitor's input. */
export function DetailsScreen({ store, call, actions, dates, deployment }: DetailsScreenProps) {
  const state = useSnapshot(store.state);
  const { appointment, confirmationNumber, outcome, movedFrom } = state;
  const { read } = store;
  if (!appointment) return null;
  const span = state.isTimeReady ? call.appointmentSpan() : undefined;
  // Without an end, nobody knows when it is over.
  const endedForMs = span && span.endMs > span.startMs ? store.now() - span.endMs : 0;
  const isOver = endedForMs > 0;
  const { meetingUrl, clientPhone: phone } = appointment;
  const joinLink = meetingUrl && endedForMs <= joinableAfterEndMs && (
    <PageLink href={meetingUrl} target="tab" newTabText={read('newTab')} onOpen={actions.openTab}>
      {read('join')}
    </PageLink>
  );
  const weCall = !meetingUrl && !isOver && phone && read('weCall', { phone: isolate(phone) });
  const cancel = { variant: 'danger', onPress: () => void call.chooseCancel(), children: read('cancel') } as const;

  return (
    <div className={styles.screen}>
      <div className={details.outcome}>
        {!isOver && (
          <span aria-hidden className={details.success}>
            <Icon icon={Check} size={24} />
          </span>
        )}
        <ScreenHeading>{read(isOver ? 'pastTitle' : titles[outcome])}</ScreenHeading>
        {outcome !== 'found' && appointment.clientEmail && (
          <p className={styles.prompt}>{read('confirmationSent', { email: isolate(appointment.clientEmail) })}</p>
        )}
        {movedFrom && (
          <p role="status" className={styles.prompt}>
            {read('movedFrom', { time: dates.span(movedFrom) })}
          </p>
        )}
      </div>
      <Alert store={store}>
        {state.problem === 'detailsIncomplete' && (
          <Button variant="quiet" onPress={() => void store.retryFetch()}>
            {read('tryAgain')}
          </Button>
        )}
      </Alert>
      <dl className={details.card}>
        <Detail
          term={read('when')}
          value={
            span && (
              <>
                <span className={details.when}>{dates.long(span.startMs, span.zone)}</span>
                <br />
                <span className={details.when}>{dates.timeSpan(span)}</span>
                <br />
                <span className={details.term}>{dates.zoneAt(span.startMs, span.zone)}</span>
              </>
            )
          }
        />
        {appointment.expertName && (
          <Detail term={read('who')}>
            <Expert of={appointment} />
          </Detail>
        )}
        <Detail term={read('how')} value={joinLink || weCall} />
      </dl>
      {!isOver && (
        <CalendarLinks
          store={store}
          event={call.calendarEvent()}
          actions={actions}
          calendarUrl={deployment.calendarUrl}
        />
      )}
      <div className={details.flush}>
        {!isOver && (
          <>
            <Button variant="quiet" onPress={call.edit}>
              {read('edit')}
            </Button>
            {deployment.cancelOrder === 'on-choose' ? (
              <GuardedButton {...cancel} hint={read('pressAgain')} />
            ) : (
              <Button {...cancel} />
            )}
          </>
        )}
        <Button variant="quiet" onPress={store.startOver}>
          {read('bookAnother')}
        </Button>
        {/* In landing mode there is nothing to return to. */}
        {!state.isLanding && (
          <Button variant="quiet" onPress={actions.close}>
            {read('closeDetails')}
          </Button>
        )}
      </div>
      <dl className={details.details}>
        <Detail
          term={read('confirmation')}
          value={<span className={details.number}>{confirmationNumber}</span>}
          dir="ltr"
        >
          <CopyButton variant="quiet" text={confirmationNumber} label={read('copy')} copiedLabel={read('copied')} />
          {state.manageUrl && (
            <CopyButton
              variant="quiet"
              text={state.manageUrl}
              label={read('copyLink')}
              copiedLabel={read('linkCopied')}
            />
          )}
        </Detail>
        <Detail term={read('question')} value={appointment.clientQuestion} />
        <Detail term={read('topic')} value={appointment.topic} />
        <Detail term={read('name')} value={fullName(read, appointment.clientFirstName, appointment.clientLastName)} />
        <Detail term={read('company')} value={appointment.clientCompany} />
        <Detail term={read('email')} value={appointment.clientEmail} dir="ltr" />
        <Detail term={read('phone')} value={phone} dir="ltr" />
        <Detail term={read('subregion')} value={appointment.stateOrProvince} />
      </dl>
    </div>
  );
}

interface DetailProps {
  readonly term: string;
  readonly value?: ReactNode;
  readonly dir?: 'ltr' | 'auto';
  /** After the value: a control, or content with its own text direction. */
  readonly children?: ReactNode;
}

function Detail({ term, value, dir = 'auto', children }: DetailProps) {
  if (!value && (value === '' || !children)) return null;
  return (
    <div className={details.detail}>
      <dt className={details.term}>{term}</dt>
      <dd className={details.value}>
        {value && <bdi dir={dir}>{value}</bdi>}
        {children}
      </dd>
    </div>
  );
}
