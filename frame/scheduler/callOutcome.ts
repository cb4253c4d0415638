import { isWidgetError } from '../platform/errors.ts';

/** No host answered, so the request may have succeeded. */
export function isUnanswered(error: unknown): boolean {
  if (!isWidgetError(error) || error.status !== undefined) return false;
  return error.code === 'CALL_TIMEOUT' || error.code === 'CALL_FAILED';
}

/** The service was asked and has no such appointment. A broken service says nothing about the appointment. */
export function hasNoAppointment(error: unknown): boolean {
  return isGone(error) || isWidgetError(error, 'ANSWER_INVALID');
}

/** The service no longer has what was asked for. */
export function isGone(error: unknown): boolean {
  return isWidgetError(error) && (error.status === 404 || error.status === 410);
}
