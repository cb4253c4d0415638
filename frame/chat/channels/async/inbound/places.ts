import type { MessageOrder } from '../../../conversation.ts';
import { type EventOrigin, fingerprintOf, isReceipt, type MessagingChange } from '../wire.ts';

/** An event of a dialog, with its place in the conversation. */
export interface PlacedChange {
  readonly change: MessagingChange;
  readonly order: MessageOrder;
  /** How often the service had restarted its numbering before this event. */
  readonly restarts: number;
  /** It replaces an earlier version: its sender or the service has changed or removed the content. */
  readonly isReplacement: boolean;
}

/** The state that a stream takes over from the one before the restart of the numbering. */
export interface EarlierNumbering {
  /** How often the service has restarted its numbering. */
  readonly restarts: number;
  /** The place of the last event. Everything under the new numbering comes after it. */
  readonly last: MessageOrder;
  /** The fingerprints of the events that were shown. A service with a history sends them again. */
  readonly shown: ReadonlySet<string>;
}

export const noEarlierNumbering: EarlierNumbering = {
  restarts: 0,
  last: { atMs: 0, sequence: -1 },
  shown: new Set(),
};

interface ReceivedEvent {
  readonly fingerprint: string;
  readonly origin: EventOrigin;
  /** As placed in the log. */
  readonly atMs: number;
  readonly isReceipt: boolean;
}

/** The places of a dialog's received events in the conversation. An event keeps its place. */
export interface Places {
  /** The place of the last event. */
  readonly last: MessageOrder;
  find(sequence: number): ReceivedEvent | undefined;
  /** The last message before a sequence. Services differ in whether they replay our own receipts. */
  messageBefore(sequence: number): number | undefined;
  /** Whether the event has a number already. */
  has(change: MessagingChange): boolean;
  /** Gives an event its place. Returns it, unless it was shown before a restart. */
  place(change: MessagingChange, sequence: number): readonly PlacedChange[];
  /** An event without a sequence, which comes after all known events. */
  placeAtEnd(change: MessagingChange): PlacedChange;
  /** Takes the new content of a known event. Returns it if it has changed. */
  replace(known: ReceivedEvent, change: MessagingChange, sequence: number): readonly PlacedChange[];
  /** The place of a received event, and its time by the service's clock. */
  placeOf(sequence: number): { readonly order: MessageOrder; readonly timestamp: number } | undefined;
  /** The initial state for the stream of the next numbering. */
  conclude(): EarlierNumbering;
}

export function createPlaces(earlier: EarlierNumbering): Places {
  const { restarts } = earlier;
  const firstOrder = earlier.last.sequence + 1;
  const received = new Map<number, ReceivedEvent>();
  /** Ascending. The service may skip many numbers, so the code does not loop over them. */
  const sequences: number[] = [];
  /** The fingerprints of the events that have a time. Without one, two equal texts could not be distinguished. */
  const known = new Set<string>();
  let last = earlier.last;

  const orderOf = (sequence: number, atMs: number): MessageOrder => ({ atMs, sequence: firstOrder + sequence });

  /** How many events come before a sequence. */
  function countBefore(sequence: number): number {
    let at = sequences.length;
    while (at > 0 && Number(sequences[at - 1]) >= sequence) at -= 1;
    return at;
  }

  const eventAt = (at: number): ReceivedEvent | undefined => received.get(sequences[at] ?? -1);

  /** The time must not fall as the sequence rises, or two nodes with different clocks would reorder messages. */
  function timeOf(sequence: number, serverMs: number | undefined): number {
    const at = countBefore(sequence);
    const earliest = eventAt(at - 1)?.atMs ?? earlier.last.atMs;
    const latest = eventAt(at)?.atMs ?? Number.POSITIVE_INFINITY;
    return Math.min(Math.max(serverMs ?? earliest, earliest), latest);
  }

  return {
    get last() {
      return last;
    },
    find: (sequence) => received.get(sequence),
    messageBefore(sequence) {
      for (let at = countBefore(sequence) - 1; at >= 0; at -= 1) if (!eventAt(at)?.isReceipt) return sequences[at];
      return undefined;
    },
    has: (change) => known.has(fingerprintOf(change)),
    place(change, sequence) {
      const { serverTimestamp } = change;
      const fingerprint = fingerprintOf(change);
      const atMs = timeOf(sequence, serverTimestamp);
      const order = orderOf(sequence, atMs);
      sequences.splice(countBefore(sequence), 0, sequence);
      received.set(sequence, { fingerprint, origin: change, atMs, isReceipt: isReceipt(change) });
      if (order.sequence > last.sequence) last = order;
      const isShown = known.has(fingerprint) || earlier.shown.has(fingerprint);
      if (serverTimestamp !== undefined) known.add(fingerprint);
      return isShown ? [] : [{ change, order, restarts, isReplacement: false }];
    },
    placeAtEnd: (change) => ({ change, order: last, restarts, isReplacement: false }),
    replace(before, change, sequence) {
      const fingerprint = fingerprintOf(change);
      if (before.fingerprint === fingerprint) return [];
      received.set(sequence, { ...before, fingerprint });
      if (change.serverTimestamp !== undefined) known.add(fingerprint);
      return [{ change, order: orderOf(sequence, before.atMs), restarts, isReplacement: true }];
    },
    placeOf(sequence) {
      const found = received.get(sequence);
      if (!found) return undefined;
      const { atMs, origin } = found;
      return { order: orderOf(sequence, atMs), timestamp: origin.serverTimestamp ?? atMs };
    },
    conclude: () => ({ restarts: restarts + 1, last, shown: new Set([...earlier.shown, ...known]) }),
  };
}
