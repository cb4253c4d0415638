import type { BackendCall, CallBackend } from '../../frame/platform/backend/plan.ts';
import { createError } from '../../frame/platform/errors.ts';
import { findRoute } from '../sandbox/router.ts';
import type { SandboxAnswer, SandboxService } from '../sandbox/service.ts';

export interface ServiceCall {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A backend on the sandbox's services without a network. The test can set faults. */
export function createServiceBackend(services: readonly SandboxService[]) {
  const calls: ServiceCall[] = [];
  const state = {
    /** Answers instead of the service. Undefined lets the call through; `lost` lets it through but loses the answer. */
    fault: undefined as ((call: ServiceCall) => SandboxAnswer | 'lost' | undefined) | undefined,
    /** Delays the service's answer until the promise resolves. Undefined does not delay it. */
    slow: undefined as ((call: ServiceCall) => Promise<void> | undefined) | undefined,
  };

  const call: CallBackend = async <T>(request: BackendCall<T>): Promise<T> => {
    const url = new URL(`${request.hosts[0] ?? 'http://none.invalid'}${request.path}`);
    for (const [name, value] of Object.entries(request.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const seen: ServiceCall = {
      method: request.method ?? 'POST',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers ?? {},
      body: request.body === undefined ? undefined : JSON.parse(JSON.stringify(request.body)),
    };
    calls.push(seen);
    const fault = state.fault?.(seen);
    if (fault !== undefined && fault !== 'lost') return parseAnswer(request, fault);
    const routes = services.flatMap((service) => service.routes).filter((route) => route.method === seen.method);
    const routed = findRoute(routes, seen.path);
    const answer: SandboxAnswer = routed
      ? await routed.route.answer({
          ...seen,
          headers: Object.fromEntries(new Headers(request.headers)),
          query: url.searchParams,
          params: routed.params,
        })
      : { status: 404, body: { message: `no service answers ${seen.path}` } };
    await state.slow?.(seen);
    if (fault === 'lost') throw createError('CALL_TIMEOUT', `Request to ${seen.path} timed out`);
    return parseAnswer(request, answer);
  };

  function parseAnswer<T>(request: BackendCall<T>, { status = 200, body, headers = {} }: SandboxAnswer): T {
    const answerHeaders = new Headers(headers as Record<string, string>);
    if (status >= 300) {
      throw createError('CALL_FAILED', `answered ${status}`, {
        status,
        body,
        retryAfter: answerHeaders.get('retry-after') ?? undefined,
      });
    }
    try {
      return request.parse(body === undefined ? undefined : JSON.parse(JSON.stringify(body)), answerHeaders);
    } catch (cause) {
      throw createError('ANSWER_INVALID', 'sent an unexpected answer', { cause, body });
    }
  }

  return Object.assign(call, {
    calls,
    state,
    to: (path: string): ServiceCall[] => calls.filter((one) => one.path.includes(path)),
  });
}
