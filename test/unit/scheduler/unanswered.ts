import { createError } from '../../../frame/platform/errors.ts';

/** The ways in which a call can end without an answer. */
export const unanswered = [
  [
    'a broken connection',
    (): never => {
      throw createError('CALL_FAILED', 'could not be reached');
    },
  ],
  [
    'a timeout',
    (): never => {
      throw createError('CALL_TIMEOUT', 'late');
    },
  ],
  [
    'a timeout of the gateway',
    (): never => {
      throw createError('CALL_FAILED', 'answered 504', { status: 504 });
    },
  ],
] as const;
