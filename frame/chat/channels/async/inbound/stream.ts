import type { MessageOrder } from '../../../conversation.ts';
import { eventKey, fingerprintOf, isMessage, isReceipt, isSameEvent, type MessagingChange } from '../wire.ts';

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
  readonly restarts: number;
  /** The place of the last event. Everything under the new numbering comes after it. */
  readonly last: MessageOrder;
  /** The fingerprints of the events that were shown. A service with a history sends them again. */
  readonly shown: ReadonlySet<string>;
}

/** The place before all events. */
export const nothing: MessageOrder = { atMs: 0, sequence: -1 };

interface ReceivedEvent {
  readonly change: MessagingChange;
  /** As placed in the log. */
  readonly atMs: number;
}

/**
 * The events of one dialog in sequence order, each sequence once, until the service restarts its numbering.
 *
 * Each sequence below `next` is received or passed over. Some are passed over with a reason: they are hidden from the visitor,
 * as a replay has proved, or they belong to our own events, which need not come back. The others are open and make the gap.
 * An event that was passed over is taken whenever it comes.
 */
export function createStream(earlier: EarlierNumbering = { restarts: 0, last: nothing, shown: new Set() }) {
  const { restarts } = earlier;
  const firstOrder = earlier.last.sequence + 1;
  let last = earlier.last;
  let lastMessage: number | undefined;
  const received = new Map<number, ReceivedEvent>();
  /** Of the received events, ascending. The service may skip many numbers, so the code does not loop over them. */
  const sequences: number[] = [];
  /** The fingerprints of the events that have a time. Without one, two equal texts could not be distinguished. */
  const known = new Set<string>();
  let next = 0;
  const held = new Map<number, MessagingChange>();
  const open = new Set<number>();
  /** Named by answers to our own events, and not received. */
  const own = new Set<number>();

  const find = (sequence: number): MessagingChange | undefined => held.get(sequence) ?? received.get(sequence)?.change;
  const isKnown = (sequence: number): boolean => find(sequence) !== undefined;

  /**
   * Whether another event has this number, or this message another number. Its content alone may have changed. Two tabs may confirm
   * a message in the same millisecond, so equal receipts are different events.
   */
  function isAnother(change: MessagingChange, sequence: number): boolean {
    const before = find(sequence);
    const fingerprint = fingerprintOf(change);
    if (!before) return isMessage(change) && known.has(fingerprint);
    return fingerprintOf(before) !== fingerprint && !isSameEvent(before, change);
  }

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

  /** The last message before a sequence. Services differ in whether they replay our own receipts. */
  function messageBefore(sequence: number): number | undefined {
    for (let at = countBefore(sequence) - 1; at >= 0; at -= 1) {
      const event = eventAt(at);
      if (event && !isReceipt(event.change)) return sequences[at];
    }
    return undefined;
  }

  /** Gives an event its place. Returns it, unless it was shown before a restart. */
  function place(change: MessagingChange, sequence: number): readonly PlacedChange[] {
    open.delete(sequence);
    own.delete(sequence);
    const { serverTimestamp } = change;
    const fingerprint = fingerprintOf(change);
    const atMs = timeOf(sequence, serverTimestamp);
    const order = orderOf(sequence, atMs);
    sequences.splice(countBefore(sequence), 0, sequence);
    received.set(sequence, { change, atMs });
    if (order.sequence > last.sequence) last = order;
    const isShown = known.has(fingerprint) || earlier.shown.has(fingerprint);
    if (serverTimestamp !== undefined) known.add(fingerprint);
    return isShown ? [] : [{ change, order, restarts, isReplacement: false }];
  }

  /** Takes the new content of a known event. Returns it if it has changed. */
  function replace(before: ReceivedEvent, change: MessagingChange, sequence: number): readonly PlacedChange[] {
    const fingerprint = fingerprintOf(change);
    if (fingerprintOf(before.change) === fingerprint) return [];
    received.set(sequence, { change, atMs: before.atMs });
    if (change.serverTimestamp !== undefined) known.add(fingerprint);
    return [{ change, order: orderOf(sequence, before.atMs), restarts, isReplacement: true }];
  }

  function placeHeld(sequence: number): readonly PlacedChange[] {
    const change = held.get(sequence);
    held.delete(sequence);
    return change ? place(change, sequence) : [];
  }

  function advance(): PlacedChange[] {
    const ready: PlacedChange[] = [];
    while (held.has(next) || own.has(next)) {
      next += 1;
      ready.push(...placeHeld(next - 1));
    }
    return ready;
  }

  /** Holds an event that is new, or takes the new content of one that is known. */
  function receive(change: MessagingChange, sequence: number): readonly PlacedChange[] {
    if (!isReceipt(change)) lastMessage = Math.max(lastMessage ?? 0, sequence);
    const before = held.has(sequence) ? undefined : received.get(sequence);
    if (before) return replace(before, change, sequence);
    held.set(sequence, change);
    return [];
  }

  return {
    /** Events are missing between those that are known. */
    get hasGap(): boolean {
      return held.size > 0 || open.size > 0;
    },
    get isHolding(): boolean {
      return held.size > 0;
    },
    /**
     * Where a replay starts: at the last message before everything that is open or ours. When that comes again unchanged, the
     * replay has begun and the numbering is still the same.
     */
    get replayFrom(): number {
      const lowest = Math.min(next, ...open, ...own);
      return messageBefore(lowest) ?? lowest;
    },
    get last(): MessageOrder {
      return last;
    },
    /** The last message that is known; undefined if there is none. A replay of everything contains it. */
    get lastMessage(): number | undefined {
      return lastMessage;
    },
    /** Whether these events contradict known ones, which means that the service has restarted its numbering (F-DL8). */
    contradicts: (batch: readonly MessagingChange[]): boolean =>
      batch.some((change) => change.sequence !== undefined && isAnother(change, change.sequence)),
    /** Adds received events. Returns those that can be shown now, in order. Events without a sequence are never held. */
    take(batch: readonly MessagingChange[]): readonly PlacedChange[] {
      const ready: PlacedChange[] = [];
      for (const change of batch) {
        if (change.sequence === undefined) ready.push({ change, order: last, restarts, isReplacement: false });
        else ready.push(...receive(change, change.sequence));
      }
      const late = [...held.keys()].filter((sequence) => sequence < next).sort((a, b) => a - b);
      for (const sequence of late) ready.push(...placeHeld(sequence));
      return [...ready, ...advance()];
    },
    /** One of our own events has this sequence, or one near it, as its answer says. */
    expectOwn(sequence: number): readonly PlacedChange[] {
      if (isKnown(sequence)) return [];
      open.delete(sequence);
      own.add(sequence);
      return advance();
    },
    /** Returns the held events without waiting any longer. The missing events stay open. */
    release(): readonly PlacedChange[] {
      const ready: PlacedChange[] = [];
      while (held.size > 0) {
        const following = Math.min(...held.keys());
        // Limited, because the service may jump far ahead.
        for (let one = next; one < following && one < next + maxOpen; one += 1) if (!own.has(one)) open.add(one);
        next = following;
        ready.push(...advance());
      }
      return ready;
    },
    beginReplay: (): number => Math.max(next - 1, ...held.keys()),
    /** A replay is complete, and its last event was `lastReplayed`. Events that it did not contain are hidden from the visitor. */
    endReplay(knownUpTo: number, lastReplayed: number): readonly PlacedChange[] {
      const provedUpTo = Math.max(knownUpTo, lastReplayed);
      for (const set of [open, own]) for (const one of set) if (one < next && one <= provedUpTo) set.delete(one);
      const ready = advance();
      while (next <= provedUpTo) {
        next = Math.min(provedUpTo + 1, ...held.keys());
        ready.push(...advance());
      }
      return ready;
    },
    restarts,
    /** The place of a received event, and its time by the service's clock. */
    placeOf(sequence: number): { readonly order: MessageOrder; readonly timestamp: number } | undefined {
      const found = received.get(sequence);
      if (!found) return undefined;
      const { atMs, change } = found;
      return { order: orderOf(sequence, atMs), timestamp: change.serverTimestamp ?? atMs };
    },
    /** The service's own key of a known event: its time, which a restart of the numbering does not change. */
    keyOf(sequence: number): string | undefined {
      const found = find(sequence);
      return found && eventKey(found);
    },
    conclude: (): EarlierNumbering => ({ restarts: restarts + 1, last, shown: new Set([...earlier.shown, ...known]) }),
  };
}

export type Stream = ReturnType<typeof createStream>;

/** How many missing sequences are remembered per gap. */
const maxOpen = 1_000;
