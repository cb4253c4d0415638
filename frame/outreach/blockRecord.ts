import type { FrameStorage } from '../platform/storage.ts';
import { outcomeCodes } from './outcome.ts';
import { type BlockFacts, type BlockReason, findBlocks } from './proactiveBlocks.ts';

export interface BlockPorts {
  readonly storage: Pick<FrameStorage, 'read' | 'write' | 'remove'>;
  readonly blockFacts: () => BlockFacts;
}

/** The reasons that block the pop-up, stored for the tab while there are any (SH-121). An earlier page may have stored them. */
export function createBlockRecord({ storage, blockFacts }: BlockPorts) {
  let isStored = storage.read('cm-proactive-block') !== undefined;

  return {
    /** The reasons that block the pop-up now. Removes a stored block that no longer applies. */
    check(): readonly BlockReason[] {
      const reasons = findBlocks(blockFacts());
      if (reasons.length === 0 && isStored) {
        isStored = false;
        storage.remove('cm-proactive-block');
      }
      return reasons;
    },
    /** Returns false if a block was already stored. */
    save(reasons: readonly BlockReason[]): boolean {
      const isNew = !isStored;
      isStored = true;
      storage.write('cm-proactive-block', { state: outcomeCodes.blocked, reasons });
      return isNew;
    },
  };
}

export type BlockRecord = ReturnType<typeof createBlockRecord>;
