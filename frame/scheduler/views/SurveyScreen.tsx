import { useId, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import * as styles from '../../../styles/scheduler.css.ts';
import { Button } from '../../ui/Button.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { BookedCall } from '../bookedCallStore.ts';
import type { DateText } from '../dateText.ts';
import { maxCommentLength } from '../limits.ts';
import type { SchedulerStore } from '../store.ts';
import { Alert } from './Alert.tsx';
import { ScreenHeading } from './ScreenHeading.tsx';

const reasons = ['reasonTime', 'reasonAnswered', 'reasonMistake', 'reasonOther'] as const;

/** The pressed button was removed with its row. */
function takeLostFocus(button: HTMLButtonElement | null): void {
  if (document.activeElement === document.body && document.hasFocus()) button?.focus();
}

export interface SurveyScreenProps {
  readonly store: SchedulerStore;
  readonly call: BookedCall;
  readonly dates: DateText;
}

/** SC-116 to SC-118: which call, the reason for cancelling it, and the final confirmation. */
export function SurveyScreen({ store, call, dates }: SurveyScreenProps) {
  const { survey, isSubmitting, appointmentDetails, problem, isTimeReady } = useSnapshot(store.state, { sync: true });
  const group = useRef<HTMLFieldSetElement>(null);
  const errorId = useId();
  const { read } = store;
  const span = isTimeReady ? call.appointmentSpan() : undefined;

  return (
    <form
      noValidate
      data-binds
      className={styles.screen}
      onSubmit={(event) => {
        event.preventDefault();
        void call.submitSurvey();
        if (store.state.survey.isReasonMissing) group.current?.querySelector('input')?.focus();
      }}
    >
      {/* With `on-choose`, nothing else says so. */}
      <ScreenHeading>{read(appointmentDetails ? 'surveyTitle' : 'cancelled')}</ScreenHeading>
      {span && <p>{dates.span(span)}</p>}
      <fieldset ref={group} className={styles.choices} aria-describedby={survey.isReasonMissing ? errorId : undefined}>
        <legend className={styles.legend}>{read('reason')}</legend>
        {reasons.map((key) => (
          <label key={key} className={styles.choice}>
            <input
              type="radio"
              name="scheduler-reason"
              className={styles.radio}
              checked={survey.reason === read(key)}
              onChange={() => call.setReason(read(key))}
            />
            <span>{read(key)}</span>
          </label>
        ))}
        {survey.isReasonMissing && (
          <p id={errorId} role="alert" className={styles.error}>
            {read('errorReason')}
          </p>
        )}
      </fieldset>
      <TextField
        label={read('comment')}
        value={survey.comment}
        rows={3}
        maxLength={maxCommentLength}
        dir="auto"
        onChange={call.setComment}
      />
      <Alert store={store}>
        {problem === 'surveyFailed' && (
          <>
            <Button ref={takeLostFocus} variant="quiet" onPress={() => void call.submitSurvey()}>
              {read('tryAgain')}
            </Button>
            <Button variant="quiet" onPress={call.finishCancel}>
              {read('closeDetails')}
            </Button>
          </>
        )}
      </Alert>
      {problem !== 'surveyFailed' && (
        <div className={styles.row}>
          <GuardedButton
            hint={read('pressAgain')}
            type="submit"
            variant={appointmentDetails ? 'dangerous' : 'primary'}
            aria-disabled={isSubmitting}
          >
            {isSubmitting && <span className={styles.spinner} />}
            <span>{read(appointmentDetails ? 'confirmCancel' : 'sendFeedback')}</span>
          </GuardedButton>
          <Button
            variant="quiet"
            isDisabled={isSubmitting}
            onPress={appointmentDetails ? call.keepAppointment : call.finishCancel}
          >
            {read(appointmentDetails ? 'keep' : 'closeDetails')}
          </Button>
        </div>
      )}
    </form>
  );
}
