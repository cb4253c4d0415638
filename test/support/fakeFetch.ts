import { settle } from './fakeClock.ts';

export interface FetchCall {
  readonly url: string;
  readonly init: RequestInit & { readonly headers: Record<string, string> };
  readonly aborted: boolean;
  /** Answers the call, with JSON unless the body is a string. */
  answer(status: number, body?: unknown): Promise<void>;
  /** Fails like an unreachable host. */
  fail(): Promise<void>;
}

export interface FakeFetch {
  readonly fetch: typeof fetch;
  readonly calls: FetchCall[];
  call(index: number): FetchCall;
}

/** A `fetch` whose calls wait until the test answers them, and reject when aborted, as in a browser. */
export function createFakeFetch(): FakeFetch {
  const calls: FetchCall[] = [];
  const fake = (url: string, init: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const signal = init.signal as AbortSignal;
      const abort = (): void => reject(new DOMException('The operation was aborted.', 'AbortError'));
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort);
      calls.push({
        url,
        init: init as FetchCall['init'],
        get aborted() {
          return signal.aborted;
        },
        async answer(status, body) {
          const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
          resolve(new Response(status === 204 ? null : text, { status }));
          await settle();
          await new Promise((done) => setImmediate(done));
          await settle();
        },
        async fail() {
          reject(new TypeError('Failed to fetch'));
          await settle();
        },
      });
    });
  return {
    fetch: fake as unknown as typeof fetch,
    calls,
    call(index) {
      const call = calls[index];
      if (!call) throw new Error(`there were only ${calls.length} calls`);
      return call;
    },
  };
}
