import { Temporal } from 'temporal-polyfill';
import { type Expert, experts, expertsOf } from '../data/experts.ts';
import { focusAreas, isFocusArea, topics } from '../data/focusAreas.ts';
import { fieldsOf, type SandboxAnswer, type SandboxRequest, type SandboxService } from '../service.ts';

export interface SchedulerServiceOptions {
  readonly now: () => number;
}

type Fields = Record<string, unknown>;

/** How many days ahead calls can be booked, and how long one takes. */
const daysAhead = 28;
const callMinutes = 30;

/** The fields of a booking that the service stores. It ignores all others. */
const storedFields = [
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
 * Experts, their free slots from tomorrow on, and appointments, all in memory; and the company's topic classifier under
 * `/classifier`. Each expert's slot can be booked once; the second booking gets 409.
 * `POST /__sandbox/scheduler {taken: [startDateTime]}` makes slots unavailable; `{free: false}` makes all unavailable.
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
    const weekend = expert.timeZone === 'Asia/Riyadh' ? [5, 6] : [6, 7];
    if (weekend.includes(day.dayOfWeek)) return [];
    const hours = Array.from(
      { length: expert.lastHour - expert.firstHour + 1 },
      (_, index) => expert.firstHour + index,
    );
    return (
      hours
        .flatMap((hour) => expert.minutes.map((minute) => ({ hour, minute })))
        // Leaves out some slots, the same ones on each run, as if they were already booked.
        .filter(({ hour, minute }) => (day.day * 7 + hour * 3 + minute) % 4 !== 0)
        .map(({ hour, minute }) => {
          const start = day.toZonedDateTime({ timeZone: expert.timeZone, plainTime: { hour, minute } });
          return {
            startDateTime: start.toString({ timeZoneName: 'never' }),
            endDateTime: start.add({ minutes: callMinutes }).toString({ timeZoneName: 'never' }),
            timezone: expert.timeZone,
            expertId: expert.id,
            ...introduce(expert),
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

  /** The answer that refuses a booking; undefined if the booking is valid. */
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
      return { status: 409, body: { code: 'SCH06', message: 'the slot is taken' } };
    } catch {
      return { status: 400, body: { code: 'SCH03', message: 'startDateTime is not a time' } };
    }
  }

  const expertIn = (body: Fields): string =>
    String(body.expertId || body.selectedExpert || expertsOf(String(body.regionCode))[0]?.id || '');

  function store(number: string, body: Fields): SandboxAnswer {
    const stored = Object.fromEntries(storedFields.map((name) => [name, String(body[name] ?? '')]));
    const expertId = expertIn(body);
    const expert = experts.find(({ id }) => id === expertId);
    appointments.set(number, {
      ...stored,
      confirmationNumber: number,
      expertId,
      resource: 'any',
      ...(expert && introduce(expert)),
    });
    return { status: 201, body: { confirmationNumber: number } };
  }

  function book(request: SandboxRequest): SandboxAnswer {
    const key = request.headers['idempotency-key'];
    const existing = key === undefined ? undefined : byKey.get(key);
    if (existing && appointments.has(existing)) return { status: 200, body: { confirmationNumber: existing } };
    const body = fieldsOf(request.body);
    const refused = refusal(body);
    if (refused) return refused;
    const number = `NW-${String(nextNumber + 4_700).padStart(6, '0')}`;
    nextNumber += 1;
    if (key !== undefined) byKey.set(key, number);
    return store(number, body);
  }

  function withAppointment(request: SandboxRequest, answer: (number: string) => SandboxAnswer): SandboxAnswer {
    const number = request.params.number ?? '';
    return appointments.has(number)
      ? answer(number)
      : { status: 404, body: { code: 'SCH04', message: 'unknown confirmation number' } };
  }

  /** Searches the question for the names of the topics, in every language. */
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
          withAppointment(request, (number) => {
            const body = fieldsOf(request.body);
            return refusal(body, number) ?? { ...store(number, body), status: 200 };
          }),
      },
      {
        method: 'GET',
        path: '/v2/appointments/lookup/:number',
        answer: (request) => withAppointment(request, (number) => ({ body: appointments.get(number) })),
      },
      {
        method: 'DELETE',
        path: '/v2/appointments/:number',
        answer: (request) =>
          withAppointment(request, (number) => {
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

function introduce(expert: Expert): Fields {
  return { expertName: expert.name, expertRole: expert.role };
}
