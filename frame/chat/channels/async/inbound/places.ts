import type { MessageOrder } from '../../../conversation.ts';
import { nodeSkewMs } from '../limits.ts';
import { fingerprintOf, isReceipt, type MessagingChange } from '../wire.ts';
import { createEarlierEvents, type PlacedTimes } from './earlierEvents.ts';
import { createReceivedEvents, type ReceivedEvent } from './receivedEvents.ts';

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
  readonly received: PlacedTimes;
}

export const noEarlierNumbering: EarlierNumbering = {
  restarts: 0,
  last: { atMs: 0, sequence: -1 },
  received: new Map(),
};

/** The places of a dialog's received events in the conversation. An event keeps its place. */
export interface Places {
  /** The place of the last event. */
  readonly last: MessageOrder;
  find(sequence: number): ReceivedEvent | undefined;
  /** The last message before a sequence. */
  messageBefore(sequence: number): number | undefined;
  /** Whether a late event can belong here: it has no other number, and was sent between its neighbours. */
  fits(change: MessagingChange, sequence: number): boolean;
  /** Gives an event its place. Returns it, unless it was shown before a restart. `held`: the events that still wait for one. */
  place(change: MessagingChange, sequence: number, held: ReadonlyMap<number, MessagingChange>): readonly PlacedChange[];
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
  const received = createReceivedEvents();
  const earlierEvents = createEarlierEvents(earlier.received);
  let last = earlier.last;

  /**
   * The time must not fall as the sequence rises, or two nodes with different clocks would reorder messages. An event that
   * comes again keeps its place, one that was missed before a restart gets its place between those, and a new one comes last.
   */
  function timeOf(sequence: number, serverMs: number | undefined, held: ReadonlyMap<number, MessagingChange>): number {
    const following = earlierEvents.firstAfter(sequence, held);
    const before = received.before(sequence)?.atMs ?? 0;
    const earliest = following === undefined ? Math.max(before, earlier.last.atMs) : before;
    const latest = Math.min(following ?? endless, received.after(sequence)?.atMs ?? endless);
    return Math.min(Math.max(serverMs ?? earliest, earliest), latest);
  }

  return {
    get last() {
      return last;
    },
    find: received.get,
    messageBefore: received.messageBefore,
    fits(change, sequence) {
      const { serverTimestamp: serverMs } = change;
      if (serverMs === undefined) return true;
      if (received.has(fingerprintOf(change))) return false;
      const earliest = received.before(sequence)?.serverMs ?? -endless;
      const latest = received.after(sequence)?.serverMs ?? endless;
      return serverMs >= earliest - nodeSkewMs && serverMs <= latest + nodeSkewMs;
    },
    place(change, sequence, held) {
      const serverMs = change.serverTimestamp;
      const again = earlierEvents.take(change);
      const atMs = again ?? timeOf(sequence, serverMs, held);
      const order = { atMs, sequence: firstOrder + sequence };
      const fingerprint = fingerprintOf(change);
      received.add(sequence, { fingerprint, origin: change, serverMs, atMs, isReceipt: isReceipt(change) });
      if (order.sequence > last.sequence) last = order;
      return again === undefined ? [{ change, order, restarts, isReplacement: false }] : [];
    },
    placeAtEnd: (change) => ({ change, order: last, restarts, isReplacement: false }),
    replace(known, change, sequence) {
      const fingerprint = fingerprintOf(change);
      if (known.fingerprint === fingerprint) return [];
      received.add(sequence, { ...known, fingerprint });
      const order = { atMs: known.atMs, sequence: firstOrder + sequence };
      return [{ change, order, restarts, isReplacement: true }];
    },
    placeOf(sequence) {
      const found = received.get(sequence);
      if (!found) return undefined;
      const { atMs, serverMs = atMs } = found;
      return { order: { atMs, sequence: firstOrder + sequence }, timestamp: serverMs };
    },
    conclude() {
      const times = new Map(earlierEvents.left);
      received.addPlaces(times);
      return { restarts: restarts + 1, last, received: times };
    },
  };
}

const endless = Number.POSITIVE_INFINITY;
