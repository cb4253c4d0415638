import { ref } from 'valtio/vanilla';
import type { TextReader } from '../text/texts.ts';
import { fromAppointment } from './appointment.ts';
import type { AvailabilityStore } from './availabilityStore.ts';
import type { CalendarEvent } from './calendarFile.ts';
import { isGone, isUnanswered } from './callOutcome.ts';
import { parseConfirmationNumber } from './confirmationNumber.ts';
import { regionOfCode } from './dialing.ts';
import { fitText } from './fitText.ts';
import type { FormStore } from './formStore.ts';
import { commentMaxLength, defaultZone, fieldMaxLength } from './limits.ts';
import type { InstancePorts } from './ports.ts';
import type { ProblemStore } from './problemStore.ts';
import { toInstantMs } from './readSlots.ts';
import type { Appointment, SchedulerForm } from './records.ts';
import type { SchedulerState } from './state.ts';
import type { SchedulerTextKey } from './texts.ts';
import { isKnownZone } from './timeZones.ts';
import type { TopicStore } from './topicStore.ts';

export interface AppointmentParts {
  readonly times: Pick<
    AvailabilityStore,
    'temporal' | 'regroup' | 'offerZone' | 'chosenMs' | 'chosenEndMs' | 'clearChosen' | 'forget'
  >;
  readonly topic: Pick<TopicStore, 'questionLoaded'>;
  readonly form: Pick<FormStore, 'region'>;
  readonly problems: ProblemStore;
  readonly read: TextReader<SchedulerTextKey>;
  /** The appointment is cancelled and the survey taken. */
  readonly finishCancel: () => void;
}

/** An instance's appointment: found, shown, changed, cancelled. */
export function createAppointment(
  { api, clock, log, deployment }: Pick<InstancePorts, 'api' | 'clock' | 'log' | 'deployment'>,
  state: SchedulerState,
  { times, topic, form: fields, problems, read, finishCancel }: AppointmentParts,
) {
  const { dispatch, fail } = problems;
  /** A deletion was sent and not answered: it may have been done. */
  let isRemovalUnanswered = false;

  function fill(appointment: Appointment): void {
    const codes = state.dialingCodes.map(({ code }) => code);
    const form: SchedulerForm = fromAppointment(appointment, codes, state.privacyViewed);
    Object.assign(state.form, form);
    state.dialingRegion = regionOfCode(state.dialingCodes, form.dialingCode, fields.region()) || fields.region();
    const { confirmationNumber, startDateTime, endDateTime, clientTimezone, expertId } = appointment;
    state.appointment = ref(appointment);
    state.appointmentDetails = { confirmationNumber, startDateTime, endDateTime, clientTimezone, expertId };
    state.isSlotGone = false;
    isRemovalUnanswered = false;
    topic.questionLoaded();
    times.regroup();
  }

  /** SC-109, SC-115, SC-131. */
  async function find(text: string): Promise<void> {
    dispatch({ type: 'ERROR_CLEAR' });
    const number = parseConfirmationNumber(text);
    state.displayedScreen = 'DETAILS';
    state.confirmationNumber = number ?? text.trim().slice(0, fieldMaxLength);
    if (number === undefined) {
      log.warn('The confirmation number is not one.');
      state.problem = 'notFound';
      return;
    }
    state.isSubmitting = true;
    try {
      fill({ ...(await api.fetch(number)), confirmationNumber: number });
    } catch (error) {
      fail(error, 'The appointment could not be loaded.', state.appointment ? 'detailsIncomplete' : 'notFound');
    } finally {
      state.isSubmitting = false;
    }
  }

  function edit(): void {
    if (!state.appointment || state.isSubmitting) return;
    dispatch({ type: 'ERROR_CLEAR' });
    state.isEditing = true;
    state.touched = {};
    fill(state.appointment);
    times.offerZone();
    // A time that cannot be read is not sent back: another one is chosen.
    const isReadable = times.chosenMs() !== undefined && times.chosenEndMs() !== undefined;
    if (times.temporal() && !isReadable) times.clearChosen();
    state.displayedScreen = 'FORM';
    state.displayedAccordian = 'QUESTION';
    times.forget();
  }

  /** SC-105: back to DETAILS as they were; while a change is under way its answer is waited for. */
  function leaveEdit(): void {
    if (!state.appointment || state.isSubmitting) return;
    dispatch({ type: 'ERROR_CLEAR' });
    state.isEditing = false;
    fill(state.appointment);
    state.displayedScreen = 'DETAILS';
  }

  // --- cancellation --------------------------------------------------------------------------------------------

  /** SC-119. True when the appointment is cancelled: also when it is gone after a deletion that nobody answered. */
  async function remove(): Promise<boolean> {
    try {
      await api.cancel(state.confirmationNumber);
    } catch (error) {
      if (!isRemovalUnanswered || !isGone(error)) {
        isRemovalUnanswered ||= isUnanswered(error);
        fail(error, 'The appointment could not be cancelled.', 'cancelFailed');
        return false;
      }
      log.warn('The appointment was cancelled before, without an answer.', error);
    }
    isRemovalUnanswered = false;
    state.appointmentDetails = undefined;
    return true;
  }

  async function chooseCancel(): Promise<void> {
    if (state.isSubmitting) return;
    dispatch({ type: 'ERROR_CLEAR' });
    if (deployment.cancelOrder === 'on-choose') {
      state.isSubmitting = true;
      const isRemoved = await remove();
      state.isSubmitting = false;
      if (!isRemoved) return;
    }
    state.displayedScreen = 'CANCELLATION_SURVEY';
  }

  async function submitSurvey(): Promise<void> {
    if (state.isSubmitting) return;
    state.survey.isReasonMissing = state.survey.reason === '';
    if (state.survey.isReasonMissing) return;
    dispatch({ type: 'ERROR_CLEAR' });
    state.isSubmitting = true;
    try {
      // A retry after the survey alone failed finds the appointment gone and sends only the survey (SC-126).
      if (state.appointmentDetails && !(await remove())) return;
      const { reason, comment } = state.survey;
      await api.survey({ confirmationNumber: state.confirmationNumber, reason, comment: comment.trim() });
      finishCancel();
    } catch (error) {
      fail(error, 'The cancellation survey was not taken.', 'surveyFailed');
    } finally {
      state.isSubmitting = false;
    }
  }

  /** Start and end of the appointment, in its own zone where the browser knows it (SC-114). */
  function appointmentSpan(): { readonly startMs: number; readonly endMs: number; readonly zone: string } | undefined {
    const T = times.temporal();
    const { appointment } = state;
    if (!T || !appointment) return undefined;
    const zone = isKnownZone(appointment.clientTimezone) ? appointment.clientTimezone : defaultZone;
    const startMs = toInstantMs(T, appointment.startDateTime, zone);
    if (startMs === undefined) return undefined;
    return { startMs, endMs: toInstantMs(T, appointment.endDateTime, zone) ?? startMs, zone };
  }

  return {
    fill,
    find,
    edit,
    leaveEdit,
    chooseCancel,
    submitSurvey,
    appointmentSpan,
    /** For the visitor's own calendar. */
    calendarEvent(): CalendarEvent | undefined {
      const span = appointmentSpan();
      if (!span || !state.appointment) return undefined;
      return {
        ...span,
        uid: `${state.confirmationNumber}@contact-widget`,
        stampMs: clock.now(),
        title: read('eventTitle'),
        description: `${read('confirmation')}: ${state.confirmationNumber}\n${state.appointment.clientQuestion}`,
        url: '',
      };
    },
    /** SC-118: nothing was sent yet, the appointment stands. */
    keepAppointment(): void {
      if (state.isSubmitting) return;
      dispatch({ type: 'ERROR_CLEAR' });
      state.displayedScreen = 'DETAILS';
    },
    setReason(reason: string): void {
      state.survey.reason = reason;
      state.survey.isReasonMissing = false;
    },
    setComment(comment: string): void {
      state.survey.comment = fitText(comment, commentMaxLength);
    },
    /** SC-102: repeats only the fetch. */
    async retryFetch(): Promise<void> {
      if (!state.isSubmitting) await find(state.confirmationNumber);
    },
  };
}

export type AppointmentStore = ReturnType<typeof createAppointment>;
