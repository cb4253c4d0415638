import type { AppointmentApi } from './appointmentApi.ts';
import { isGone, isUnanswered, mayHaveSucceeded } from './callOutcome.ts';
import { fitText } from './fitText.ts';
import { maxCommentLength } from './limits.ts';
import type { InstancePorts } from './ports.ts';
import type { ProblemStore } from './problemStore.ts';
import type { Problem, SchedulerState } from './state.ts';

/** Cancelling the appointment of one scheduler: the deletion and the survey (SC-116 to SC-126). */
export function createCancellation(
  { log, deployment }: Pick<InstancePorts, 'log' | 'deployment'>,
  api: Pick<AppointmentApi, 'cancel' | 'survey'>,
  state: SchedulerState,
  { dispatch, fail }: ProblemStore,
  /** Called when the call is cancelled and the survey is sent or given up. */
  finishCancel: () => void,
  /** Loads the appointment again. The message stays if the service does not tell the outcome. */
  reload: (uncertain: Problem) => Promise<void>,
) {
  /** A deletion failed in a way that leaves its outcome unknown, so the appointment may already be gone. */
  let mayBeDeleted = false;
  /** At least one of these deletions had no answer. */
  let wasUnanswered = false;

  const failure = (): Problem => (wasUnanswered ? 'cancelUnanswered' : 'cancelFailed');

  /** SC-119: true if the call is cancelled, also by an earlier deletion that had seemed to fail. */
  async function deleteAppointment(): Promise<boolean> {
    try {
      await api.cancel(state.confirmationNumber);
    } catch (error) {
      if (!mayBeDeleted || !isGone(error)) {
        mayBeDeleted ||= mayHaveSucceeded(error);
        wasUnanswered ||= isUnanswered(error);
        fail(error, 'The appointment could not be cancelled.', failure());
        return false;
      }
      log.warn('An earlier deletion had succeeded.', error);
    }
    state.appointmentDetails = undefined;
    return true;
  }

  return {
    /** The service has the appointment, so it was not deleted. */
    appointmentExists(): void {
      mayBeDeleted = false;
      wasUnanswered = false;
    },
    async chooseCancel(): Promise<void> {
      if (state.isSubmitting) return;
      dispatch({ type: 'ERROR_CLEAR' });
      if (deployment.cancelOrder === 'on-choose') {
        state.isSubmitting = true;
        const isDeleted = await deleteAppointment();
        state.isSubmitting = false;
        if (!isDeleted) return;
      }
      state.displayedScreen = 'CANCELLATION_SURVEY';
    },
    /** SC-118: back to the details. The appointment is unchanged, unless a deletion was sent whose outcome is unknown. */
    async keepAppointment(): Promise<void> {
      if (state.isSubmitting) return;
      dispatch({ type: 'ERROR_CLEAR' });
      state.displayedScreen = 'DETAILS';
      if (!mayBeDeleted) return;
      await reload(failure());
      if (state.problem === 'notFound') finishCancel();
    },
    setReason(reason: string): void {
      state.survey.reason = reason;
      state.survey.isReasonMissing = false;
    },
    setComment(comment: string): void {
      state.survey.comment = fitText(comment, maxCommentLength);
    },
    async submitSurvey(): Promise<void> {
      if (state.isSubmitting) return;
      state.survey.isReasonMissing = state.survey.reason === '';
      if (state.survey.isReasonMissing) return;
      dispatch({ type: 'ERROR_CLEAR' });
      state.isSubmitting = true;
      try {
        // A retry after only the survey failed has no appointment left to delete (SC-126).
        if (state.appointmentDetails && !(await deleteAppointment())) return;
        const { reason, comment } = state.survey;
        await api.survey({ confirmationNumber: state.confirmationNumber, reason, comment: comment.trim() });
        finishCancel();
      } catch (error) {
        fail(error, 'The cancellation survey could not be sent.', 'surveyFailed');
      } finally {
        state.isSubmitting = false;
      }
    },
  };
}

export type CancellationStore = ReturnType<typeof createCancellation>;
