import { isWidgetError } from '../platform/errors.ts';

/** No host said yes or no: what was asked for may have been done. */
export function isUnanswered(error: unknown): boolean {
  if (!isWidgetError(error) || error.status !== undefined) return false;
  return error.code === 'CALL_TIMEOUT' || error.code === 'CALL_FAILED';
}

export function isGone(error: unknown): boolean {
  return isWidgetError(error) && (error.status === 404 || error.status === 410);
}
