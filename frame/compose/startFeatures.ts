import type { Core, Rooms } from '../widget.ts';
import { isSwitchedOff } from './drawing.ts';

/**
 * The steps after the pill, for features that need no intent (SH-007). `openByAddress` opens the scheduler or the debug window if the
 * address asks for it.
 */
export function composeStartFeatures(
  core: Pick<Core, 'settings' | 'deployment' | 'lifetime' | 'visitor'>,
  openByAddress: () => void,
  setUpExperiments: () => Promise<void>,
  startOutreach: (startedMs: number) => void,
): Rooms['startFeatures'] {
  let isOpened = false;
  return async (startedMs) => {
    if (isSwitchedOff(core)) return;
    if (!isOpened) openByAddress();
    isOpened = true;
    // The visitor's country may refuse what the page's region allows (SH-111).
    if (core.deployment.visitor.geoHosts.length > 0) await core.visitor.whenReady();
    // Variations are set up before any invitation is shown.
    await setUpExperiments();
    if (!core.lifetime.ended) startOutreach(startedMs);
  };
}
