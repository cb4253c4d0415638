import * as v from 'valibot';
import { slot } from '../../../frame/scheduler/api.ts';
import type { Booking } from '../../../frame/scheduler/appointment.ts';
import { appointment } from '../../../frame/scheduler/appointmentApi.ts';
import { type SchedulerDeployment, schedulerDeployment } from '../../../frame/scheduler/deployment.ts';
import { maxConfirmationLength } from '../../../frame/scheduler/limits.ts';
import type { CallContract, ServiceContract } from './serviceContract.ts';

const days = v.array(
  v.object({
    /** The day of its slots, such as `2026-11-23`. */
    date: v.string(),
    slots: v.array(slot),
  }),
);

/** Free times by day: the list itself, or inside `data.availability`. */
const availabilityAnswer = v.union([days, v.object({ data: v.object({ availability: days }) })]);

/** The request for the times of an expert or a zone. */
const lookupBody = v.strictObject({
  regionCode: v.string(),
  languageCode: v.string(),
  /** The variation, if the page names one. */
  focusArea: v.string(),
  purpose: v.string(),
  /** The zone that the visitor has chosen. */
  clientTimezone: v.string(),
  /** Empty: any expert. */
  expertId: v.string(),
});

/** A call to book. Unknown values are empty. */
const booking = v.strictObject({
  /** The topic that the visitor confirmed. */
  cognitiveFilterIntent: v.string(),
  /** The expert of the slot. Empty: any. */
  expertId: v.string(),
  clientTimezone: v.string(),
  selectedExpert: v.string(),
  /** Unchanged from the slot, or in UTC. */
  startDateTime: v.string(),
  endDateTime: v.string(),
  clientFirstName: v.string(),
  clientLastName: v.string(),
  clientQuestion: v.string(),
  clientCompany: v.string(),
  /** With the dialing code. */
  clientPhone: v.string(),
  clientEmail: v.string(),
  stateOrProvince: v.string(),
  /** The variation, if the page names one. */
  focusArea: v.string(),
  languageCode: v.string(),
  regionCode: v.string(),
  purpose: v.string(),
  clientDialingCountryCode: v.string(),
  topic: v.string(),
  numberOfAttendees: v.number(),
  /** The address of the page, without parameters that look secret. */
  url: v.string(),
  uniquePageId: v.string(),
  bluemixAnonId: v.string(),
  /** The id that the page names. It is a claim, not a proof. */
  ibmId: v.string(),
  productName: v.string(),
}) satisfies v.GenericSchema<Booking>;

const confirmationNumber = v.union([
  v.pipe(v.string(), v.regex(new RegExp(`^[A-Za-z0-9-]{1,${maxConfirmationLength}}$`))),
  v.number(),
]);

/** The number by which the visitor finds the call again: letters, digits and hyphens. */
const bookingAnswer = v.union([v.object({ confirmationNumber }), v.object({ data: v.object({ confirmationNumber }) })]);

/** The booked call: the object itself, or inside `data`. */
const appointmentAnswer = v.union([v.object({ data: appointment }), appointment]);

/** Anything but `SUCCESS` is a failure. */
const resultAnswer = v.object({ result: v.literal('SUCCESS') });

/** Why the visitor has cancelled. */
const surveyBody = v.strictObject({
  confirmationNumber: v.string(),
  /** The option’s text, in the visitor’s language. */
  reason: v.string(),
  comment: v.string(),
});

/** The reason of a failure. */
const errorAnswer = v.object({
  /** Shown to the visitor, for support requests. The status selects the message: 409 for a taken time, 404 or 410 for no such call. */
  code: v.optional(v.string()),
  message: v.optional(v.string()),
});

/** A question to classify. */
const classifierBody = v.strictObject({
  context: v.strictObject({
    /** The variation or the focus area. */
    product: v.string(),
  }),
  input: v.strictObject({ text: v.string() }),
});

/** The topic. */
const classifierAnswer = v.object({
  context: v.object({
    /** One of `schedulingClassifications`, or `anything else-`. */
    label: v.optional(v.string()),
  }),
});

/** Whether the topic was right. */
const feedbackBody = v.strictObject({
  context: v.strictObject({ product: v.string(), label: v.string() }),
  input: v.strictObject({ text: v.string() }),
  isValid: v.boolean(),
});

const exampleSlot = {
  startDateTime: '2026-11-23T10:00:00+01:00',
  endDateTime: '2026-11-23T10:30:00+01:00',
  timezone: 'Europe/Berlin',
  expertId: 'e-7',
  expertName: 'Mara Lindqvist',
};
const exampleDays = [{ date: '2026-11-23', slots: [exampleSlot] }];
const exampleBooking = {
  cognitiveFilterIntent: '',
  expertId: 'e-7',
  clientTimezone: 'Europe/Berlin',
  selectedExpert: 'e-7',
  startDateTime: exampleSlot.startDateTime,
  endDateTime: exampleSlot.endDateTime,
  clientFirstName: 'Ada',
  clientLastName: 'Lovelace',
  clientQuestion: 'How do we move our database?',
  clientCompany: 'Analytical Engines',
  clientPhone: '+493023125142',
  clientEmail: 'ada@example.org',
  stateOrProvince: '',
  focusArea: 'cloud',
  languageCode: 'en',
  regionCode: 'DE',
  purpose: '(default)',
  clientDialingCountryCode: '+49',
  topic: '',
  numberOfAttendees: 1,
  url: 'https://www.example.com/prices',
  uniquePageId: '',
  bluemixAnonId: '',
  ibmId: '',
  productName: '',
};
const exampleNumber = 'NW-004701';

const failures: CallContract['answers'] = {
  '4XX': {
    description: 'The visitor reads what to do next, and the code.',
    content: { schema: errorAnswer, example: { code: 'SCH06', message: 'the slot is taken' } },
  },
  '5XX': { description: 'The next host is tried. After a timeout, a change is not repeated.' },
};

/** The scheduler, and the classifier of questions. */
export function schedulerService(
  { hosts, classifierHosts, idempotencyHeader }: SchedulerDeployment = {
    ...v.parse(schedulerDeployment, { hosts: ['https://none.example'] }),
    hosts: [],
  },
): ServiceContract {
  const key: CallContract['parameters'] =
    idempotencyHeader === undefined
      ? []
      : [
          {
            ...{ in: 'header', name: idempotencyHeader, schema: v.string(), example: '8a3f6c1e', isRequired: true },
            description: 'The same in a repeated request, so that it books only once.',
          },
        ];
  const number: CallContract['parameters'] = [
    {
      ...{ in: 'path', name: 'confirmationNumber', schema: v.string(), example: exampleNumber, isRequired: true },
      isMadeUp: true,
      description: 'From the answer to the booking.',
    },
  ];
  const query = (name: string, description: string, example: string) =>
    ({ in: 'query', name, description, schema: v.string(), example, isRequired: true }) as const;
  const booked = {
    description:
      'The call is booked, and the service mails a confirmation to `clientEmail`: the visitor reads that it does.',
    content: { schema: bookingAnswer, example: { confirmationNumber: exampleNumber } },
  };
  const done = { description: 'Done.', content: { schema: resultAnswer, example: { result: 'SUCCESS' } } };
  return {
    name: 'scheduler',
    title: 'Scheduler',
    description:
      'Experts’ free times and booked calls, which it confirms by email; and the classifier, which suggests a topic for a question.',
    file: 'test/services/contracts/scheduler.ts',
    schemas: {
      ...{ availabilityAnswer, slot, lookupBody, booking, bookingAnswer, appointmentAnswer, appointment, resultAnswer },
      ...{ surveyBody, errorAnswer, classifierBody, classifierAnswer, feedbackBody },
    },
    calls: [
      {
        ...{ id: 'availability', hosts, method: 'GET', path: '/v2/scheduler/availability' },
        summary: 'The free times of the coming weeks',
        parameters: [
          query('regionCode', 'Such as `DE`.', 'DE'),
          query('languageCode', 'Such as `de`.', 'en'),
          query('focusArea', 'The variation, if the page names one.', 'cloud'),
          query('purpose', '`(default)`, or the purpose that a link names.', '(default)'),
        ],
        answers: {
          '200': {
            description: 'The times. Slots that start before 9:00 or after 17:59 in their own zone are not shown.',
            content: { schema: availabilityAnswer, example: { data: { availability: exampleDays } } },
          },
          ...failures,
        },
      },
      {
        ...{ id: 'lookup', hosts, method: 'POST', path: '/v2/availability/lookup/' },
        summary: 'The same for a zone or an expert',
        body: {
          schema: lookupBody,
          example: {
            ...{ regionCode: 'DE', languageCode: 'en', focusArea: 'cloud', purpose: '(default)' },
            ...{ clientTimezone: 'Europe/Berlin', expertId: '' },
          },
        },
        answers: {
          '200': { description: 'The times.', content: { schema: availabilityAnswer, example: exampleDays } },
          ...failures,
        },
      },
      {
        ...{ id: 'book', hosts, method: 'POST', path: '/v2/appointments/', summary: 'Books a call', parameters: key },
        body: { schema: booking, example: exampleBooking },
        answers: { '200': booked, '201': booked, ...failures },
      },
      {
        ...{ id: 'move', hosts, method: 'PUT', path: '/v2/appointments/{confirmationNumber}' },
        summary: 'Changes a booked call',
        parameters: [...number, ...key],
        body: { schema: booking, example: exampleBooking },
        answers: {
          '200': {
            ...booked,
            description: 'The call is changed, and the service mails that too. The number may be a new one.',
          },
          ...failures,
        },
      },
      {
        ...{ id: 'find', hosts, method: 'GET', path: '/v2/appointments/lookup/{confirmationNumber}' },
        ...{ summary: 'A booked call', parameters: number },
        answers: {
          '200': {
            description: 'The call.',
            content: {
              schema: appointmentAnswer,
              example: {
                ...{ confirmationNumber: exampleNumber, clientTimezone: 'Europe/Berlin', expertId: 'e-7' },
                ...{ startDateTime: exampleSlot.startDateTime, endDateTime: exampleSlot.endDateTime },
                ...{ clientFirstName: 'Ada', clientLastName: 'Lovelace', clientEmail: 'ada@example.org' },
              },
            },
          },
          ...failures,
        },
      },
      {
        ...{ id: 'cancel', hosts, method: 'DELETE', path: '/v2/appointments/{confirmationNumber}' },
        ...{ summary: 'Cancels a call', parameters: number },
        answers: { '200': done, ...failures },
      },
      {
        ...{ id: 'survey', hosts, method: 'POST', path: '/v2/appointments/cancel/survey/' },
        summary: 'Receives the reason of a cancellation',
        body: {
          schema: surveyBody,
          example: { confirmationNumber: exampleNumber, reason: 'The time no longer works', comment: '' },
        },
        answers: { '200': done, ...failures },
      },
      ...classifierCalls(classifierHosts),
    ],
  };
}

function classifierCalls(hosts: readonly string[]): ServiceContract['calls'] {
  return [
    {
      ...{ id: 'classify', hosts, method: 'POST', path: '/v2/message' },
      summary: 'The topic of a question',
      body: {
        schema: classifierBody,
        example: { context: { product: 'cloud' }, input: { text: exampleBooking.clientQuestion } },
      },
      answers: {
        '200': {
          description: 'The topic.',
          content: { schema: classifierAnswer, example: { context: { label: 'Databases' } } },
        },
        default: { description: 'The visitor continues without a topic.' },
      },
    },
    {
      ...{ id: 'feedback', hosts, method: 'POST', path: '/v2/feedback' },
      summary: 'Receives whether the topic was right',
      body: {
        schema: feedbackBody,
        example: {
          context: { product: 'cloud', label: 'Databases' },
          input: { text: exampleBooking.clientQuestion },
          isValid: true,
        },
      },
      answers: { '2XX': { description: 'The answer is JSON or empty, and is not read.' } },
    },
  ];
}
