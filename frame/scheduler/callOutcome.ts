import { isWidgetError } from '../platform/errors.ts';

/** No host answered, so the request may have succeeded. */
export function isUnanswered(error: unknown): boolean {
  if (!isWidgetError(error) || error.status !== undefined) return false;
  return error.code === 'CALL_TIMEOUT' || error.code === 'CALL_FAILED';
}

/** The service has answered that there is no such appointment. A failing service says nothing about it. */
export function hasNoAppointment(error: unknown): boolean {
  return isGone(error) || isWidgetError(error, 'ANSWER_INVALID');
}

/** The service no longer has the requested appointment. */
export function isGone(error: unknown): boolean {
  return isWidgetError(error) && (error.status === 404 || error.status === 410);
}
