import type { SchedulerSource } from '../../frame/scheduler/parseInfo.ts';
import type { Appointment, SchedulerConfig, SchedulerForm, Slot } from '../../frame/scheduler/records.ts';

export const schedulerConfig: SchedulerConfig = {
  clientURL: '',
  variation: '',
  focusArea: 'cloud',
  regionCode: 'US',
  languageCode: 'en',
  purpose: '(default)',
  appointmentTimeZones: 'America/New_York,America/Los_Angeles,Asia/Tokyo',
  appointmentTimeZonePreferred: 'America/New_York',
  stateOrProvinceNames: 'California,Texas',
  cognitiveRouting: 'Yes',
};

export const bookedForm: SchedulerForm = {
  topic: 'Pricing',
  question: 'How do we move?',
  timezone: 'America/New_York',
  selectedTime: '2026-11-23T10:00:00-05:00',
  selectedTimeEnd: '2026-11-23T10:30:00-05:00',
  selectedAgent: 'mara',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@engines.com',
  dialingCode: '+1',
  subregion: 'California',
  phoneNumber: '415 555 2671',
  company: 'Engines Ltd',
  privacyViewed: true,
};

/** The service's answer for a booking of `bookedForm`. */
export const loadedAppointment: Appointment = {
  confirmationNumber: 'NW-1',
  clientQuestion: 'How do we move?',
  startDateTime: '2026-11-23T10:00:00-05:00',
  endDateTime: '2026-11-23T10:30:00-05:00',
  expertId: 'mara',
  clientTimezone: 'America/New_York',
  topic: 'Pricing',
  clientFirstName: 'Ada',
  clientLastName: 'Lovelace',
  clientEmail: 'ada@engines.com',
  clientCompany: 'Engines Ltd',
  stateOrProvince: 'California',
  clientDialingCountryCode: '+1',
  clientPhone: '+1 415 555 2671',
  resource: 'any',
};

/** A slot. With an empty `zone`, the slot has no time zone of its own. */
export function buildSlot(startDateTime: string, endDateTime: string, zone = 'America/New_York'): Slot {
  return { startDateTime, endDateTime, timezone: zone, expertId: 'mara' };
}

export const offeredDays = [
  {
    date: '2026-11-23',
    slots: [
      buildSlot('2026-11-23T10:00:00-05:00', '2026-11-23T10:30:00-05:00'),
      buildSlot('2026-11-23T14:00:00-05:00', '2026-11-23T14:30:00-05:00'),
    ],
  },
  { date: '2026-11-24', slots: [buildSlot('2026-11-24T09:00:00-05:00', '2026-11-24T09:30:00-05:00')] },
];

export function buildSource(config: Partial<SchedulerConfig> = {}): SchedulerSource {
  return {
    schedulingInformation: { ...schedulerConfig, ...config },
    bundleKey: {},
    schedulerTextTranslations: [],
    schedulingClassifications: [
      { label: 'Pricing', text: 'Prices' },
      { label: 'Migration', text: 'Moving' },
    ],
    internationalDialing: {
      internationalDialingCodes: [
        { type: 'Country', internationalDialingCode: '1', regionCode: 'US', regionName: 'United States' },
        { type: 'Country', internationalDialingCode: '1', regionCode: 'CA', regionName: 'Canada' },
        { type: 'Country', internationalDialingCode: '44', regionCode: 'GB', regionName: 'United Kingdom' },
      ],
    },
  };
}
