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
  /** Streams that end before their answer. */
  brokenStreams: number;
  /** Streams whose events come twice, in another order, all at once, or in pieces of a byte. */
  mixedStreams: number;
  /** Statuses of the next requests, which do not reach the service. */
  readonly failures: number[];
}

export const calmRest = (): RestWeather => ({
  isOffline: false,
  slowMs: 0,
  loseRequests: 0,
  loseAnswers: 0,
  brokenStreams: 0,
  mixedStreams: 0,
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
  const take = (name: 'loseRequests' | 'loseAnswers' | 'brokenStreams' | 'mixedStreams'): boolean => {
    if (weather[name] === 0) return false;
    weather[name] -= 1;
    return true;
  };
  const delay = (): number => Math.floor(random() * 60) + weather.slowMs;

  /** The response to a page, whose pieces come one after the other. */
  function streamOf({ stream: events = [], gotAll }: ServiceAnswer, signal: AbortSignal | undefined): Response {
    const queue = piecesOf(events, take('mixedStreams') ? random : undefined);
    const end = take('brokenStreams') ? Math.floor(random() * queue.length) : queue.length;
    let at = 0;
    let fail = (): void => {};
    signal?.addEventListener('abort', () => document.run(() => fail()));
    const read = (): Promise<{ readonly value: Uint8Array | undefined }> =>
      new Promise((resolve, reject) => {
        fail = () => reject(new Error('network error'));
        clock.after(Math.floor(delay() / 4), () =>
          document.run(() => {
            if (document.isGone || signal?.aborted) return;
            if (at < end || end === queue.length) resolve({ value: queue[at] });
            else fail();
            at += 1;
            if (at === queue.length) gotAll?.();
          }),
        );
      });
    const reader = { read, cancel: () => Promise.resolve() };
    const headers = new Headers({ 'content-type': 'text/event-stream' });
    return { ok: true, status: 200, headers, body: { getReader: () => reader } } as unknown as Response;
  }

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
        if (call.read && seen.stream && call.headers?.Accept?.includes('event-stream')) {
          const reading = call.read(streamOf(seen, call.signal), 'bot.example');
          reading.then(
            (text) => settle(() => parse(call, { body: JSON.parse(text) }, resolve, reject)),
            (error: Error) => settle(() => reject(error)),
          );
          return;
        }
        seen.gotAll?.();
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

/** The bytes of a stream, piece by piece. With `random`, as a bad network or service sends them. */
function piecesOf(
  events: NonNullable<ServiceAnswer['stream']>,
  random: (() => number) | undefined,
): readonly Uint8Array[] {
  const bytes = new TextEncoder();
  const texts = events.map(([name, data], at) => `event: ${name}\nid: ${at + 1}\ndata: ${JSON.stringify(data)}\n\n`);
  if (!random) return texts.map((text) => bytes.encode(text));
  const way = Math.floor(random() * 4);
  if (way === 0) return [bytes.encode(texts.join(''))];
  if (way === 1) return texts.flatMap((text) => [bytes.encode(text), bytes.encode(text)]);
  if (way === 2)
    return [1, 0, ...texts.keys()].flatMap((at) => (texts[at] === undefined ? [] : bytes.encode(texts[at])));
  const all = bytes.encode(texts.join(''));
  const size = 1 + Math.floor(random() * 40);
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}
