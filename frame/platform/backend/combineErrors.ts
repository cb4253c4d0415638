import { createError, describeError, isWidgetError } from '../errors.ts';

/** The error of a call that no host has answered. `errors` are in host order; status and body are those of the last answer. */
export function combineErrors(message: string, errors: readonly unknown[]): Error {
  const widgetErrors = errors.filter((error) => isWidgetError(error));
  const last = widgetErrors.findLast((error) => error.status !== undefined) ?? widgetErrors.at(-1);
  const isLate = widgetErrors.length > 0 && widgetErrors.every((error) => error.code === 'CALL_TIMEOUT');
  return createError(isLate ? 'CALL_TIMEOUT' : 'CALL_FAILED', message, {
    cause: errors.length === 1 ? errors[0] : errors,
    status: last?.status,
    body: last?.body,
    retryAfter: last?.retryAfter,
  });
}

/** With every reason in the message (CH-193). */
export function allHostsFailed(errors: readonly unknown[]): Error {
  return combineErrors(`Failed fetching data from all endpoints: ${errors.map(describeError).join('; ')}`, errors);
}
