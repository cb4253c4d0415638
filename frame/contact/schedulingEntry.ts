import { defaultPurpose } from '../text/texts.ts';
import type { ContactBundle, SchedulingInformation } from './bundle.ts';
import { isSchedulerAvailable } from './contactPoints.ts';

/**
 * Returns the scheduling entry with this purpose. Without a purpose, or with the default one that no entry has, it is the
 * page's own: the first one that the menu shows, else the first one. Links and invitations without a purpose open the
 * scheduler that their text refers to this way (SC-003, SC-006, SC-026). The entry of another purpose would book another
 * call, so there is none for an unknown purpose (SC-016).
 */
export function schedulingEntry(
  bundle: ContactBundle,
  purpose: string | undefined,
  nowMs: number,
  hasScheduler = true,
): SchedulingInformation | undefined {
  const entries = bundle.schedulingInformation;
  const named = purpose && entries.find((entry) => (entry.purpose || defaultPurpose) === purpose);
  if (named || (purpose && purpose !== defaultPurpose)) return named || undefined;
  return entries.find((entry) => isSchedulerAvailable(entry, nowMs, hasScheduler)) ?? entries[0];
}
