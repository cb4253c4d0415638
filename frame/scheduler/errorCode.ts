import { isWidgetError } from '../platform/errors.ts';
import { defaultErrorCode } from './limits.ts';

/** SC-139, SC-140: the code in an error object, a string that starts with SCH as it is, else SCH02. */
export function toErrorCode(payload: unknown): string {
  if (typeof payload === 'string') return payload.startsWith('SCH') ? payload : defaultErrorCode;
  if (typeof payload !== 'object' || payload === null) return defaultErrorCode;
  const { code, error } = payload as { code?: unknown; error?: unknown };
  if (typeof code === 'string' && code !== '') return code;
  return error === undefined ? defaultErrorCode : toErrorCode(error);
}

/** Of a failed call: what its answer said, never our own codes. */
export function errorCodeOf(error: unknown): string {
  return toErrorCode(isWidgetError(error) ? error.body : undefined);
}
