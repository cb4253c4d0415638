import { createError } from '../../../frame/platform/errors.ts';

/** No answer came: the connection broke, or nobody spoke in time. */
export const lost = [
  [
    'a broken connection',
    (): never => {
      throw createError('CALL_FAILED', 'could not be reached');
    },
  ],
  [
    'silence',
    (): never => {
      throw createError('CALL_TIMEOUT', 'late');
    },
  ],
] as const;
