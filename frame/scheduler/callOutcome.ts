import { isWidgetError } from '../platform/errors.ts';

/** The errors of the attempts, which `combineErrors` has put into one, or else the error itself. */
function attemptsOf(error: unknown): readonly unknown[] {
  const causes = isWidgetError(error) ? [error.cause].flat() : [];
  return isWidgetError(causes[0]) ? causes : [error];
}

/** A gateway has answered for a service that did not. */
const gatewayTimeout = 504;

/** A host did not answer, so the request may have succeeded. */
export function isUnanswered(error: unknown): boolean {
  return attemptsOf(error).some(
    (one) =>
      isWidgetError(one) &&
      (one.status === gatewayTimeout ||
        (one.status === undefined && (one.code === 'CALL_TIMEOUT' || one.code === 'CALL_FAILED'))),
  );
}

/** SC-130: a 5xx answer of the service itself. */
export function isServerFault(error: unknown): boolean {
  return isWidgetError(error) && error.status !== undefined && error.status >= 500 && error.status !== gatewayTimeout;
}

/** A host answered successfully, but with something that cannot be read. */
const isAnswerInvalid = (attempt: unknown): boolean => isWidgetError(attempt, 'ANSWER_INVALID');

/** The service may have carried out the request although the call has failed. */
export function mayHaveSucceeded(error: unknown): boolean {
  return isUnanswered(error) || attemptsOf(error).some(isAnswerInvalid);
}

/** The service has answered that there is no such appointment. A failing service says nothing about it. */
export function hasNoAppointment(error: unknown): boolean {
  return isGone(error) || attemptsOf(error).every(isAnswerInvalid);
}

/** The service no longer has the requested appointment. */
export function isGone(error: unknown): boolean {
  return isWidgetError(error) && (error.status === 404 || error.status === 410);
}
