import * as v from 'valibot';
import { firstHost } from '../platform/backend/firstHost.ts';
import type { CallBackend, Strategy } from '../platform/backend/plan.ts';
import type { Clock } from '../platform/clock.ts';
import { createError, isWidgetError } from '../platform/errors.ts';
import { parseList } from '../platform/wireFields.ts';
import type { SchedulerDeployment } from './deployment.ts';
import { errorCodeOf } from './errorCode.ts';
import { callTimeoutMs, classifierTimeoutMs, rateSetting } from './limits.ts';
import { createRateLimit } from './rateLimit.ts';
import type { Availability } from './records.ts';

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

/** Reports a failed call without personal data: the path has no confirmation number (SC-147). */
export type ReportFailure = (failure: { call: string; status: number | undefined; code: string }) => void;

export interface SchedulerApiPorts {
  readonly call: CallBackend;
  readonly clock: Clock;
  readonly deployment: SchedulerDeployment;
  readonly report: ReportFailure;
}

export const textField = v.fallback(v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), ''), '');
const optionalTextField = v.fallback(v.optional(v.string()), undefined);
/** The expert of a call, if the service names one. */
export const expertFields = {
  /** Shown beside the time. */
  expertName: optionalTextField,
  /** Such as `Solution architect`. */
  expertRole: optionalTextField,
  /** An https address. */
  expertPicture: optionalTextField,
};
/** A time that can be booked. */
export const slot = v.object({
  /** ISO 8601, with an offset or in `timezone`. A slot without a valid start is skipped. */
  startDateTime: v.pipe(v.string(), v.nonEmpty()),
  /** After the start. */
  endDateTime: v.pipe(v.string(), v.nonEmpty()),
  /** The slot's own zone, such as `Europe/Berlin`. Without it, that of the offset or of the request. */
  timezone: textField,
  /** Sent back with the booking. */
  expertId: textField,
  ...expertFields,
});
const day = v.object({ date: textField, slots: v.fallback(v.array(v.unknown()), []) });

/** SC-061: the answer is an array, or has one in `data.availability`. */
export function parseAvailability(body: unknown): readonly Availability[] {
  const inner = (body as { data?: { availability?: unknown } } | null | undefined)?.data?.availability;
  const list = Array.isArray(body) ? body : inner;
  if (!Array.isArray(list)) throw createError('ANSWER_INVALID', 'the availability is not an array');
  return parseList(day, list).map(({ date, slots }) => ({ date, slots: parseList(slot, slots) }));
}

/** One call of the scheduler's service. */
export interface SchedulerCall<T> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** The path to report, without the confirmation number. */
  readonly name?: string;
  /** The order in which hosts are asked. Defaults to that of a read. */
  readonly strategy?: Strategy;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly parse: (body: unknown) => T;
}

export function createSchedulerApi(ports: SchedulerApiPorts) {
  const { deployment } = ports;
  const limit = createRateLimit(ports.clock);

  async function ask<T>({ name, path, ...options }: SchedulerCall<T>): Promise<T> {
    try {
      return await limit(() =>
        ports.call({
          ...options,
          path: `/v2${path}`,
          hosts: deployment.hosts,
          authorizationSetting: rateSetting,
          attemptTimeoutMs: callTimeoutMs,
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
    /** Any other call of this service, for parts that are downloaded later. */
    ask,
    availability: (query: AvailabilityQuery, signal: AbortSignal) =>
      ask({ method: 'GET', path: '/scheduler/availability', query: { ...query }, signal, parse: parseAvailability }),
    lookupAvailability: (body: AvailabilityLookup, signal: AbortSignal) =>
      ask({ method: 'POST', path: '/availability/lookup/', body, signal, parse: parseAvailability }),
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
