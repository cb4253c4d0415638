/** The scheduler's records. Their names are those of the specification and the wire. */

export type SchedulerScreen = 'FORM' | 'DETAILS' | 'CANCELLATION_SURVEY' | 'CONFIRMATION_CANCEL';
export type Accordian = 'QUESTION' | 'COGNITIVE' | 'CALENDAR' | 'CONTACT_INFO';

/** SC-019. */
export interface SchedulerConfig {
  readonly clientURL: string;
  readonly variation: string;
  readonly focusArea: string;
  readonly regionCode: string;
  readonly languageCode: string;
  readonly purpose: string;
  /** Comma-separated. */
  readonly appointmentTimeZones: string;
  readonly appointmentTimeZonePreferred: string;
  readonly stateOrProvinceNames: string;
  readonly cognitiveRouting: 'Yes' | 'No';
}

/** SC-038: exactly these. */
export interface SchedulerForm {
  topic: string;
  question: string;
  timezone: string;
  selectedTime: string;
  selectedTimeEnd: string;
  selectedAgent: string;
  firstName: string;
  lastName: string;
  email: string;
  dialingCode: string;
  subregion: string;
  phoneNumber: string;
  company: string;
  privacyViewed: boolean;
}

export function createForm(): SchedulerForm {
  return {
    topic: '',
    question: '',
    timezone: '',
    selectedTime: '',
    selectedTimeEnd: '',
    selectedAgent: '',
    firstName: '',
    lastName: '',
    email: '',
    dialingCode: '+1',
    subregion: '',
    phoneNumber: '',
    company: '',
    privacyViewed: false,
  };
}

/** A slot as the service sends it. */
export interface Slot {
  readonly startDateTime: string;
  readonly endDateTime: string;
  readonly timezone: string;
  readonly expertId: string;
  readonly expertName?: string | undefined;
  readonly expertRole?: string | undefined;
  readonly expertPicture?: string | undefined;
}

export interface Availability {
  readonly date: string;
  readonly slots: readonly Slot[];
}

/** SC-045. */
export interface Classification {
  readonly label: string;
  readonly text: string;
}

/** SC-020. */
export interface AppointmentDetails {
  readonly confirmationNumber: string;
  readonly startDateTime: string;
  readonly endDateTime: string;
  readonly clientTimezone: string;
  readonly expertId: string;
}

/** SC-110: an appointment as the service sends it. */
export interface Appointment extends AppointmentDetails {
  readonly clientQuestion: string;
  readonly topic: string;
  readonly clientFirstName: string;
  readonly clientLastName: string;
  readonly clientEmail: string;
  readonly clientCompany: string;
  readonly stateOrProvince: string;
  readonly clientDialingCountryCode: string;
  readonly clientPhone: string;
  readonly resource: string;
  readonly expertName?: string | undefined;
  readonly expertRole?: string | undefined;
  readonly expertPicture?: string | undefined;
  /** Where the call takes place. Without it, the expert calls the visitor. */
  readonly meetingUrl?: string | undefined;
}
