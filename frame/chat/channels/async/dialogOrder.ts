import type { MessagingChange, MessagingChanges } from './wire.ts';

/** Brings the events of one dialog into the server's order: each sequence once, none before the ones it follows. */
export interface DialogOrder {
  /** The sequence to subscribe from: everything below is known. */
  readonly next: number;
  /** Events wait for others that have not come. */
  readonly hasGap: boolean;
  /** What can be shown now, in order. Events without a sequence pass at once. */
  take(told: MessagingChanges): readonly MessagingChange[];
  /** Gives up waiting: shows what was held. What was missing may still come later. */
  release(): readonly MessagingChange[];
}

export function createDialogOrder(): DialogOrder {
  let next = 0;
  /** Ahead of `next`; undefined stands for an event of a kind that is not shown. */
  const held = new Map<number, MessagingChange | undefined>();
  /** Given up at a release; shown if they come after all. */
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
        // A service that jumps far ahead is believed, but not remembered number by number.
        for (let one = next; one < following && one < next + mostMissing; one += 1) missing.add(one);
        next = following;
        ready.push(...advance());
      }
      return ready;
    },
  };
}

/** Missing sequences remembered per gap. */
const mostMissing = 1_000;
