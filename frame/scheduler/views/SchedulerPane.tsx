import { memo, type ReactNode, useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio/react';
import { pendingField } from '../../../styles/field.css.ts';
import * as styles from '../../../styles/scheduler.css.ts';
import * as ui from '../../../styles/ui.css.ts';
import { toLocaleCode } from '../../text/locale.ts';
import { Button } from '../../ui/Button.tsx';
import { useLazy } from '../../ui/lazyView.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { createDateText } from '../dateText.ts';
import type { SchedulerDeployment } from '../deployment.ts';
import { noConfigErrorCode } from '../limits.ts';
import type { SchedulersStore } from '../schedulersStore.ts';
import type { SchedulerStore } from '../store.ts';
import type { AppointmentScreenProps } from './AppointmentScreen.tsx';
import type { SchedulerActions } from './actions.ts';
import { Finder } from './BookedBefore.tsx';
import { FormScreen } from './FormScreen.tsx';
import { later } from './later.ts';
import { Pending } from './Pending.tsx';
import { PaneShown, ScreenHeading, TakesFocus } from './ScreenHeading.tsx';

export interface SchedulerPaneProps {
  readonly schedulers: SchedulersStore;
  readonly actions: SchedulerActions;
  readonly deployment: SchedulerDeployment;
  /** The visitor opened the pane, so it can take the focus. */
  readonly takesFocus: boolean;
  readonly isPaneHidden: boolean;
}

/** The displayed scheduler, or the one that is prepared for display, or nothing (SC-011). */
export function SchedulerPane(props: SchedulerPaneProps) {
  const { current, prepared } = useSnapshot(props.schedulers.state);
  const store = (current ?? prepared) as SchedulerStore | undefined;
  const isPrepared = !current;
  const isLanding = store?.state.isLanding ?? false;
  return store ? (
    <div className={isPrepared ? styles.prepared : isLanding ? styles.landing : ''} inert={isPrepared}>
      <TakesFocus value={isPrepared ? undefined : props.takesFocus}>
        <PaneShown value={!props.isPaneHidden}>
          <CurrentScheduler {...props} store={store} isPrepared={isPrepared} />
        </PaneShown>
      </TakesFocus>
    </div>
  ) : null;
}

interface CurrentProps extends SchedulerPaneProps {
  readonly store: SchedulerStore;
  /** Rendered, but invisible and inert. */
  readonly isPrepared: boolean;
}

function CurrentScheduler(props: CurrentProps) {
  const { store, actions, isPrepared } = props;
  const state = useSnapshot(store.state);
  const isShown = isPrepared || state.isDisplayed || state.isLanding || state.cancelled !== undefined;

  // The store hides itself after a cancellation. The pane has to follow.
  useEffect(() => {
    if (!isShown && state.hasDisplayed) actions.finished();
  }, [isShown, state.hasDisplayed, actions]);

  // A change of the form's information starts a new screen only while the form is shown.
  const info = state.displayedScreen === 'FORM' ? state.info : '';
  const screen = `${JSON.stringify(store.name)} ${info} ${state.displayedScreen} ${state.appointment ? 1 : 0} ${state.cancelled ? 1 : 0}`;
  if (!isShown) return null;
  const { schedulers, deployment } = props;
  return (
    <>
      <Pending store={store} />
      <Screen key={screen} store={store} schedulers={schedulers} actions={actions} deployment={deployment} />
    </>
  );
}

interface ScreenProps extends Omit<SchedulerPaneProps, 'takesFocus' | 'isPaneHidden'> {
  readonly store: SchedulerStore;
}

/** Rendered while it is prepared, and not again when the press shows it. */
const Screen = memo(function Screen(props: ScreenProps) {
  const { store, schedulers, actions, deployment } = props;
  const state = useSnapshot(store.state);
  const { read } = store;
  const { textLocale, displayedScreen, hours } = state;
  const dates = useMemo(() => createDateText(toLocaleCode(textLocale), store.now(), hours), [textLocale, store, hours]);
  const wayOut = state.isEditing ? (
    <Button variant="quiet" onPress={() => void store.bookedCall()?.leaveEdit()}>
      {read('back')}
    </Button>
  ) : (
    !state.isLanding && (
      <Button variant="quiet" onPress={actions.showMenu}>
        {read('otherWays')}
      </Button>
    )
  );
  const messageScreen = (children: ReactNode): ReactNode => (
    <div className={`${styles.screen} ${styles.center}`}>
      <ScreenHeading>{read('title')}</ScreenHeading>
      {children}
    </div>
  );

  if (state.cancelled && !state.isLanding)
    return <LazyAppointmentScreen {...props} screen="CONFIRMATION_CANCEL" dates={dates} />;
  if (state.clientUrl) {
    const { href, isBlocked } = state.clientUrl;
    return messageScreen(
      <>
        {isBlocked && <Notice kind="error">{read('tabBlocked')}</Notice>}
        <PageLink href={href} target="tab" variant="primary" newTabText={read('newTab')} onOpen={actions.openTab}>
          {read('openBooking')}
        </PageLink>
        {wayOut}
      </>,
    );
  }
  // With a problem, the code is that of a failed call.
  const isUnavailable = state.errorCode === noConfigErrorCode && !state.problem;
  if (isUnavailable || (state.info === 'none' && displayedScreen === 'FORM')) {
    return messageScreen(
      <>
        <Notice kind="error">{read('notAvailable')}</Notice>
        {wayOut}
      </>,
    );
  }
  if (displayedScreen === 'DETAILS' && (state.problem === 'notFound' || state.problem === 'unreachable')) {
    return messageScreen(
      <>
        <Notice kind="error">{read(state.problem)}</Notice>
        {state.problem === 'notFound' && <Finder store={store} />}
        <div className={styles.row}>
          {state.problem === 'unreachable' && (
            <Button variant="primary" onPress={() => void store.retryFetch()}>
              {read('tryAgain')}
            </Button>
          )}
          <Button variant="secondary" onPress={store.startOver}>
            {read('bookNew')}
          </Button>
        </div>
      </>,
    );
  }
  if (state.info === 'failed' && !state.isInfoFetching && displayedScreen === 'FORM') {
    return messageScreen(
      <>
        <Notice kind="error">{read('infoFailed')}</Notice>
        <div className={styles.row}>
          <Button variant="primary" onPress={() => void schedulers.retry()}>
            {read('tryAgain')}
          </Button>
          {wayOut}
        </div>
      </>,
    );
  }
  // A loaded appointment can be cancelled even if the form's information is missing.
  const isWaiting =
    displayedScreen === 'DETAILS' ? !state.appointment : displayedScreen === 'FORM' && state.info !== 'ready';
  if (isWaiting) {
    return (
      <div className={styles.screen}>
        {[0, 1, 2, 3].map((index) => (
          <div key={index} className={`${ui.skeleton} ${pendingField}`} />
        ))}
      </div>
    );
  }
  return displayedScreen === 'FORM' ? (
    <FormScreen {...props} dates={dates} privacyUrl={deployment.privacyUrl} />
  ) : (
    <LazyAppointmentScreen {...props} screen={displayedScreen} dates={dates} />
  );
});

function LazyAppointmentScreen(props: Omit<AppointmentScreenProps, 'call'>) {
  const { AppointmentScreen } = useLazy(later);
  const call = props.store.bookedCall();
  return call && <AppointmentScreen {...props} call={call} />;
}
