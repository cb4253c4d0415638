import { isWidgetError } from '../../../platform/errors.ts';

/** Statuses after which the same request may succeed: with a renewed token, a newer version, later, or at a gateway that lets it through. */
const temporary: readonly number[] = [401, 403, 425, 426, 429];

const refusalOf = (error: unknown): number | undefined => {
  const status = isWidgetError(error) ? error.status : undefined;
  return status !== undefined && status >= 400 && status < 500 && status !== 408 ? status : undefined;
};

/** Whether a service has refused a request without processing it. After a timeout or a server error, it may have processed it. */
export const isRefused = (error: unknown): boolean => refusalOf(error) !== undefined;

/** Whether it has refused it in a way that a retry cannot change. */
export function isFinalRefusal(error: unknown): boolean {
  const status = refusalOf(error);
  return status !== undefined && !temporary.includes(status);
}
