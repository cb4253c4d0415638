import type { MessageOrder } from '../../../conversation.ts';
import { type EventOrigin, eventKey, fingerprintOf, isReceipt, isSameEvent, type MessagingChange } from '../wire.ts';
import { createPlaces, type EarlierNumbering, noEarlierNumbering, type PlacedChange } from './places.ts';

/** The known events when a replay was requested. */
export interface ReplayMark {
  /** The highest known sequence. */
  readonly upTo: number;
}

/**
 * The events of one dialog in sequence order, each sequence once, until the service restarts its numbering.
 *
 * Each sequence below `next` is received or passed over. Some are passed over with a reason: they are hidden from the visitor,
 * as a replay has proved, or they belong to our own events, which need not come back. The others are open and make the gap.
 * An event that was passed over is taken whenever it comes.
 */
export interface Stream {
  /** Events are missing between those that are known. */
  readonly hasGap: boolean;
  /** Received events are held back because earlier ones are missing. */
  readonly isHolding: boolean;
  /**
   * Where a replay starts: at the last message before everything that is open or ours. When that comes again unchanged, the
   * replay has begun and the numbering is still the same.
   */
  readonly replayFrom: number;
  readonly last: MessageOrder;
  /** The last message that is known; undefined if there is none. A replay of everything contains it. */
  readonly lastMessage: number | undefined;
  /** Whether these events contradict known ones, which means that the service has restarted its numbering (F-DL8). */
  contradicts(batch: readonly MessagingChange[]): boolean;
  /** Adds received events. Returns those that can be shown now, in order. Events without a sequence are never held. */
  take(batch: readonly MessagingChange[]): readonly PlacedChange[];
  /** One of our own events has this sequence, or one near it, as its answer says. */
  expectOwn(sequence: number): readonly PlacedChange[];
  /** Returns the held events without waiting any longer. The missing events stay open. */
  release(): readonly PlacedChange[];
  beginReplay(): ReplayMark;
  /**
   * A replay is complete, and its last event was `lastReplayed`. Events that it did not contain are hidden from the visitor.
   */
  endReplay(mark: ReplayMark, lastReplayed: number): readonly PlacedChange[];
  /** How often the service has restarted its numbering. */
  readonly restarts: number;
  /** The place of a received event, and its time by the service's clock. */
  placeOf(sequence: number): { readonly order: MessageOrder; readonly timestamp: number } | undefined;
  /** The service's own key of a known event: its time, which a restart of the numbering does not change. */
  keyOf(sequence: number): string | undefined;
  /** The initial state for the stream of the next numbering. */
  conclude(): EarlierNumbering;
}

export function createStream(earlier: EarlierNumbering = noEarlierNumbering): Stream {
  const places = createPlaces(earlier);
  let next = 0;
  let lastMessage: number | undefined;
  const held = new Map<number, MessagingChange>();
  const open = new Set<number>();
  /** Named by answers to our own events, and not received. */
  const own = new Set<number>();

  function find(sequence: number): { readonly fingerprint: string; readonly origin: EventOrigin } | undefined {
    const waiting = held.get(sequence);
    return waiting ? { fingerprint: fingerprintOf(waiting), origin: waiting } : places.find(sequence);
  }

  const isKnown = (sequence: number): boolean => find(sequence) !== undefined;

  /** Whether another event has this number, or this event another number. Its content alone may have changed. */
  function isAnother(change: MessagingChange, sequence: number): boolean {
    const known = find(sequence);
    if (!known) return places.has(change);
    return known.fingerprint !== fingerprintOf(change) && !isSameEvent(known.origin, change);
  }

  function place(change: MessagingChange, sequence: number): readonly PlacedChange[] {
    open.delete(sequence);
    own.delete(sequence);
    return places.place(change, sequence);
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
    const known = held.has(sequence) ? undefined : places.find(sequence);
    if (known) return places.replace(known, change, sequence);
    held.set(sequence, change);
    return [];
  }

  return {
    get hasGap() {
      return held.size > 0 || open.size > 0;
    },
    get isHolding() {
      return held.size > 0;
    },
    get replayFrom() {
      const lowest = Math.min(next, ...open, ...own);
      return places.messageBefore(lowest) ?? lowest;
    },
    get last() {
      return places.last;
    },
    get lastMessage() {
      return lastMessage;
    },
    contradicts: (batch) => batch.some((change) => change.sequence !== undefined && isAnother(change, change.sequence)),
    take(batch) {
      const ready: PlacedChange[] = [];
      for (const change of batch) {
        if (change.sequence === undefined) ready.push(places.placeAtEnd(change));
        else ready.push(...receive(change, change.sequence));
      }
      const late = [...held.keys()].filter((sequence) => sequence < next).sort((a, b) => a - b);
      for (const sequence of late) ready.push(...placeHeld(sequence));
      return [...ready, ...advance()];
    },
    expectOwn(sequence) {
      if (isKnown(sequence)) return [];
      open.delete(sequence);
      own.add(sequence);
      return advance();
    },
    release() {
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
    beginReplay: () => ({ upTo: Math.max(next - 1, ...held.keys()) }),
    endReplay(mark, lastReplayed) {
      const provedUpTo = Math.max(mark.upTo, lastReplayed);
      for (const set of [open, own]) for (const one of set) if (one < next && one <= provedUpTo) set.delete(one);
      const ready = advance();
      while (next <= provedUpTo) {
        next = Math.min(provedUpTo + 1, ...held.keys());
        ready.push(...advance());
      }
      return ready;
    },
    restarts: earlier.restarts,
    placeOf: places.placeOf,
    keyOf(sequence) {
      const known = find(sequence);
      return known && eventKey(known.origin);
    },
    conclude: places.conclude,
  };
}

/** How many missing sequences are remembered per gap. */
const maxOpen = 1_000;
