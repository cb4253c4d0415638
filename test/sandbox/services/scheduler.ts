import { Temporal } from 'temporal-polyfill';
import { type Expert, experts, expertsOf } from '../data/experts.ts';
import { focusAreas, isFocusArea, topics } from '../data/focusAreas.ts';
import type { SandboxAnswer, SandboxRequest, SandboxService } from '../service.ts';

export interface SchedulerServiceOptions {
  readonly now: () => number;
}

type Fields = Record<string, unknown>;

/** How many days ahead calls can be booked, and how long one takes. */
const daysAhead = 28;
const callMinutes = 30;

/** What of a booking the service keeps; the rest is the page's business. */
const keptFields = [
  'clientQuestion',
  'startDateTime',
  'endDateTime',
  'expertId',
  'clientTimezone',
  'topic',
  'clientFirstName',
  'clientLastName',
  'clientEmail',
  'clientCompany',
  'stateOrProvince',
  'clientDialingCountryCode',
  'clientPhone',
] as const;

/**
 * Experts, their free times from tomorrow on, and appointments in memory; with the topic classifier of the same
 * company under `/classifier`. A time can be booked once per expert: the second booking gets 409.
 * `POST /__sandbox/scheduler {taken: [startDateTime]}` lets somebody else take times; `{free: false}` leaves none.
 */
export function createSchedulerService({ now }: SchedulerServiceOptions): SandboxService {
  const appointments = new Map<string, Fields>();
  const byKey = new Map<string, string>();
  const taken = new Set<string>();
  let isFree = true;
  let nextNumber = 1;
  let surveys: unknown[] = [];

  const busyKey = (expertId: unknown, start: unknown): string =>
    `${String(expertId)} ${Temporal.Instant.from(String(start)).epochMilliseconds}`;

  function isBusy(expertId: string, start: string, except?: string): boolean {
    if (taken.has(busyKey('any', start))) return true;
    return [...appointments].some(
      ([number, one]) => number !== except && busyKey(one.expertId, one.startDateTime) === busyKey(expertId, start),
    );
  }

  function slotsOf(expert: Expert, day: Temporal.PlainDate): Fields[] {
    const isWeekend = expert.timeZone === 'Asia/Riyadh' ? [5, 6] : [6, 7];
    if (isWeekend.includes(day.dayOfWeek)) return [];
    const hours = Array.from(
      { length: expert.lastHour - expert.firstHour + 1 },
      (_, index) => expert.firstHour + index,
    );
    return (
      hours
        .flatMap((hour) => expert.minutes.map((minute) => ({ hour, minute })))
        // Some hours are gone already, always the same ones of a day.
        .filter(({ hour, minute }) => (day.day * 7 + hour * 3 + minute) % 4 !== 0)
        .map(({ hour, minute }) => {
          const start = day.toZonedDateTime({ timeZone: expert.timeZone, plainTime: { hour, minute } });
          return {
            startDateTime: start.toString({ timeZoneName: 'never' }),
            endDateTime: start.add({ minutes: callMinutes }).toString({ timeZoneName: 'never' }),
            timezone: expert.timeZone,
            expertId: expert.id,
          };
        })
        .filter((slot) => !isBusy(expert.id, slot.startDateTime))
    );
  }

  function availability(regionCode: string, expertId: string): { date: string; slots: Fields[] }[] {
    if (!isFree) return [];
    const named = experts.filter(({ id }) => id === expertId);
    const today = Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO('UTC').toPlainDate();
    return Array.from({ length: daysAhead }, (_, index) => today.add({ days: index + 1 })).map((day) => ({
      date: day.toString(),
      slots: (named.length > 0 ? named : expertsOf(regionCode)).flatMap((expert) => slotsOf(expert, day)),
    }));
  }

  /** What is missing from a booking, or nothing. */
  function refusal(body: Fields, except?: string): SandboxAnswer | undefined {
    const missing = [
      'startDateTime',
      'endDateTime',
      'clientFirstName',
      'clientLastName',
      'clientEmail',
      'clientPhone',
    ].find((name) => typeof body[name] !== 'string' || body[name] === '');
    if (missing) return { status: 400, body: { code: 'SCH03', message: `${missing} is missing` } };
    try {
      if (!isBusy(expertIn(body), String(body.startDateTime), except)) return undefined;
      return { status: 409, body: { code: 'SCH06', message: 'the time is taken' } };
    } catch {
      return { status: 400, body: { code: 'SCH03', message: 'startDateTime is no time' } };
    }
  }

  const expertIn = (body: Fields): string =>
    String(body.expertId || body.selectedExpert || expertsOf(String(body.regionCode))[0]?.id || '');

  function keep(number: string, body: Fields): SandboxAnswer {
    const kept = Object.fromEntries(keptFields.map((name) => [name, String(body[name] ?? '')]));
    appointments.set(number, { ...kept, confirmationNumber: number, expertId: expertIn(body), resource: 'any' });
    return { status: 201, body: { confirmationNumber: number } };
  }

  function book(request: SandboxRequest): SandboxAnswer {
    const key = request.headers['idempotency-key'];
    const known = key === undefined ? undefined : byKey.get(key);
    if (known && appointments.has(known)) return { status: 200, body: { confirmationNumber: known } };
    const body = fieldsOf(request.body);
    const refused = refusal(body);
    if (refused) return refused;
    const number = `NW-${String(nextNumber + 4_700).padStart(6, '0')}`;
    nextNumber += 1;
    if (key !== undefined) byKey.set(key, number);
    return keep(number, body);
  }

  function found(request: SandboxRequest, answer: (number: string) => SandboxAnswer): SandboxAnswer {
    const number = request.params.number ?? '';
    return appointments.has(number)
      ? answer(number)
      : { status: 404, body: { code: 'SCH04', message: 'unknown number' } };
  }

  /** Looks for the topic's words in the question; the real one has read more. */
  function classify(request: SandboxRequest): SandboxAnswer {
    const body = fieldsOf(request.body);
    const product = fieldsOf(body.context).product;
    const text = String(fieldsOf(body.input).text ?? '').toLowerCase();
    const area = isFocusArea(product) ? product : focusAreas[0];
    const words = Object.values(topics[area]);
    const index = topics[area].en.findIndex((_, at) =>
      words.some((list) => text.includes((list[at] ?? '').toLowerCase().slice(0, 6))),
    );
    return { body: { context: { product: area, label: topics[area].en[index] ?? 'Anything Else-' } } };
  }

  return {
    name: 'scheduler',
    routes: [
      {
        method: 'GET',
        path: '/v2/scheduler/availability',
        answer: ({ query }) => ({
          body: { data: { availability: availability(query.get('regionCode') ?? 'US', '') } },
        }),
      },
      {
        method: 'POST',
        path: '/v2/availability/lookup/',
        answer: ({ body }) => {
          const { regionCode, expertId } = fieldsOf(body);
          return { body: availability(String(regionCode ?? 'US'), String(expertId ?? '')) };
        },
      },
      { method: 'POST', path: '/v2/appointments/', answer: book },
      {
        method: 'PUT',
        path: '/v2/appointments/:number',
        answer: (request) =>
          found(request, (number) => {
            const body = fieldsOf(request.body);
            return refusal(body, number) ?? { ...keep(number, body), status: 200 };
          }),
      },
      {
        method: 'GET',
        path: '/v2/appointments/lookup/:number',
        answer: (request) => found(request, (number) => ({ body: appointments.get(number) })),
      },
      {
        method: 'DELETE',
        path: '/v2/appointments/:number',
        answer: (request) =>
          found(request, (number) => {
            appointments.delete(number);
            return { body: { result: 'SUCCESS' } };
          }),
      },
      {
        method: 'POST',
        path: '/v2/appointments/cancel/survey/',
        answer: ({ body }) => {
          surveys.push(body);
          return { body: { result: 'SUCCESS' } };
        },
      },
      { method: 'POST', path: '/classifier/v2/message', answer: classify },
      { method: 'POST', path: '/classifier/v2/feedback', answer: () => ({ body: { result: 'SUCCESS' } }) },
    ],
    control(command, body) {
      if (command !== 'scheduler') return undefined;
      if (Array.isArray(body.taken)) for (const start of body.taken) taken.add(busyKey('any', start));
      if (typeof body.free === 'boolean') isFree = body.free;
      return { body: { appointments: [...appointments.values()], surveys, free: isFree } };
    },
    reset() {
      appointments.clear();
      byKey.clear();
      taken.clear();
      isFree = true;
      nextNumber = 1;
      surveys = [];
    },
  };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
