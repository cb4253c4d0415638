import type { Clock } from '../clock.ts';
import { createError, describeError, isWidgetError } from '../errors.ts';
import { cascade } from './cascade.ts';
import { type Attempt, type BackendCall, type BackendPorts, type CallBackend, callTimeoutPerHostMs } from './plan.ts';
import { request } from './request.ts';
import { series } from './series.ts';
import { startTimeLimit } from './timeLimit.ts';

export function createCallBackend(ports: BackendPorts): CallBackend {
  return async (call) => {
    const firstHost = call.hosts[0];
    if (!firstHost || !call.path) {
      // The specification requires this message (CH-194).
      throw createError('CALL_INVALID', 'ajaxWithFallback: cannot make ajax call without host/path');
    }
    const aborted = (): Error => createError('CALL_ABORTED', `Request to ${firstHost}${call.path} was aborted`);
    if (call.signal?.aborted) throw aborted();
    const authorization = call.isForeign ? undefined : ports.authorize(call.authorizationSetting);
    const limitMs = call.limitMs ?? callTimeoutPerHostMs * call.hosts.length;
    const limit = startTimeLimit(ports.clock, limitMs, call.signal);
    const attempt: Attempt<Awaited<ReturnType<typeof call.parse>>> = (host, signal) =>
      request(call, host, authorization, signal, ports) as never;
    try {
      return await run(call, attempt, limit.signal, ports.clock);
    } catch (error) {
      if (call.signal?.aborted) throw aborted();
      if (limit.isLate())
        throw createError('CALL_TIMEOUT', `Request to ${firstHost}${call.path} timed out after ${limitMs} ms`);
      throw error;
    } finally {
      limit.end();
    }
  };
}

async function run<T>(call: BackendCall<T>, attempt: Attempt<T>, signal: AbortSignal, clock: Clock): Promise<T> {
  const strategy = call.strategy ?? 'cascade';
  if (strategy === 'none') {
    try {
      return await attempt(call.hosts[0] as string, signal);
    } catch (error) {
      throw failed('Failed fetching data', [error]);
    }
  }
  const errors: unknown[] = [];
  try {
    return strategy === 'series'
      ? await series(call.hosts, attempt, signal, errors, call.shouldTryNext)
      : await cascade(call.hosts, attempt, signal, errors, clock);
  } catch {
    throw failed('Failed fetching data from all endpoints', errors);
  }
}

/** Joins the summary and every reason in host order (CH-192, CH-193). Status and body are those of the last answer. */
function failed(summary: string, errors: readonly unknown[]): Error {
  const widgetErrors = errors.filter((error) => isWidgetError(error));
  const last = widgetErrors.findLast((error) => error.status !== undefined) ?? widgetErrors.at(-1);
  return createError(
    widgetErrors.length > 0 && widgetErrors.every((error) => error.code === 'CALL_TIMEOUT')
      ? 'CALL_TIMEOUT'
      : 'CALL_FAILED',
    summary === 'Failed fetching data' ? summary : `${summary}: ${errors.map(describeError).join('; ')}`,
    {
      cause: errors.length === 1 ? errors[0] : errors,
      status: last?.status,
      body: last?.body,
      retryAfter: last?.retryAfter,
    },
  );
}
