import * as v from 'valibot';
import type { CallBackend } from '../platform/backend/plan.ts';
import { series } from '../platform/backend/series.ts';
import type { Clock } from '../platform/clock.ts';
import { createError, isWidgetError } from '../platform/errors.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { pause } from '../platform/pause.ts';
import { optionalField } from '../platform/wireFields.ts';
import { engagementTimeoutMs, loadingCode, monitorRetries } from './limits.ts';
import { internalCodeOf, type MonitorRequest, retryWaitMs } from './monitor.ts';

const answer = v.object({
  status: optionalField(v.string()),
  skillStatus: optionalField(v.object({ skillName: optionalField(v.string()) })),
  internalCode: optionalField(v.number()),
});

export type GatewayEngagement = v.InferOutput<typeof answer>;

export interface RetryPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  /** Deletes the stored visit: any code but 20 means that it is invalid (CH-184). */
  readonly deleteVisit: () => void;
  /** Stores the visitor id that a loading account has created, so that the next attempt does not create a second one. */
  readonly storeVisitorId?: (visitorId: string) => void;
}

/**
 * CH-184: retries up to three times, after a wait if the account is loading, otherwise at once. A failure without a code does
 * not come from the account, so it is left to the next check: a busy gateway gets one request instead of four.
 */
export async function withEngagementRetries<T>(ask: () => Promise<T>, ports: RetryPorts): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const code = internalCodeOf(error);
      const isLoading = code === loadingCode;
      const visitorId = isLoading ? visitorIdOf(error) : undefined;
      if (visitorId !== undefined) ports.storeVisitorId?.(visitorId);
      if (code === undefined) throw error;
      if (!isLoading) ports.deleteVisit();
      if (attempt >= monitorRetries || ports.lifetime.ended) throw error;
      if (isLoading) await pause(ports, retryWaitMs(attempt));
    }
  }
}

/** The vendor only sends the id in a message: `Loading account: A, vid: V`. */
function visitorIdOf(error: unknown): string | undefined {
  const body = v.safeParse(v.object({ message: v.string() }), isWidgetError(error) ? error.body : undefined);
  return body.success ? /\bvid: ?([\w-]+)/.exec(body.output.message)?.[1] : undefined;
}

/** Throws if an answer has an internal code and no status: that is a failure with any HTTP status (CH-184). */
export function throwOnCode<T extends { readonly status?: unknown; readonly internalCode?: number | undefined }>(
  body: unknown,
  parsed: T,
): T {
  if (parsed.internalCode === undefined || parsed.status !== undefined) return parsed;
  throw createError('CALL_FAILED', `The engagement was refused with code ${parsed.internalCode}.`, { body });
}

/** The gateway's own engagement call, for messaging (CH-183). */
export function createGatewayEngagement(
  ports: RetryPorts & { readonly call: CallBackend; readonly hosts: readonly string[]; readonly path: string },
): (request: MonitorRequest) => Promise<GatewayEngagement> {
  return (request) =>
    withEngagementRetries(
      () =>
        ports.call({
          hosts: ports.hosts,
          path: ports.path,
          body: request,
          strategy: series,
          attemptTimeoutMs: engagementTimeoutMs,
          signal: ports.lifetime.signal,
          parse: (body) => throwOnCode(body, v.parse(answer, body)),
        }),
      ports,
    );
}
