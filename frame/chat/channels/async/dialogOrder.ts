import type { MessagingChange, MessagingChanges } from './wire.ts';

/** Puts the events of one dialog in sequence order, each sequence once. */
export interface DialogOrder {
  /** The sequence to subscribe from. All earlier events have been received or given up. */
  readonly next: number;
  /** Whether received events are held back because earlier ones are missing. */
  readonly hasGap: boolean;
  /** Adds received events. Returns those that can be shown now, in order. Events without a sequence are never held. */
  take(batch: MessagingChanges): readonly MessagingChange[];
  /** Stops waiting for missing events and returns the held ones. Missing events are still accepted later. */
  release(): readonly MessagingChange[];
}

export function createDialogOrder(): DialogOrder {
  let next = 0;
  /** Events ahead of `next`, by sequence. Undefined is an event of an unknown type, which is not shown. */
  const held = new Map<number, MessagingChange | undefined>();
  /** Sequences skipped by a release. */
  const missing = new Set<number>();

  function advance(): MessagingChange[] {
    const ready: MessagingChange[] = [];
    while (held.has(next)) {
      const change = held.get(next);
      held.delete(next);
      if (change) ready.push(change);
      next += 1;
    }
    return ready;
  }

  return {
    get next() {
      return next;
    },
    get hasGap() {
      return held.size > 0;
    },
    take({ changes, unknown }) {
      const ready: MessagingChange[] = [];
      for (const { sequence } of unknown) if (sequence >= next && !held.has(sequence)) held.set(sequence, undefined);
      for (const change of changes) {
        const { sequence } = change;
        if (sequence === undefined || missing.delete(sequence)) ready.push(change);
        else if (sequence >= next && !held.has(sequence)) held.set(sequence, change);
      }
      return [...ready, ...advance()];
    },
    release() {
      const ready: MessagingChange[] = [];
      while (held.size > 0) {
        const following = Math.min(...held.keys());
        // Cap what is remembered: the service may jump far ahead.
        for (let one = next; one < following && one < next + maxMissing; one += 1) missing.add(one);
        next = following;
        ready.push(...advance());
      }
      return ready;
    },
  };
}

/** How many missing sequences are remembered per gap. */
const maxMissing = 1_000;
