import { defaultLocale, type Locale } from '../text/locale.ts';
import type { CalendarEvent } from './calendarFile.ts';
import type { HourStyle, TimeSpan } from './dateText.ts';
import type { DialingEntry } from './dialing.ts';
import {
  type Accordian,
  type Appointment,
  type AppointmentDetails,
  type Availability,
  type Classification,
  createForm,
  type SchedulerConfig,
  type SchedulerForm,
  type SchedulerScreen,
} from './records.ts';
import type { CheckedField } from './validateForm.ts';
import type { VendorNotice } from './vendorNotice.ts';
import type { Day } from './visibleSlots.ts';

/** The message of a failed call (SC-145). */
export type Problem =
  | 'failed'
  | 'taken'
  | 'unreachable'
  | 'timedOut'
  | 'changeFailed'
  | 'changeTimedOut'
  | 'notFound'
  | 'detailsIncomplete'
  | 'cancelFailed'
  | 'cancelUnanswered'
  | 'surveyFailed';

/** A hidden scheduler keeps these: its next opening still offers Try again, or says that the call may be booked. */
export const keptProblems: readonly Problem[] = ['unreachable', 'timedOut', 'changeTimedOut'];

export interface CancelledCall {
  readonly span: TimeSpan;
  readonly event: CalendarEvent;
}

export interface SchedulerState {
  // SC-021
  isDisplayed: boolean;
  hasDisplayed: boolean;
  noticeAvailable: boolean;
  isInfoFetching: boolean;
  isSubmitting: boolean;
  isAvailabilityPending: boolean;
  errorCode: string;
  displayedScreen: SchedulerScreen;
  displayedAccordian: Accordian;
  privacyViewed: boolean;
  confirmationNumber: string;
  cognitiveClassification: Classification | undefined;
  cognitiveFeedbackReceived: boolean;
  // SC-020
  config: SchedulerConfig | undefined;
  /** The language and region of the texts, and so of dates and of sorted lists. A new object after each load. */
  textLocale: Locale;
  dialingCodes: readonly DialingEntry[];
  classifications: readonly Classification[];
  availabilities: readonly Availability[];
  appointmentDetails: AppointmentDetails | undefined;
  form: SchedulerForm;
  // Also needed by the screens.
  info: 'idle' | 'ready' | 'failed' | 'none';
  isLanding: boolean;
  problem: Problem | undefined;
  appointment: Appointment | undefined;
  isEditing: boolean;
  isClassifying: boolean;
  isChoosingTopic: boolean;
  /** Chosen once per opening (SC-040). */
  prompt: string;
  zones: readonly string[];
  /** The zone of the visitor's device, marked in the list. */
  ownZone: string;
  subregions: readonly string[];
  dialingRegion: string;
  /** Temporal is loaded, so times can be shown. */
  isTimeReady: boolean;
  days: readonly Day[];
  /** The day whose slots are listed, as a date in the form's zone. */
  shownDate: string;
  hasAvailabilityFailed: boolean;
  /** The chosen time is no longer offered (SC-071). */
  isSlotGone: boolean;
  /** The chosen time has passed. */
  isSlotPast: boolean;
  /** The start of the time that somebody else took. */
  takenMs: number | undefined;
  hours: HourStyle;
  /** The visitor's last action on the appointment. The service mails a confirmation of every one but `found`. */
  outcome: 'found' | 'booked' | 'moved' | 'changed';
  /** When the call was before it was moved. */
  movedFrom: TimeSpan | undefined;
  /** The call that was just cancelled. */
  cancelled: CancelledCall | undefined;
  /** The address at which the appointment can be changed later. */
  manageUrl: string;
  /** The visitor chose the state or province, so it is not just the first of the list. */
  isSubregionChosen: boolean;
  /** The consent vendor's notice. */
  vendorNotice: VendorNotice | undefined;
  isNoticeBuiltIn: boolean;
  /** The locale for which a notice was last asked for, such as `en-US`. */
  noticeLocale: string;
  /** The last submit was refused, so all errors are listed. */
  isRefused: boolean;
  touched: Partial<Record<CheckedField, boolean>>;
  /** The field to focus next. */
  pendingFocus: CheckedField | undefined;
  survey: { reason: string; comment: string; isReasonMissing: boolean };
  /** The booking page to link to, because its tab was blocked or landing mode opens none (SC-009, SC-154). */
  clientUrl: { readonly href: string; readonly isBlocked: boolean } | undefined;
}

/** SC-021, SC-032: a new instance. */
export function createState(): SchedulerState {
  return {
    isDisplayed: false,
    hasDisplayed: false,
    noticeAvailable: false,
    isInfoFetching: false,
    isSubmitting: false,
    isAvailabilityPending: false,
    errorCode: '',
    displayedScreen: 'FORM',
    displayedAccordian: 'QUESTION',
    privacyViewed: false,
    confirmationNumber: '',
    cognitiveClassification: undefined,
    cognitiveFeedbackReceived: false,
    config: undefined,
    textLocale: defaultLocale,
    dialingCodes: [],
    classifications: [],
    availabilities: [],
    appointmentDetails: undefined,
    form: createForm(),
    info: 'idle',
    isLanding: false,
    problem: undefined,
    appointment: undefined,
    isEditing: false,
    isClassifying: false,
    isChoosingTopic: false,
    prompt: '',
    zones: [],
    ownZone: '',
    subregions: [],
    dialingRegion: '',
    isTimeReady: false,
    days: [],
    shownDate: '',
    hasAvailabilityFailed: false,
    isSlotGone: false,
    isSlotPast: false,
    takenMs: undefined,
    hours: 'locale',
    outcome: 'found',
    movedFrom: undefined,
    cancelled: undefined,
    manageUrl: '',
    isSubregionChosen: false,
    vendorNotice: undefined,
    isNoticeBuiltIn: false,
    noticeLocale: '',
    isRefused: false,
    touched: {},
    pendingFocus: undefined,
    survey: { reason: '', comment: '', isReasonMissing: false },
    clientUrl: undefined,
  };
}

/** Clears the messages about a time that was chosen before. */
export function clearTimeMessages(state: SchedulerState): void {
  state.isSlotGone = false;
  state.isSlotPast = false;
  state.takenMs = undefined;
}

/** Clears what an earlier attempt to book or change a call has left on the form, and its outcome. */
export function clearAttempt(state: SchedulerState): void {
  clearTimeMessages(state);
  state.touched = {};
  state.isRefused = false;
  state.outcome = 'found';
  state.movedFrom = undefined;
}
