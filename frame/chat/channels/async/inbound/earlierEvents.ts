import { fingerprintOf, type MessagingChange } from '../wire.ts';

/** When each event was placed, by fingerprint. Two equal events are two entries. */
export type PlacedTimes = ReadonlyMap<string, readonly number[]>;

/** The events from before the service restarted its numbering. A service with a history sends them once more. */
export interface EarlierEvents {
  /** Called when the event is received again: returns its earlier place, once for each copy. */
  take(change: MessagingChange): number | undefined;
  /** Where the next of these events was placed, among those that come again after `sequence`. */
  firstAfter(sequence: number, held: ReadonlyMap<number, MessagingChange>): number | undefined;
  /** Those that have not been received again. */
  readonly left: PlacedTimes;
}

/** Without a time, two equal texts could not be distinguished. */
const keyOf = (change: MessagingChange): string | undefined =>
  change.serverTimestamp === undefined ? undefined : fingerprintOf(change);

export function createEarlierEvents(placed: PlacedTimes): EarlierEvents {
  const left = new Map(placed);

  function find(change: MessagingChange): readonly number[] {
    const key = keyOf(change);
    return key === undefined ? [] : (left.get(key) ?? []);
  }

  return {
    left,
    take(change) {
      const [first, ...rest] = find(change);
      if (first !== undefined) left.set(fingerprintOf(change), rest);
      return first;
    },
    firstAfter(sequence, held) {
      let following: number | undefined;
      for (const [at, change] of held) {
        if (at > sequence && at < (following ?? Number.POSITIVE_INFINITY) && find(change).length > 0) following = at;
      }
      const change = following === undefined ? undefined : held.get(following);
      return change && find(change)[0];
    },
  };
}
