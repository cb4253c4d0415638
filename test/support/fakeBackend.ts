import type { BackendCall, CallBackend } from '../../frame/platform/backend/plan.ts';
import { createError } from '../../frame/platform/errors.ts';

export interface RecordedCall extends BackendCall<unknown> {
  /** Path as asked for, without host. */
  readonly path: string;
}

export type Answer = (call: RecordedCall) => unknown | Promise<unknown>;

/** Answers by the first matching route; runs the caller's own parser, so that bad answers fail as in production. */
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
    const body = await route[1](request);
    try {
      return request.parse(body, new Headers());
    } catch (cause) {
      throw createError('ANSWER_INVALID', `${request.path} answered something else than expected`, { cause, body });
    }
  };
  return Object.assign(call, { calls, on: (path: string, answer: Answer) => void table.set(path, answer) });
}

/** A refused answer, as the real call helper rejects. */
export function refuse(status: number, body?: unknown): never {
  throw createError('CALL_FAILED', `answered ${status}`, { status, body });
}
