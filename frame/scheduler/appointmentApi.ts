import * as v from 'valibot';
import { seriesWhile } from '../platform/backend/series.ts';
import { createError } from '../platform/errors.ts';
import { isUrl } from '../text/isUrl.ts';
import { expertFields, type SchedulerApi, type SchedulerCall, textField } from './api.ts';
import type { Booking } from './appointment.ts';
import { isServerFault } from './callOutcome.ts';
import { parseConfirmationNumber } from './confirmationNumber.ts';
import type { SchedulerDeployment } from './deployment.ts';
import type { Appointment } from './records.ts';

export interface CancelSurvey {
  readonly confirmationNumber: string;
  readonly reason: string;
  readonly comment: string;
}

const optionalUrlField = v.fallback(v.optional(v.pipe(v.string(), v.trim(), v.check(isUrl))), undefined);

/** A booked call. */
export const appointment = v.object({
  /** As the visitor got it. */
  confirmationNumber: textField,
  clientQuestion: textField,
  startDateTime: v.pipe(v.string(), v.nonEmpty()),
  endDateTime: textField,
  expertId: textField,
  clientTimezone: textField,
  topic: textField,
  clientFirstName: textField,
  clientLastName: textField,
  clientEmail: textField,
  clientCompany: textField,
  stateOrProvince: textField,
  clientDialingCountryCode: textField,
  clientPhone: textField,
  resource: textField,
  ...expertFields,
  /** Where the call takes place. Without it, the expert calls the visitor. */
  meetingUrl: optionalUrlField,
});

/** The answer is the appointment, or has it in `data`. */
export function parseAppointment(body: unknown): Appointment {
  const inner = (body as { data?: unknown } | null | undefined)?.data;
  return v.parse(appointment, typeof inner === 'object' && inner !== null ? inner : body);
}

/** SC-099, SC-101: undefined if the answer has no valid number. */
function confirmationNumberIn(body: unknown): string | undefined {
  const outer = body as { confirmationNumber?: unknown; data?: { confirmationNumber?: unknown } } | null | undefined;
  const value = outer?.confirmationNumber ?? outer?.data?.confirmationNumber;
  return parseConfirmationNumber(typeof value === 'number' ? String(value) : value);
}

/** SC-124: any result other than SUCCESS is a failure. The error keeps the answer for its error code. */
function requireSuccess(body: unknown): void {
  if ((body as { result?: unknown } | null | undefined)?.result === 'SUCCESS' || body === 'SUCCESS') return;
  throw createError('ANSWER_INVALID', 'the result is not SUCCESS', { body });
}

/** A change goes to one host at a time: after a timeout, the first one may have made it (SC-130). */
const oneHostAtATime = { strategy: seriesWhile(isServerFault) };

/** The calls for one appointment. */
export function createAppointmentApi(
  { ask }: Pick<SchedulerApi, 'ask'>,
  { idempotencyHeader }: Pick<SchedulerDeployment, 'idempotencyHeader'>,
) {
  const idempotencyHeaders = (key: string): Record<string, string> =>
    idempotencyHeader ? { [idempotencyHeader]: key } : {};

  /** The paths of one appointment. The reported one has no confirmation number. */
  const one = (number: string, folder = ''): Pick<SchedulerCall<unknown>, 'path' | 'name'> => ({
    path: `/appointments/${folder}${encodeURIComponent(number)}`,
    name: `/appointments/${folder}{confirmationNumber}`,
  });

  return {
    book: (body: Booking, key: string) =>
      ask({
        method: 'POST',
        path: '/appointments/',
        ...oneHostAtATime,
        body,
        headers: idempotencyHeaders(key),
        parse: (answer) => {
          const number = confirmationNumberIn(answer);
          if (number === undefined) {
            throw createError('ANSWER_INVALID', 'the booking has no confirmation number', { body: answer });
          }
          return number;
        },
      }),
    /** Resolves to undefined if the answer has no number. */
    edit: (number: string, body: Booking, key: string) =>
      ask({
        ...one(number),
        method: 'PUT',
        ...oneHostAtATime,
        body,
        headers: idempotencyHeaders(key),
        parse: confirmationNumberIn,
      }),
    fetch: (number: string) => ask({ ...one(number, 'lookup/'), method: 'GET', parse: parseAppointment }),
    cancel: (number: string) => ask({ ...one(number), method: 'DELETE', ...oneHostAtATime, parse: requireSuccess }),
    survey: (body: CancelSurvey) =>
      ask({ method: 'POST', path: '/appointments/cancel/survey/', ...oneHostAtATime, body, parse: requireSuccess }),
  };
}

export type AppointmentApi = ReturnType<typeof createAppointmentApi>;
