import type { AvailabilityStore } from './availabilityStore.ts';
import type { BookingStore } from './bookingStore.ts';
import type { KeptInput } from './keptInput.ts';
import type { ProblemStore } from './problemStore.ts';
import { clearAttempt, type SchedulerState } from './state.ts';
import type { TopicStore } from './topicStore.ts';

export interface NextCallParts {
  readonly times: Pick<AvailabilityStore, 'clearChosen' | 'offerZone' | 'forget' | 'regroup'>;
  readonly topic: Pick<TopicStore, 'forget'>;
  readonly booking: Pick<BookingStore, 'forget'>;
  readonly input: Pick<KeptInput, 'restore'>;
  readonly problems: Pick<ProblemStore, 'dispatch'>;
}

/**
 * SC-123: shows the form again, for the next call. Contact details and question stay; time and topic do not. What the visitor
 * had typed before a call was found replaces what that call has filled in.
 */
export function startNextCall(state: SchedulerState, { times, topic, booking, input, problems }: NextCallParts): void {
  clearAttempt(state);
  state.displayedScreen = 'FORM';
  state.displayedAccordian = 'QUESTION';
  state.isEditing = false;
  state.appointment = undefined;
  state.confirmationNumber = '';
  state.appointmentDetails = undefined;
  state.manageUrl = '';
  state.survey = { reason: '', comment: '', isReasonMissing: false };
  booking.forget();
  topic.forget();
  times.clearChosen();
  input.restore();
  times.offerZone();
  times.forget();
  times.regroup();
  state.cancelled = undefined;
  problems.dispatch({ type: 'ERROR_CLEAR' });
}
