import { isWidgetError } from '../platform/errors.ts';
import { type Booking, type PageValues, toBooking } from './appointment.ts';
import type { AppointmentApi } from './appointmentApi.ts';
import type { AppointmentStore } from './appointmentStore.ts';
import type { AvailabilityStore } from './availabilityStore.ts';
import { isGone, isUnanswered, mayHaveSucceeded } from './callOutcome.ts';
import type { TimeSpan } from './dateText.ts';
import type { FormStore } from './formStore.ts';
import type { InstancePorts } from './ports.ts';
import type { ProblemStore } from './problemStore.ts';
import { clearTimeMessages, type SchedulerState } from './state.ts';
import type { TopicStore } from './topicStore.ts';

/** A booking as it was first sent, with its idempotency key. */
interface Attempt {
  readonly key: string;
  readonly payload: Booking;
}

export interface BookingParts {
  readonly times: Pick<
    AvailabilityStore,
    'zone' | 'expertId' | 'drop' | 'lookup' | 'chosenMs' | 'dropPastChoice' | 'uncertain'
  >;
  readonly topic: Pick<TopicStore, 'confirmedLabel'>;
  readonly form: Pick<FormStore, 'check' | 'canCheckEmail' | 'loadDomains'>;
  readonly appointment: Pick<AppointmentStore, 'display' | 'appointmentSpan' | 'changeMayBeDone'>;
  readonly problems: ProblemStore;
  /** The visitor has left. What they have not sent yet is not sent. */
  readonly isAbandoned: () => boolean;
}

/** The booking of one scheduler: sends the form once and shows the outcome. */
export function createBooking(
  ports: Pick<InstancePorts, 'log' | 'deployment' | 'createId' | 'page'>,
  api: Pick<AppointmentApi, 'book' | 'edit' | 'fetch'>,
  state: SchedulerState,
  resource: string,
  { times, topic, form, appointment, problems, isAbandoned }: BookingParts,
) {
  const { dispatch, fail } = problems;
  const { uncertain } = times;
  /** All attempts since the last success, by the requested booking (REL-29). */
  const attempts = new Map<string, Attempt>();
  /** The appointment whose edit may have succeeded although it failed. It may have another number now. */
  let uncertainEdit = '';

  /** Copies the form before waiting for the page, so that only checked values are sent. */
  async function toPayload(page: Promise<PageValues>): Promise<Booking | undefined> {
    const { config } = state;
    if (!config) return undefined;
    // Send the zone the times are shown in, which the form may lack (SC-059).
    const sent = { ...state.form, timezone: times.zone() };
    const facts = { form: sent, config, expertId: times.expertId(), cognitiveFilterIntent: topic.confirmedLabel() };
    return toBooking({ ...facts, page: await page });
  }

  /**
   * A repeated booking is sent exactly as the first time, with the same key, even if the first attempt had no answer or
   * the page's own values have changed since.
   */
  function attemptOf(number: string, payload: Booking): Attempt {
    const { url, uniquePageId, bluemixAnonId, ibmId, productName, ...wanted } = payload;
    const id = JSON.stringify([number, wanted]);
    const attempt = attempts.get(id) ?? { key: ports.createId(), payload };
    attempts.set(id, attempt);
    return attempt;
  }

  function book(wanted: Booking): Promise<string> {
    const { payload, key } = attemptOf('', wanted);
    return api.book(payload, key);
  }

  /**
   * SC-103, SC-104: edits by PUT. After a failed edit, `editFallback` decides whether a new booking follows, but never
   * after an edit that may have succeeded.
   */
  async function send(wanted: Booking): Promise<string> {
    const number = state.confirmationNumber;
    if (number === '') return book(wanted);
    const { payload, key } = attemptOf(number, wanted);
    try {
      return (await api.edit(number, payload, key)) ?? number;
    } catch (error) {
      if (mayHaveSucceeded(error)) uncertainEdit = number;
      const rule = ports.deployment.editFallback;
      const makesNewBooking = rule === 'always' || (rule === 'not-found' && isGone(error));
      if (!makesNewBooking || uncertainEdit === number) throw error;
      ports.log.warn('The appointment could not be changed; making a new booking.', error);
      return book(wanted);
    }
  }

  async function submit(): Promise<void> {
    if (state.isSubmitting) return;
    // The booked time of an edited call may have passed.
    const before = state.isEditing ? appointment.appointmentSpan() : undefined;
    if (!before || before.startMs !== times.chosenMs()) times.dropPastChoice();
    if (!form.check()) return;
    dispatch({ type: 'ERROR_CLEAR' });
    state.isSubmitting = true;
    let startMs: number | undefined;
    let expert = '';
    try {
      // Before the wait for the domains, after which the page may have values of the next visitor.
      const page = ports.page();
      if (!form.canCheckEmail()) {
        await Promise.all([page, form.loadDomains()]);
        if (!form.check()) return;
      }
      startMs = times.chosenMs();
      expert = times.expertId();
      const payload = await toPayload(page);
      if (!payload || isAbandoned()) return;
      state.confirmationNumber = await send(payload);
      forget();
      await showDetails(payload);
      showOutcome(before);
    } catch (error) {
      showFailure(error, startMs, expert);
    } finally {
      state.isSubmitting = false;
    }
  }

  /** Shows what has changed about an earlier booked call. */
  function showOutcome(before: TimeSpan | undefined): void {
    const after = appointment.appointmentSpan();
    const isMoved = before !== undefined && after !== undefined && before.startMs !== after.startMs;
    state.outcome = !before ? 'booked' : isMoved ? 'moved' : 'changed';
    state.movedFrom = isMoved ? before : undefined;
  }

  /** `startMs`, `expert`: what was sent. The visitor may have chosen another time since. */
  function showFailure(error: unknown, startMs: number | undefined, expert: string): void {
    const isTaken = isWidgetError(error) && error.status === 409;
    if (isTaken && !uncertain.has(startMs)) {
      fail(error, 'The chosen time was just taken.', 'taken');
      attempts.clear();
      clearTimeMessages(state);
      state.takenMs = startMs;
      times.drop(startMs, expert);
      // The alert explains it, so the field needs no error of its own.
      state.touched.selectedTime = false;
      state.displayedAccordian = 'CALENDAR';
      void times.lookup();
      return;
    }
    if (mayHaveSucceeded(error)) uncertain.add(startMs);
    const isMoved = state.isEditing && uncertainEdit === state.confirmationNumber && isGone(error);
    const mayBeDone = isTaken || isMoved || isUnanswered(error);
    if (!state.isEditing) {
      fail(error, 'The call could not be booked.', mayBeDone ? 'timedOut' : 'failed');
      return;
    }
    const problem = mayBeDone ? 'changeTimedOut' : 'changeFailed';
    fail(error, 'The call could not be changed.', problem);
    if (mayHaveSucceeded(error)) appointment.changeMayBeDone(problem);
  }

  /** SC-099, SC-102: shows the details, from the sent values if the appointment cannot be fetched. */
  async function showDetails(payload: Booking): Promise<void> {
    const confirmationNumber = state.confirmationNumber;
    try {
      appointment.display({ ...(await api.fetch(confirmationNumber)), confirmationNumber });
    } catch (error) {
      fail(error, 'The booked appointment could not be fetched.', 'detailsIncomplete');
      appointment.display({ ...payload, confirmationNumber, resource }, true);
    }
    state.isEditing = false;
    state.displayedScreen = 'DETAILS';
  }

  /** Forgets earlier attempts: the next booking is a new call. */
  function forget(): void {
    attempts.clear();
    uncertain.clear();
    uncertainEdit = '';
  }

  return { submit, forget };
}

export type BookingStore = ReturnType<typeof createBooking>;
