import type { BackendCall, CallBackend } from '../../../frame/platform/backend/plan.ts';
import { createError } from '../../../frame/platform/errors.ts';
import type { ModelDocument } from '../modelBrowser.ts';
import type { ModelClock } from '../modelClock.ts';
import type { ServiceAnswer, ServiceRequest } from '../services/service.ts';

/** What the network does to one tab. Counters tell how many times it happens. */
export interface RestWeather {
  isOffline: boolean;
  slowMs: number;
  loseRequests: number;
  loseAnswers: number;
  /** Statuses of the next requests, which do not reach the service. */
  readonly failures: number[];
}

export const calmRest = (): RestWeather => ({
  isOffline: false,
  slowMs: 0,
  loseRequests: 0,
  loseAnswers: 0,
  failures: [],
});

export interface RestNetworkPorts {
  readonly clock: ModelClock;
  readonly document: ModelDocument;
  readonly weather: RestWeather;
  readonly random: () => number;
  /** Who sends a request now. */
  readonly sender: () => string;
  readonly answer: (request: ServiceRequest) => ServiceAnswer;
}

const defaultTimeoutMs = 30_000;

/** The backend calls of a page. Requests overtake each other, and each may be lost before or after the service has it. */
export function createRestNetwork({ clock, document, weather, random, sender, answer }: RestNetworkPorts): CallBackend {
  const take = (name: 'loseRequests' | 'loseAnswers'): boolean => {
    if (weather[name] === 0) return false;
    weather[name] -= 1;
    return true;
  };
  const delay = (): number => Math.floor(random() * 60) + weather.slowMs;

  return <T>(call: BackendCall<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      let isSettled = false;
      const settle = (task: () => void): void =>
        document.run(() => {
          if (isSettled) return;
          isSettled = true;
          stop();
          call.signal?.removeEventListener('abort', abort);
          task();
        });
      // Errors are made when they are needed: their stacks are expensive.
      const fail = (code: 'CALL_TIMEOUT' | 'CALL_ABORTED' | 'CALL_FAILED') => (): void =>
        settle(() => reject(createError(code, `Request to ${call.path} failed`)));
      const stop = document.clock.after(call.attemptTimeoutMs ?? defaultTimeoutMs, fail('CALL_TIMEOUT'));
      const abort = fail('CALL_ABORTED');
      if (call.signal?.aborted) {
        abort();
        return;
      }
      call.signal?.addEventListener('abort', abort);
      if (weather.isOffline) {
        clock.after(10, fail('CALL_FAILED'));
        return;
      }
      const failure = weather.failures.shift();
      const request = toRequest(call, sender());
      if (take('loseRequests')) return;
      clock.after(delay(), () => {
        // A request of a page that is gone arrives before the next page asks, or never.
        if (document.isGone) return;
        const seen = failure === undefined ? answer(request) : { status: failure, body: {} };
        if (take('loseAnswers')) return;
        clock.after(delay(), () => settle(() => parse(call, seen, resolve, reject)));
      });
    });
}

function toRequest<T>(call: BackendCall<T>, by: string): ServiceRequest {
  const url = new URL(`${call.hosts[0] ?? 'http://none.invalid'}${call.path}`);
  for (const [name, value] of Object.entries(call.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return {
    method: call.method ?? 'POST',
    path: url.pathname,
    query: url.searchParams,
    by,
    headers: call.headers ?? {},
    body: call.body === undefined ? undefined : JSON.parse(JSON.stringify(call.body)),
  };
}

function parse<T>(
  call: BackendCall<T>,
  { status = 200, body, headers = {} }: ServiceAnswer,
  resolve: (value: T) => void,
  reject: (error: Error) => void,
): void {
  const answerHeaders = new Headers(headers);
  if (status >= 300) {
    const retryAfter = answerHeaders.get('retry-after') ?? undefined;
    reject(createError('CALL_FAILED', `answered ${status}`, { status, body, retryAfter }));
    return;
  }
  try {
    resolve(call.parse(body === undefined ? undefined : JSON.parse(JSON.stringify(body)), answerHeaders));
  } catch (cause) {
    reject(createError('ANSWER_INVALID', 'sent an unexpected answer', { cause, body }));
  }
}
