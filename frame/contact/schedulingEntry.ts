import type { ContactBundle, SchedulingInformation } from './bundle.ts';
import { isSchedulerOffered } from './offers.ts';

/**
 * The scheduling entry of that purpose; without one the page's own, which is the first that the menu offers, so that links
 * and invitations open the scheduler that their words are about (SC-003, SC-006, SC-026).
 */
export function schedulingEntry(
  bundle: ContactBundle,
  purpose: string | undefined,
  nowMs: number,
): SchedulingInformation | undefined {
  const entries = bundle.schedulingInformation;
  return (
    entries.find((entry) => entry.purpose === purpose) ??
    entries.find((entry) => isSchedulerOffered(entry, nowMs)) ??
    entries[0]
  );
}
