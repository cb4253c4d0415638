import * as v from 'valibot';
import { firstHost } from '../platform/backend/firstHost.ts';
import type { CallBackend } from '../platform/backend/plan.ts';
import { seriesWhile } from '../platform/backend/series.ts';
import type { Clock } from '../platform/clock.ts';
import { createError, isWidgetError } from '../platform/errors.ts';
import { parseList } from '../platform/wireFields.ts';
import { isUrl } from '../text/isUrl.ts';
import type { Booking } from './appointment.ts';
import { isServerFault } from './callOutcome.ts';
import { parseConfirmationNumber } from './confirmationNumber.ts';
import type { SchedulerDeployment } from './deployment.ts';
import { errorCodeOf } from './errorCode.ts';
import { callTimeoutMs, classifierTimeoutMs, rateSetting } from './limits.ts';
import { createRateLimit } from './rateLimit.ts';
import type { Appointment, Availability } from './records.ts';

export interface AvailabilityQuery {
  readonly regionCode: string;
  readonly languageCode: string;
  readonly focusArea: string;
  readonly purpose: string;
}

export interface AvailabilityLookup extends AvailabilityQuery {
  readonly clientTimezone: string;
  readonly expertId: string;
}

export interface CancelSurvey {
  readonly confirmationNumber: string;
  readonly reason: string;
  readonly comment: string;
}

/** Reports a failed call without personal data: the path has no confirmation number (SC-147). */
export type ReportFailure = (failure: { call: string; status: number | undefined; code: string }) => void;

export interface SchedulerApiPorts {
  readonly call: CallBackend;
  readonly clock: Clock;
  readonly deployment: SchedulerDeployment;
  readonly report: ReportFailure;
}

const text = v.fallback(v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), ''), '');
const optionalText = v.fallback(v.optional(v.string()), undefined);
const optionalUrl = v.fallback(v.optional(v.pipe(v.string(), v.trim(), v.check(isUrl))), undefined);
/** The expert of the call, if the service names one. */
const expertFields = {
  /** Shown beside the time. */
  expertName: optionalText,
  /** Such as `Solution architect`. */
  expertRole: optionalText,
  /** An https address. */
  expertPicture: optionalText,
};
/** A time that can be booked. */
export const slot = v.object({
  /** ISO 8601, with an offset or in `timezone`. A slot without a valid start is skipped. */
  startDateTime: v.pipe(v.string(), v.nonEmpty()),
  /** After the start. */
  endDateTime: v.pipe(v.string(), v.nonEmpty()),
  /** The slot's own zone, such as `Europe/Berlin`. Without it, that of the offset or of the request. */
  timezone: text,
  /** Sent back with the booking. */
  expertId: text,
  ...expertFields,
});
const day = v.object({ date: text, slots: v.fallback(v.array(v.unknown()), []) });

/** SC-061: the answer is an array, or has one in `data.availability`. */
export function parseAvailability(body: unknown): readonly Availability[] {
  const inner = (body as { data?: { availability?: unknown } } | null | undefined)?.data?.availability;
  const list = Array.isArray(body) ? body : inner;
  if (!Array.isArray(list)) throw createError('ANSWER_INVALID', 'the availability is not an array');
  return parseList(day, list).map(({ date, slots }) => ({ date, slots: parseList(slot, slots) }));
}

/** A booked call. */
export const appointment = v.object({
  /** As the visitor got it. */
  confirmationNumber: text,
  clientQuestion: text,
  startDateTime: v.pipe(v.string(), v.nonEmpty()),
  endDateTime: text,
  expertId: text,
  clientTimezone: text,
  topic: text,
  clientFirstName: text,
  clientLastName: text,
  clientEmail: text,
  clientCompany: text,
  stateOrProvince: text,
  clientDialingCountryCode: text,
  clientPhone: text,
  resource: text,
  ...expertFields,
  /** Where the call takes place. Without it, the expert calls the visitor. */
  meetingUrl: optionalUrl,
});

/** The answer is the appointment, or has it in `data`. */
export function parseAppointment(body: unknown): Appointment {
  const inner = (body as { data?: unknown } | null | undefined)?.data;
  return v.parse(appointment, typeof inner === 'object' && inner !== null ? inner : body);
}

/** SC-099, SC-101: undefined if the answer has no valid number. */
function confirmationNumberIn(body: unknown): string | undefined {
  const outer = body as { confirmationNumber?: unknown; data?: { confirmationNumber?: unknown } } | null | undefined;
  const value = outer?.confirmationNumber ?? outer?.data?.confirmationNumber;
  return parseConfirmationNumber(typeof value === 'number' ? String(value) : value);
}

/** SC-124: any result other than SUCCESS is a failure. The error keeps the answer for its error code. */
function requireSuccess(body: unknown): void {
  if ((body as { result?: unknown } | null | undefined)?.result === 'SUCCESS' || body === 'SUCCESS') return;
  throw createError('ANSWER_INVALID', 'the result is not SUCCESS', { body });
}

export function createSchedulerApi(ports: SchedulerApiPorts) {
  const { deployment } = ports;
  const limit = createRateLimit(ports.clock);

  interface CallOptions<T> {
    readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
    readonly path: string;
    /** The path to report, without the confirmation number. */
    readonly name?: string;
    /** The call changes data, so it goes to one host at a time. */
    readonly isChange?: boolean;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
    readonly parse: (body: unknown) => T;
  }

  async function ask<T>({ name, isChange, path, ...options }: CallOptions<T>): Promise<T> {
    try {
      return await limit(() =>
        ports.call({
          ...options,
          path: `/v2${path}`,
          hosts: deployment.hosts,
          authorizationSetting: rateSetting,
          attemptTimeoutMs: callTimeoutMs,
          // SC-130: after a timeout, the first host may have processed the request.
          ...(isChange ? { strategy: seriesWhile(isServerFault) } : {}),
        }),
      );
    } catch (error) {
      if (!isWidgetError(error, 'CALL_ABORTED')) {
        const status = isWidgetError(error) ? error.status : undefined;
        ports.report({ call: `/v2${name ?? path}`, status, code: errorCodeOf(error) });
      }
      throw error;
    }
  }

  const idempotencyHeaders = (key: string): Record<string, string> =>
    deployment.idempotencyHeader ? { [deployment.idempotencyHeader]: key } : {};

  /** The paths of one appointment. The reported one has no confirmation number. */
  const one = (number: string, folder = ''): Pick<CallOptions<unknown>, 'path' | 'name'> => ({
    path: `/appointments/${folder}${encodeURIComponent(number)}`,
    name: `/appointments/${folder}{confirmationNumber}`,
  });

  /** SC-048: another service, so the scheduler's rate limit and key setting do not apply. */
  function askClassifier<T>(
    path: string,
    body: unknown,
    parse: (body: unknown) => T,
    signal?: AbortSignal,
  ): Promise<T> {
    return ports.call({
      hosts: deployment.classifierHosts,
      path: `/v2${path}`,
      body,
      parse,
      attemptTimeoutMs: classifierTimeoutMs,
      strategy: firstHost,
      ...(signal ? { signal } : {}),
    });
  }

  return {
    availability: (query: AvailabilityQuery, signal: AbortSignal) =>
      ask({ method: 'GET', path: '/scheduler/availability', query: { ...query }, signal, parse: parseAvailability }),
    lookupAvailability: (body: AvailabilityLookup, signal: AbortSignal) =>
      ask({ method: 'POST', path: '/availability/lookup/', body, signal, parse: parseAvailability }),
    book: (body: Booking, key: string) =>
      ask({
        method: 'POST',
        path: '/appointments/',
        isChange: true,
        body,
        headers: idempotencyHeaders(key),
        parse: (answer) => {
          const number = confirmationNumberIn(answer);
          if (number === undefined) {
            throw createError('ANSWER_INVALID', 'the booking has no confirmation number', { body: answer });
          }
          return number;
        },
      }),
    /** Resolves to undefined if the answer has no number. */
    edit: (number: string, body: Booking, key: string) =>
      ask({
        ...one(number),
        method: 'PUT',
        isChange: true,
        body,
        headers: idempotencyHeaders(key),
        parse: confirmationNumberIn,
      }),
    fetch: (number: string) => ask({ ...one(number, 'lookup/'), method: 'GET', parse: parseAppointment }),
    cancel: (number: string) => ask({ ...one(number), method: 'DELETE', isChange: true, parse: requireSuccess }),
    survey: (body: CancelSurvey) =>
      ask({ method: 'POST', path: '/appointments/cancel/survey/', isChange: true, body, parse: requireSuccess }),
    classify: (product: string, question: string, signal: AbortSignal) =>
      askClassifier(
        '/message',
        { context: { product }, input: { text: question } },
        (body) => (body as { context?: { label?: unknown } } | null | undefined)?.context?.label,
        signal,
      ),
    feedback: (body: unknown) => askClassifier('/feedback', body, () => undefined),
  };
}

export type SchedulerApi = ReturnType<typeof createSchedulerApi>;
