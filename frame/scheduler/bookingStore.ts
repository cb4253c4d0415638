import { isWidgetError } from '../platform/errors.ts';
import { type Booking, toBooking } from './appointment.ts';
import type { AppointmentStore } from './appointmentStore.ts';
import type { AvailabilityStore } from './availabilityStore.ts';
import { isGone, isUnanswered } from './callOutcome.ts';
import type { FormStore } from './formStore.ts';
import type { InstancePorts } from './ports.ts';
import type { ProblemStore } from './problemStore.ts';
import type { SchedulerState } from './state.ts';
import type { TopicStore } from './topicStore.ts';

/** A booking as it was sent, with its idempotency key. */
interface Attempt {
  readonly key: string;
  readonly payload: Booking;
}

export interface BookingParts {
  readonly times: Pick<AvailabilityStore, 'zone' | 'expertId' | 'clearChosen' | 'lookup'>;
  readonly topic: Pick<TopicStore, 'confirmedLabel'>;
  readonly form: Pick<FormStore, 'check'>;
  readonly appointment: Pick<AppointmentStore, 'fill'>;
  readonly problems: ProblemStore;
}

/** An instance's booking: sends the form, once, and says what became of it. */
export function createBooking(
  ports: Pick<InstancePorts, 'api' | 'log' | 'deployment' | 'createId' | 'page'>,
  state: SchedulerState,
  resource: string,
  { times, topic, form, appointment, problems }: BookingParts,
) {
  const { dispatch, fail } = problems;
  /** What was sent since the last success, by what the visitor asked for (REL-29). */
  const attempts = new Map<string, Attempt>();

  /** The form as it was checked, whatever is typed while the page is asked. */
  async function toPayload(): Promise<Booking | undefined> {
    const { config } = state;
    if (!config) return undefined;
    // The service gets the zone that the times were shown in, also where the form has none (SC-059).
    const sent = { ...state.form, timezone: times.zone() };
    const facts = { form: sent, config, expertId: times.expertId(), cognitiveFilterIntent: topic.confirmedLabel() };
    return toBooking({ ...facts, page: await ports.page() });
  }

  /**
   * The same booking asked for again goes out as it did before, with the same key, whatever became of the first answer
   * and whatever the page says of itself by now.
   */
  function attemptOf(number: string, payload: Booking): Attempt {
    const { url, uniquePageId, bluemixAnonId, ibmId, productName, ...asked } = payload;
    const text = JSON.stringify([number, asked]);
    const attempt = attempts.get(text) ?? { key: ports.createId(), payload };
    attempts.set(text, attempt);
    return attempt;
  }

  function book(asked: Booking): Promise<string> {
    const { payload, key } = attemptOf('', asked);
    return ports.api.book(payload, key);
  }

  /** SC-103, SC-104: PUT, and where the rule says so, POST after it; never after silence, which may be a moved call. */
  async function send(asked: Booking): Promise<string> {
    const number = state.confirmationNumber;
    if (number === '') return book(asked);
    const { payload, key } = attemptOf(number, asked);
    try {
      return (await ports.api.edit(number, payload, key)) ?? number;
    } catch (error) {
      const rule = ports.deployment.editFallback;
      const booksAnew = rule === 'always' ? !isUnanswered(error) : rule === 'not-found' && isGone(error);
      if (!booksAnew) throw error;
      ports.log.warn('The appointment could not be changed; it is booked anew.', error);
      return book(asked);
    }
  }

  async function submit(): Promise<void> {
    if (state.isSubmitting || !form.check()) return;
    dispatch({ type: 'ERROR_CLEAR' });
    state.isSubmitting = true;
    try {
      const payload = await toPayload();
      if (!payload) {
        state.isSubmitting = false;
        return;
      }
      state.confirmationNumber = await send(payload);
      attempts.clear();
      await booked(payload);
    } catch (error) {
      refused(error);
    } finally {
      state.isSubmitting = false;
    }
  }

  function refused(error: unknown): void {
    if (isWidgetError(error) && error.status === 409) {
      fail(error, 'The chosen time is taken.', 'taken');
      attempts.clear();
      times.clearChosen();
      state.displayedAccordian = 'CALENDAR';
      state.isSlotGone = false;
      void times.lookup();
      return;
    }
    fail(error, 'The call could not be booked.', isUnanswered(error) ? 'timedOut' : undefined);
  }

  /** SC-099, SC-102: DETAILS, with what was sent where the appointment cannot be fetched. */
  async function booked(payload: Booking): Promise<void> {
    const confirmationNumber = state.confirmationNumber;
    try {
      appointment.fill({ ...(await ports.api.fetch(confirmationNumber)), confirmationNumber });
    } catch (error) {
      fail(error, 'The booked appointment could not be fetched.', 'detailsIncomplete');
      appointment.fill({ ...payload, confirmationNumber, resource });
    }
    state.isEditing = false;
    state.displayedScreen = 'DETAILS';
  }

  return {
    submit,
    /** The next call is another one. */
    forget(): void {
      attempts.clear();
    },
  };
}
