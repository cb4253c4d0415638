import { createError } from '../errors.ts';
import { cascade } from './cascade.ts';
import { type Attempt, type BackendPorts, type CallBackend, callTimeoutPerHostMs } from './plan.ts';
import { request } from './request.ts';
import { startTimeLimit } from './timeLimit.ts';

export function createCallBackend(ports: BackendPorts): CallBackend {
  return async (call) => {
    const host = call.hosts[0];
    if (!host || !call.path) {
      // The specification requires this message (CH-194).
      throw createError('CALL_INVALID', 'ajaxWithFallback: cannot make ajax call without host/path');
    }
    const aborted = (): Error => createError('CALL_ABORTED', `Request to ${host}${call.path} was aborted`);
    if (call.signal?.aborted) throw aborted();
    const authorization = call.isForeign ? undefined : ports.authorize(call.authorizationSetting);
    const limitMs = call.limitMs ?? callTimeoutPerHostMs * call.hosts.length;
    const limit = startTimeLimit(ports.clock, limitMs, call.signal);
    const attempt: Attempt<Awaited<ReturnType<typeof call.parse>>> = (triedHost, signal) =>
      request(call, triedHost, authorization, signal, ports) as never;
    try {
      return await (call.strategy ?? cascade)(call.hosts, attempt, limit.signal, ports.clock);
    } catch (error) {
      if (call.signal?.aborted) throw aborted();
      if (limit.isLate())
        throw createError('CALL_TIMEOUT', `Request to ${host}${call.path} timed out after ${limitMs} ms`);
      throw error;
    } finally {
      limit.end();
    }
  };
}
