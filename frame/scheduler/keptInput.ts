import type { SchedulerForm } from './records.ts';
import type { SchedulerState } from './state.ts';

/** Keeps what the visitor has typed while a call that was found fills the form. The next call gets it back. */
export function createKeptInput(state: SchedulerState) {
  let kept: Partial<SchedulerForm> = {};
  let dialingRegion = '';

  return {
    /** The zone, the dialing code and the state are preselected, so they count only if the visitor has used them. */
    keep(): void {
      const { topic, timezone, dialingCode, subregion, privacyViewed, ...fields } = state.form;
      kept = {
        ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')),
        ...(fields.selectedTime !== '' && { timezone }),
        ...(fields.phoneNumber !== '' && { dialingCode }),
        ...(state.isSubregionChosen && { subregion }),
      };
      dialingRegion = state.dialingRegion;
    },
    restore(): void {
      Object.assign(state.form, kept);
      if (kept.dialingCode) state.dialingRegion = dialingRegion;
      kept = {};
    },
  };
}

export type KeptInput = ReturnType<typeof createKeptInput>;
