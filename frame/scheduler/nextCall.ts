import type { AvailabilityStore } from './availabilityStore.ts';
import type { BookingStore } from './bookingStore.ts';
import type { KeptInput } from './keptInput.ts';
import { clearAttempt, type SchedulerState } from './state.ts';
import type { TopicStore } from './topicStore.ts';

/**
 * SC-123: shows the form again, for the next call. Contact details and question stay; time and topic do not. What the visitor
 * had typed before a call was found replaces what that call has filled in.
 */
export function startNextCall(
  state: SchedulerState,
  times: Pick<AvailabilityStore, 'clearChosen' | 'offerZone' | 'forget' | 'regroup'>,
  topic: Pick<TopicStore, 'forget'>,
  booking: Pick<BookingStore, 'forget'>,
  input: Pick<KeptInput, 'restore'>,
): void {
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
}
