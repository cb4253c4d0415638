import * as hostKeys from '../../bridge/hostKeys.ts';
import type { HostStore } from '../host/hostStore.ts';
import { outcomeCodes } from './limits.ts';
import { type BlockFacts, type BlockReason, findBlocks } from './proactiveBlocks.ts';

export interface BlockPorts {
  readonly store: Pick<HostStore, 'readJson' | 'writeSession' | 'remove'>;
  readonly blockFacts: () => BlockFacts;
}

/** What blocks the pop-up, stored for the tab for as long as something does (SH-121). */
export function createBlockRecord({ store, blockFacts }: BlockPorts) {
  let isStored = false;

  return {
    /** Reads the block that an earlier page has stored. */
    async load(): Promise<void> {
      isStored = (await store.readJson(hostKeys.proactiveBlock)) !== undefined;
    },
    /** What blocks the pop-up now. Removes a stored block that no longer applies. */
    check(): readonly BlockReason[] {
      const reasons = findBlocks(blockFacts());
      if (reasons.length === 0 && isStored) {
        isStored = false;
        void store.remove(hostKeys.proactiveBlock);
      }
      return reasons;
    },
    /** Returns false when a block was stored before. */
    save(reasons: readonly BlockReason[]): boolean {
      const isNew = !isStored;
      isStored = true;
      void store.writeSession(hostKeys.proactiveBlock, { state: outcomeCodes.blocked, reasons });
      return isNew;
    },
  };
}

export type BlockRecord = ReturnType<typeof createBlockRecord>;
