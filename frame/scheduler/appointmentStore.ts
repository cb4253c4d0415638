import { ref } from 'valtio/vanilla';
import type { TextReader } from '../text/texts.ts';
import { fromAppointment } from './appointment.ts';
import type { AppointmentApi } from './appointmentApi.ts';
import { type AppointmentSpan, toAppointmentSpan } from './appointmentSpan.ts';
import type { AvailabilityStore } from './availabilityStore.ts';
import type { CalendarEvent } from './calendarFile.ts';
import { hasNoAppointment, isGone } from './callOutcome.ts';
import type { CancellationStore } from './cancellationStore.ts';
import type { FormStore } from './formStore.ts';
import type { KeptInput } from './keptInput.ts';
import { toManageUrl } from './manageUrl.ts';
import type { InstancePorts, SchedulerName } from './ports.ts';
import type { ProblemStore } from './problemStore.ts';
import type { Appointment, SchedulerForm } from './records.ts';
import { clearAttempt, clearTimeMessages, type Problem, type SchedulerState } from './state.ts';
import type { SchedulerTextKey } from './texts.ts';
import type { TopicStore } from './topicStore.ts';

export interface AppointmentParts {
  readonly times: Pick<AvailabilityStore, 'temporal' | 'regroup' | 'offerZone' | 'clearUnreadable' | 'forget'>;
  readonly topic: Pick<TopicStore, 'questionLoaded'>;
  readonly form: Pick<FormStore, 'regionFor'>;
  readonly input: Pick<KeptInput, 'keep'>;
  readonly problems: ProblemStore;
  readonly cancellation: Pick<CancellationStore, 'appointmentExists'>;
  readonly read: TextReader<SchedulerTextKey>;
  readonly name: SchedulerName;
}

/** The appointment of one scheduler: loading it, showing it, and editing it. */
export function createAppointment(
  { clock, pageUrl, deployment }: Pick<InstancePorts, 'clock' | 'pageUrl' | 'deployment'>,
  api: Pick<AppointmentApi, 'fetch'>,
  state: SchedulerState,
  { times, topic, form: fields, input, problems, cancellation, read, name }: AppointmentParts,
) {
  const { dispatch, fail } = problems;
  /** The message of a change that may have succeeded although it failed. */
  let uncertainChange: Problem | undefined;
  /** The service has confirmed the booking but not yet found it. It may not have arrived everywhere. */
  let isUnfetched = false;

  function fill(appointment: Appointment): void {
    const codes = state.dialingCodes.map(({ code }) => code);
    const form: SchedulerForm = fromAppointment(appointment, codes, state.privacyViewed);
    Object.assign(state.form, form);
    state.dialingRegion = fields.regionFor(form.dialingCode);
    const { confirmationNumber, startDateTime, endDateTime, clientTimezone, expertId } = appointment;
    state.appointment = ref(appointment);
    state.appointmentDetails = { confirmationNumber, startDateTime, endDateTime, clientTimezone, expertId };
    clearTimeMessages(state);
    topic.questionLoaded();
    times.regroup();
    // The link opens the call in the page's focus area, where a purpose of another one would find no scheduler.
    const purpose = name.focusArea ? undefined : name.purpose || state.config?.purpose;
    state.manageUrl = toManageUrl(pageUrl(), confirmationNumber, state.isLanding, purpose);
  }

  /** Shows an appointment that the service has. `isSent`: as it was sent, because it could not be fetched. */
  function display(appointment: Appointment, isSent = false): void {
    isUnfetched = isSent;
    cancellation.appointmentExists();
    uncertainChange = undefined;
    fill(appointment);
  }

  /**
   * Loads the appointment of the confirmation number, but not while another call is in progress.
   * `uncertain`: the message of an earlier action, which stays if the service does not tell the outcome now either.
   */
  async function load(uncertain?: Problem): Promise<void> {
    if (state.isSubmitting) return;
    dispatch({ type: 'ERROR_CLEAR' });
    const number = state.confirmationNumber;
    state.isSubmitting = true;
    try {
      const found = await api.fetch(number);
      // Until then, the form is the visitor's own.
      if (!state.appointment) input.keep();
      display({ ...found, confirmationNumber: number });
    } catch (error) {
      const isShown = state.appointment?.confirmationNumber === number;
      const isMissing = isShown ? isGone(error) && !isUnfetched : hasNoAppointment(error);
      const problem = isMissing ? 'notFound' : (uncertain ?? (isShown ? 'detailsIncomplete' : 'unreachable'));
      fail(error, 'The appointment could not be loaded.', problem);
    } finally {
      state.isSubmitting = false;
    }
  }

  function appointmentSpan(): AppointmentSpan | undefined {
    const T = times.temporal();
    return T && state.appointment && toAppointmentSpan(T, state.appointment);
  }

  return {
    display,
    load,
    /** An edit has failed with this message, and its outcome is unknown. */
    changeMayBeDone(problem: Problem): void {
      uncertainChange = problem;
    },
    appointmentSpan,
    edit(): void {
      if (!state.appointment || state.isSubmitting) return;
      dispatch({ type: 'ERROR_CLEAR' });
      clearAttempt(state);
      state.isEditing = true;
      fill(state.appointment);
      times.offerZone();
      times.clearUnreadable();
      state.displayedScreen = 'FORM';
      state.displayedAccordian = 'QUESTION';
      times.forget();
    },
    /** SC-105: back to the details, but not while a change is being sent. Loads them again if they may have changed. */
    async leaveEdit(): Promise<void> {
      if (!state.appointment || state.isSubmitting) return;
      dispatch({ type: 'ERROR_CLEAR' });
      state.isEditing = false;
      fill(state.appointment);
      state.displayedScreen = 'DETAILS';
      if (uncertainChange) await load(uncertainChange);
    },
    /** The entry for the visitor's own calendar. Its UID stays the same when the call is moved or cancelled. */
    calendarEvent({ isCancelled = false } = {}): CalendarEvent | undefined {
      const span = appointmentSpan();
      const { appointment, manageUrl, confirmationNumber } = state;
      if (!span || !appointment) return undefined;
      const { expertName: name, meetingUrl, clientPhone: phone, clientQuestion } = appointment;
      const how = meetingUrl ?? (phone === '' ? '' : read('weCall', { phone }));
      const description = [
        how,
        read('labelled', { label: read('confirmation'), value: confirmationNumber }),
        clientQuestion,
      ];
      return {
        ...span,
        uid: `${confirmationNumber}@contact-widget`,
        stampMs: clock.now(),
        title: name ? read('eventTitleWith', { name }) : read('eventTitle'),
        description: description.filter(Boolean).join('\n'),
        location: how,
        url: manageUrl,
        urlLine: manageUrl && read('labelled', { label: read('manage'), value: manageUrl }),
        organizer: deployment.organizer,
        isCancelled,
      };
    },
  };
}

export type AppointmentStore = ReturnType<typeof createAppointment>;
