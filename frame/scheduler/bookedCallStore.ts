import { ref } from 'valtio/vanilla';
import type { TextReader } from '../text/texts.ts';
import { createAppointmentApi } from './appointmentApi.ts';
import { createAppointment } from './appointmentStore.ts';
import type { AvailabilityStore } from './availabilityStore.ts';
import { createBooking } from './bookingStore.ts';
import { createCancellation } from './cancellationStore.ts';
import type { FormStore } from './formStore.ts';
import { createKeptInput } from './keptInput.ts';
import { startNextCall } from './nextCall.ts';
import type { InstancePorts, SchedulerName } from './ports.ts';
import type { ProblemStore } from './problemStore.ts';
import type { SchedulerState } from './state.ts';
import type { SchedulerTextKey } from './texts.ts';
import type { TopicStore } from './topicStore.ts';

export interface BookedCallParts {
  readonly name: SchedulerName;
  readonly times: AvailabilityStore;
  readonly topic: TopicStore;
  readonly form: FormStore;
  readonly problems: ProblemStore;
  readonly read: TextReader<SchedulerTextKey>;
  readonly isAbandoned: () => boolean;
  readonly hide: () => void;
}

/** The call of one scheduler: books, loads, changes and cancels it. Downloaded with the sections after the question, or to find a call. */
export function createBookedCall(ports: InstancePorts, state: SchedulerState, parts: BookedCallParts) {
  const { name, times, topic, form, problems, read, isAbandoned, hide } = parts;
  const api = createAppointmentApi(ports.api, ports.deployment);
  const input = createKeptInput(state);
  const cancellation = createCancellation(ports, api, state, problems, finishCancel, (uncertain) =>
    appointment.load(uncertain),
  );
  const appointment = createAppointment(ports, api, state, {
    ...{ times, topic, form, input, problems, cancellation, read, name },
  });
  const booking = createBooking(ports, api, state, name.resource || 'any', {
    ...{ times, topic, form, appointment, problems, isAbandoned },
  });

  const startNext = (): void => startNextCall(state, { times, topic, booking, input, problems });

  /** Runs after a cancellation: hides the scheduler, or confirms in landing mode (SC-120 to SC-122). */
  function finishCancel(): void {
    const span = appointment.appointmentSpan();
    const event = appointment.calendarEvent({ isCancelled: true });
    startNext();
    if (span && event) state.cancelled = ref({ span, event });
    if (state.isLanding) state.displayedScreen = 'CONFIRMATION_CANCEL';
    else hide();
  }

  return {
    ...appointment,
    ...cancellation,
    submit: booking.submit,
    startNext,
    finishCancel(): void {
      // The answer to a call in progress would replace the next question.
      if (!state.isSubmitting) finishCancel();
    },
  };
}

export type CreateBookedCall = typeof createBookedCall;

export type BookedCall = ReturnType<CreateBookedCall>;
