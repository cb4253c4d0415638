import * as v from 'valibot';
import type { CallBackend } from '../platform/backend/plan.ts';
import type { Clock } from '../platform/clock.ts';
import { createError, isWidgetError } from '../platform/errors.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import {
  brokerRequestTimeoutMs,
  loadingCode,
  monitorRetries,
  noEngagementCode,
  otherRouteFailedWaitMs,
  otherRouteWaitMs,
  retryWaitMs,
} from './limits.ts';

/** Bodies of the monitor as the broker takes them (CH-175). */
export interface MonitorRequest {
  readonly customerInfo: unknown;
  readonly personalInfo: unknown;
  readonly consumerId: string | undefined;
  readonly clientProperties: unknown;
  readonly service: string;
  readonly entryPoints: readonly string[];
}

export interface MonitorUpdate extends MonitorRequest {
  readonly engagementAttributes: readonly unknown[];
  readonly monitorInfo: unknown;
}

/** A field that is null, or of another kind than expected, counts as missing; the rest still counts. */
const maybe = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined);
const text = maybe(v.pipe(v.union([v.string(), v.number()]), v.transform(String)));
const engagement = v.object({
  campaignId: maybe(v.union([v.number(), v.string()])),
  engagementId: maybe(v.union([v.number(), v.string()])),
  contextId: text,
  conversationId: text,
  status: maybe(v.string()),
});
const answer = v.object({
  engagementDetails: maybe(
    v.pipe(
      v.union([v.array(engagement), engagement]),
      v.transform((value) => (Array.isArray(value) ? value : [value])),
    ),
  ),
  skillStatus: maybe(v.object({ skillName: maybe(v.string()) })),
  internalCode: maybe(v.number()),
  sessionId: text,
  visitorId: text,
  pageId: text,
});

export type MonitorAnswer = v.InferOutput<typeof answer>;

/** CH-176: without engagement details it is an error, except for one internal code. */
export function parseMonitorAnswer(body: unknown): MonitorAnswer {
  const parsed = v.parse(answer, body);
  if (parsed.engagementDetails === undefined && parsed.internalCode !== noEngagementCode) {
    throw createError('ANSWER_INVALID', 'Monitoring API did not return engagement details.', { body });
  }
  return parsed;
}

/** The internal code of a refused or half-hearted answer. */
export function internalCodeOf(error: unknown): number | undefined {
  if (!isWidgetError(error)) return undefined;
  const result = v.safeParse(v.object({ internalCode: v.number() }), error.body);
  return result.success ? result.output.internalCode : undefined;
}

export interface MonitorPorts {
  readonly call: CallBackend;
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly hosts: readonly string[];
  /** The other route for visitors in China (CH-179); empty: none. */
  readonly otherHosts: readonly string[];
  readonly path: string;
  readonly countryCode: () => string | undefined;
}

export interface Monitor {
  create(request: MonitorRequest): Promise<MonitorAnswer>;
  update(request: MonitorUpdate): Promise<MonitorAnswer>;
}

export function createMonitor(ports: MonitorPorts): Monitor {
  const { clock, lifetime } = ports;

  function pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = lifetime.add(clock.after(delayMs, () => done()));
      const done = lifetime.add(() => {
        stop();
        resolve();
      });
    });
  }

  function ask(hosts: readonly string[], body: unknown, suffix: string): Promise<MonitorAnswer> {
    return ports
      .call({
        hosts,
        path: `${ports.path}${suffix}`,
        body,
        strategy: 'series',
        attemptTimeoutMs: brokerRequestTimeoutMs,
        signal: lifetime.signal,
        parse: (answered) => answered,
        // Read after the call, whose summary would hide what the answer lacks.
      })
      .then(parseMonitorAnswer);
  }

  /** CH-179: the other route first; without an answer the standard one after 5 s, whichever answers first counts. */
  async function routed(body: unknown, suffix: string): Promise<MonitorAnswer> {
    const isElsewhere = ports.countryCode()?.toUpperCase() === 'CN' && ports.otherHosts.length > 0;
    if (!isElsewhere) return ask(ports.hosts, body, suffix);
    let isDecided = false;
    const other = ask(ports.otherHosts, body, suffix).catch(async (error: unknown) => {
      if (!isDecided) await pause(otherRouteFailedWaitMs);
      throw error;
    });
    const standard = pause(otherRouteWaitMs).then(() => {
      if (isDecided) throw createError('CALL_ABORTED', 'The other route has answered.');
      return ask(ports.hosts, body, suffix);
    });
    try {
      return await Promise.any([other, standard]);
    } catch (error) {
      throw error instanceof AggregateError ? error.errors.at(-1) : error;
    } finally {
      isDecided = true;
    }
  }

  async function persist(body: unknown, suffix: string, exhausted: string, failed: string): Promise<MonitorAnswer> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await routed(body, suffix);
      } catch (error) {
        const isLoading = internalCodeOf(error) === loadingCode;
        if (!isLoading && isWidgetError(error, 'ANSWER_INVALID')) throw error;
        if (lifetime.ended || !isLoading) throw createError('CALL_FAILED', failed, { cause: error });
        if (attempt >= monitorRetries) throw createError('CALL_FAILED', exhausted, { cause: error });
        await pause(retryWaitMs(attempt));
      }
    }
  }

  return {
    create: (request) => persist(request, '', 'Error creating monitor, ran out of attempts.', 'Error creating monitor'),
    update: (request) =>
      persist(request, '/update', 'Error updating monitor, ran out of attempts.', 'Error updating monitor'),
  };
}
