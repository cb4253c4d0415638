import * as v from 'valibot';
import type { CallBackend } from '../platform/backend/plan.ts';
import type { Clock } from '../platform/clock.ts';
import { createError, isWidgetError } from '../platform/errors.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { engagementTimeoutMs, loadingCode, monitorRetries, retryWaitMs } from './limits.ts';
import { internalCodeOf, type MonitorRequest } from './monitor.ts';

/** A field that is null, or of another kind than expected, counts as missing; the rest still counts. */
const maybe = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined);
const answer = v.object({
  status: maybe(v.string()),
  skillStatus: maybe(v.object({ skillName: maybe(v.string()) })),
  internalCode: maybe(v.number()),
});

export type GatewayEngagement = v.InferOutput<typeof answer>;

export interface RetryPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  /** Another code than 20: what was stored of the visit is wrong and goes (CH-184). */
  readonly dropVisit: () => void;
  /** The visitor that a loading account has made for this call: the next try names it, so that no second one is made. */
  readonly keepVisitor?: (visitorId: string) => void;
}

/** CH-184: at most three further tries; a loading account gets its waits, anything else is tried again at once. */
export async function withEngagementRetries<T>(ask: () => Promise<T>, ports: RetryPorts): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const code = internalCodeOf(error);
      if (code !== undefined && code !== loadingCode) ports.dropVisit();
      const visitorId = code === loadingCode ? visitorIn(error) : undefined;
      if (visitorId !== undefined) ports.keepVisitor?.(visitorId);
      if (attempt >= monitorRetries || ports.lifetime.ended) throw error;
      if (code === loadingCode) await pause(retryWaitMs(attempt), ports);
    }
  }
}

/** The vendor says it in words: `Loading account: A, vid: V`. */
function visitorIn(error: unknown): string | undefined {
  const body = v.safeParse(v.object({ message: v.string() }), isWidgetError(error) ? error.body : undefined);
  return body.success ? /\bvid: ?([\w-]+)/.exec(body.output.message)?.[1] : undefined;
}

function pause(delayMs: number, { clock, lifetime }: RetryPorts): Promise<void> {
  return new Promise((resolve) => {
    const stop = clock.after(delayMs, () => done());
    const done = lifetime.add(() => {
      stop();
      resolve();
    });
  });
}

/** An answer that holds a code and no status is a failure, whatever HTTP says of it (CH-184). */
export function refuseCode<T extends { readonly status?: unknown; readonly internalCode?: number | undefined }>(
  body: unknown,
  told: T,
): T {
  if (told.internalCode === undefined || told.status !== undefined) return told;
  throw createError('CALL_FAILED', `The engagement was refused with code ${told.internalCode}.`, { body });
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
          strategy: 'series',
          attemptTimeoutMs: engagementTimeoutMs,
          signal: ports.lifetime.signal,
          parse: (body) => refuseCode(body, v.parse(answer, body)),
        }),
      ports,
    );
}
