import type { Log } from '../platform/log.ts';
import { errorCodeOf, toErrorCode } from './errorCode.ts';
import type { Problem, SchedulerState } from './state.ts';

type SchedulerEvent = { readonly type: 'ERROR'; readonly payload?: unknown } | { readonly type: 'ERROR_CLEAR' };

/** The error of one scheduler: an error code, and the problem of a failed call. */
export function createProblems(log: Log, state: Pick<SchedulerState, 'errorCode' | 'isSubmitting' | 'problem'>) {
  /** Sets or clears the error (SC-143, SC-144). */
  function dispatch(event: SchedulerEvent): void {
    if (event.type === 'ERROR') {
      state.errorCode = toErrorCode(event.payload);
      state.isSubmitting = false;
      return;
    }
    state.errorCode = '';
    state.problem = undefined;
  }

  /** SC-139: every failed call logs a warning and sets an error code. */
  function fail(error: unknown, sentence: string, problem: Problem): void {
    log.warn(sentence, error);
    state.problem = problem;
    dispatch({ type: 'ERROR', payload: { code: errorCodeOf(error) } });
  }

  return { dispatch, fail };
}

export type ProblemStore = ReturnType<typeof createProblems>;
