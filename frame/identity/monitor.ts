import * as v from 'valibot';
import type { CallBackend } from '../platform/backend/plan.ts';
import { series } from '../platform/backend/series.ts';
import type { Clock } from '../platform/clock.ts';
import { createError, isWidgetError } from '../platform/errors.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { pause } from '../platform/pause.ts';
import { idText, optionalField } from '../platform/wireFields.ts';
import {
  brokerRequestTimeoutMs,
  loadingCode,
  monitorRetries,
  noEngagementCode,
  otherRouteFailedWaitMs,
  otherRouteWaitMs,
} from './limits.ts';

/** Wait before the next retry for a loading account (CH-177): 2, 4, 8 s. */
export const retryWaitMs = (attempt: number): number => 1_000 * 2 ** (attempt + 1);

/** The bodies of monitor requests (CH-175). */
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

const text = optionalField(idText);
const engagement = v.object({
  campaignId: optionalField(v.union([v.number(), v.string()])),
  engagementId: optionalField(v.union([v.number(), v.string()])),
  contextId: text,
  conversationId: text,
  status: optionalField(v.string()),
});
const answer = v.object({
  engagementDetails: optionalField(
    v.pipe(
      v.union([v.array(engagement), engagement]),
      v.transform((value) => (Array.isArray(value) ? value : [value])),
    ),
  ),
  internalCode: optionalField(v.number()),
  sessionId: text,
  visitorId: text,
  pageId: text,
});

export type MonitorAnswer = v.InferOutput<typeof answer>;

/** CH-176: throws if engagement details are missing, except with one internal code. */
export function parseMonitorAnswer(body: unknown): MonitorAnswer {
  const parsed = v.parse(answer, body);
  if (parsed.engagementDetails === undefined && parsed.internalCode !== noEngagementCode) {
    throw createError('ANSWER_INVALID', 'Monitoring API did not return engagement details.', { body });
  }
  return parsed;
}

/** What an answer without engagement details says about the visit. The visit exists even if no agent is available. */
export function visitOf(error: unknown): MonitorAnswer | undefined {
  const { success, output } = v.safeParse(v.object({ body: answer }), error);
  return success && output.body.visitorId ? output.body : undefined;
}

/** The internal code in the body of a failed call. */
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
  /** Hosts of the route for visitors in China (CH-179). Empty: all visitors use the standard route. */
  readonly otherHosts: readonly string[];
  readonly path: string;
  readonly countryCode: () => string | undefined;
}

export interface Monitor {
  create(request: MonitorRequest): Promise<MonitorAnswer>;
  update(request: MonitorUpdate): Promise<MonitorAnswer>;
}

export function createMonitor(ports: MonitorPorts): Monitor {
  const { lifetime } = ports;

  function ask(hosts: readonly string[], body: unknown, suffix: string): Promise<MonitorAnswer> {
    return ports
      .call({
        hosts,
        path: `${ports.path}${suffix}`,
        body,
        strategy: series,
        attemptTimeoutMs: brokerRequestTimeoutMs,
        signal: lifetime.signal,
        // Parsed after the call, because an error thrown here would be wrapped in the call's own.
        parse: (body) => body,
      })
      .then(parseMonitorAnswer);
  }

  /** CH-179: tries the route for China first, and after 5 s the standard one as well. The first answer wins. */
  async function requestByRoute(body: unknown, suffix: string): Promise<MonitorAnswer> {
    const usesOtherRoute = ports.countryCode()?.toUpperCase() === 'CN' && ports.otherHosts.length > 0;
    if (!usesOtherRoute) return ask(ports.hosts, body, suffix);
    let isDecided = false;
    const other = ask(ports.otherHosts, body, suffix).catch(async (error: unknown) => {
      if (!isDecided) await pause(ports, otherRouteFailedWaitMs);
      throw error;
    });
    const standard = pause(ports, otherRouteWaitMs).then(() => {
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

  async function requestWithRetries(
    body: unknown,
    suffix: string,
    exhausted: string,
    failed: string,
  ): Promise<MonitorAnswer> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await requestByRoute(body, suffix);
      } catch (error) {
        const isLoading = internalCodeOf(error) === loadingCode;
        if (!isLoading && isWidgetError(error, 'ANSWER_INVALID')) throw error;
        if (lifetime.ended || !isLoading) throw createError('CALL_FAILED', failed, { cause: error });
        if (attempt >= monitorRetries) throw createError('CALL_FAILED', exhausted, { cause: error });
        await pause(ports, retryWaitMs(attempt));
      }
    }
  }

  return {
    create: (request) =>
      requestWithRetries(request, '', 'Error creating monitor, ran out of attempts.', 'Error creating monitor'),
    update: (request) =>
      requestWithRetries(request, '/update', 'Error updating monitor, ran out of attempts.', 'Error updating monitor'),
  };
}
