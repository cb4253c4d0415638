import { isWidgetError } from '../../../platform/errors.ts';

/** Statuses after which the same request may succeed: with a renewed token, a newer version, later, or at a gateway that lets it through. */
const temporary: readonly number[] = [401, 403, 408, 425, 426, 429];

/** Whether a service has refused a request in a way that a retry cannot change. */
export function isFinalRefusal(error: unknown): boolean {
  if (!isWidgetError(error) || error.status === undefined) return false;
  return error.status >= 400 && error.status < 500 && !temporary.includes(error.status);
}
