import type { BackendCall, CallBackend } from '../../frame/platform/backend/plan.ts';
import { createError, isWidgetError } from '../../frame/platform/errors.ts';

export interface RecordedCall extends BackendCall<unknown> {
  /** The path without host. */
  readonly path: string;
}

export type Answer = (call: RecordedCall) => unknown | Promise<unknown>;

/** Answers by the first matching route. Runs the caller's parser, so that an invalid answer fails as in production. */
export function createFakeBackend(routes: Record<string, Answer> = {}): CallBackend & {
  readonly calls: RecordedCall[];
  on(path: string, answer: Answer): void;
} {
  const calls: RecordedCall[] = [];
  const table = new Map(Object.entries(routes));
  const call: CallBackend = async (request) => {
    calls.push(request);
    const route = [...table].find(([path]) => request.path.startsWith(path));
    if (!route) throw createError('CALL_FAILED', `no route for ${request.path}`, { status: 404 });
    const answer = await route[1](request);
    const body = answer instanceof Response ? await readResponse(request, answer) : answer;
    try {
      return request.parse(body, new Headers());
    } catch (cause) {
      if (isWidgetError(cause)) throw cause;
      throw createError('ANSWER_INVALID', `${request.path} sent an unexpected answer`, { cause, body });
    }
  };
  return Object.assign(call, { calls, on: (path: string, answer: Answer) => void table.set(path, answer) });
}

/** Like the real backend, which reads until the request is aborted. */
async function readResponse({ path, read, signal }: RecordedCall, response: Response): Promise<unknown> {
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(createError('CALL_ABORTED', `${path} was aborted`)));
  });
  const text = await Promise.race([aborted, read ? read(response, path) : response.text()]);
  return JSON.parse(text);
}

/** Rejects with a status, like the real backend. */
export function refuse(status: number, body?: unknown): never {
  throw createError('CALL_FAILED', `answered ${status}`, { status, body });
}
