import type { AvailabilityStore } from './availabilityStore.ts';
import type { BookingStore } from './bookingStore.ts';
import { clearAttempt, type SchedulerState } from './state.ts';
import type { TopicStore } from './topicStore.ts';

/** SC-123: shows the form again, for the next call. Contact details and question stay; time and topic do not. */
export function startNextCall(
  state: SchedulerState,
  times: Pick<AvailabilityStore, 'clearChosen' | 'offerZone' | 'forget' | 'regroup'>,
  topic: Pick<TopicStore, 'forget'>,
  booking: Pick<BookingStore, 'forget'>,
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
  times.offerZone();
  times.forget();
  times.regroup();
}
