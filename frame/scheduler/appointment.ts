import { fitText } from './fitText.ts';
import { maxFieldLength, maxQuestionLength, numberOfAttendees } from './limits.ts';
import { joinPhone, splitPhone } from './phone.ts';
import type { Appointment, SchedulerConfig, SchedulerForm } from './records.ts';

/** The page's own values that are sent with a booking. Unknown values are empty (SC-098). */
export interface PageValues {
  readonly url: string;
  readonly uniquePageId: string;
  readonly bluemixAnonId: string;
  readonly ibmId: string;
  readonly productName: string;
}

/** SC-096: exactly these 25 members. */
export interface Booking extends PageValues {
  readonly cognitiveFilterIntent: string;
  readonly expertId: string;
  readonly clientTimezone: string;
  readonly selectedExpert: string;
  readonly startDateTime: string;
  readonly endDateTime: string;
  readonly clientFirstName: string;
  readonly clientLastName: string;
  readonly clientQuestion: string;
  readonly clientCompany: string;
  readonly clientPhone: string;
  readonly clientEmail: string;
  readonly stateOrProvince: string;
  readonly focusArea: string;
  readonly languageCode: string;
  readonly regionCode: string;
  readonly purpose: string;
  readonly clientDialingCountryCode: string;
  readonly topic: string;
  readonly numberOfAttendees: number;
}

export interface BookingFacts {
  readonly form: SchedulerForm;
  readonly config: SchedulerConfig;
  readonly page: PageValues;
  readonly expertId: string;
  /** The label the visitor confirmed, or an empty text. */
  readonly cognitiveFilterIntent: string;
}

/** SC-097: the booking for a form, with trimmed values. */
export function toBooking({ form, config, page, expertId, cognitiveFilterIntent }: BookingFacts): Booking {
  return {
    cognitiveFilterIntent,
    expertId,
    clientTimezone: form.timezone.trim(),
    selectedExpert: form.selectedAgent.trim(),
    startDateTime: form.selectedTime.trim(),
    endDateTime: form.selectedTimeEnd.trim(),
    clientFirstName: form.firstName.trim(),
    clientLastName: form.lastName.trim(),
    clientQuestion: form.question.trim(),
    clientCompany: form.company.trim(),
    clientPhone: joinPhone(form.dialingCode, form.phoneNumber),
    clientEmail: form.email.trim(),
    stateOrProvince: form.subregion.trim(),
    focusArea: config.variation || config.focusArea,
    languageCode: config.languageCode,
    regionCode: config.regionCode,
    purpose: config.purpose,
    url: page.url,
    clientDialingCountryCode: form.dialingCode.trim(),
    productName: page.productName,
    topic: form.topic.trim(),
    ibmId: page.ibmId,
    bluemixAnonId: page.bluemixAnonId,
    uniquePageId: page.uniquePageId,
    numberOfAttendees,
  };
}

/** SC-110 to SC-113: fills the form from an appointment. Truncates texts to the length that a visitor can type. */
export function fromAppointment(
  appointment: Appointment,
  dialingCodes: readonly string[],
  privacyViewed: boolean,
): SchedulerForm {
  return {
    ...splitPhone(appointment.clientPhone, appointment.clientDialingCountryCode, dialingCodes),
    topic: fitText(appointment.topic, maxFieldLength),
    question: fitText(appointment.clientQuestion, maxQuestionLength),
    timezone: appointment.clientTimezone,
    selectedTime: appointment.startDateTime,
    selectedTimeEnd: appointment.endDateTime,
    selectedAgent: appointment.expertId,
    firstName: fitText(appointment.clientFirstName, maxFieldLength),
    lastName: fitText(appointment.clientLastName, maxFieldLength),
    email: fitText(appointment.clientEmail, maxFieldLength),
    subregion: fitText(appointment.stateOrProvince, maxFieldLength),
    company: fitText(appointment.clientCompany, maxFieldLength),
    privacyViewed,
  };
}
