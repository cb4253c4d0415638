import { defaultZone } from './limits.ts';
import { toInstantMs } from './readSlots.ts';
import type { Appointment } from './records.ts';
import type { TemporalApi } from './temporal.ts';
import { isKnownZone } from './timeZones.ts';

export interface AppointmentSpan {
  readonly startMs: number;
  /** Equals the start when the appointment has no readable end. */
  readonly endMs: number;
  readonly zone: string;
}

/** SC-114: start and end in the appointment's own zone, or in the default zone if the browser does not know it. */
export function toAppointmentSpan(T: TemporalApi, appointment: Appointment): AppointmentSpan | undefined {
  const zone = isKnownZone(appointment.clientTimezone) ? appointment.clientTimezone : defaultZone;
  const startMs = toInstantMs(T, appointment.startDateTime, zone);
  if (startMs === undefined) return undefined;
  return { startMs, endMs: toInstantMs(T, appointment.endDateTime, zone) ?? startMs, zone };
}
