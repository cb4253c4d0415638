import type { ContactBundle, SchedulingInformation } from './bundle.ts';
import { isSchedulerAvailable } from './contactPoints.ts';

/**
 * Returns the scheduling entry with this purpose, else the first one that the menu shows, else the first one. Links and
 * invitations without a purpose open the scheduler that their text refers to this way (SC-003, SC-006, SC-026).
 */
export function schedulingEntry(
  bundle: ContactBundle,
  purpose: string | undefined,
  nowMs: number,
): SchedulingInformation | undefined {
  const entries = bundle.schedulingInformation;
  return (
    entries.find((entry) => entry.purpose === purpose) ??
    entries.find((entry) => isSchedulerAvailable(entry, nowMs)) ??
    entries[0]
  );
}
