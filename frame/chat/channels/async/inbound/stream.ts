import type { MessageOrder } from '../../../conversation.ts';
import { nodeSkewMs } from '../limits.ts';
import { type EventOrigin, eventKey, fingerprintOf, isSameEvent, type MessagingChange } from '../wire.ts';
import { createEarlierEvents, type PlacedTimes } from './earlierEvents.ts';
import { createReceivedEvents } from './receivedEvents.ts';

/** An event of a dialog, with its place in the conversation. */
export interface PlacedChange {
  readonly change: MessagingChange;
  readonly order: MessageOrder;
  /** How often the service had restarted its numbering before this event. */
  readonly restarts: number;
  /** It replaces what was received before: its sender or the service has changed or removed the content. */
  readonly isReplacement: boolean;
}

/** What a stream takes over from the one before the service restarted its numbering. */
export interface EarlierNumbering {
  /** How often the service has restarted its numbering. */
  readonly restarts: number;
  /** The place of the last event. Everything under the new numbering comes after it. */
  readonly last: MessageOrder;
  readonly received: PlacedTimes;
}

/** What was known when a replay was requested. */
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
  /** Whether these events contradict what is known, which shows that the service has restarted its numbering (F-DL8). */
  contradicts(batch: readonly MessagingChange[]): boolean;
  /** Adds received events. Returns those that can be shown now, in order. Events without a sequence are never held. */
  take(batch: readonly MessagingChange[]): readonly PlacedChange[];
  /** One of our own events has this sequence, or one near it, as its answer says. */
  expectOwn(sequence: number): readonly PlacedChange[];
  /** Returns what is held back, without waiting any longer. The missing events stay open. */
  release(): readonly PlacedChange[];
  beginReplay(): ReplayMark;
  /** A replay is complete, and its last event was `lastReplayed`. What it has not shown is hidden from the visitor. */
  endReplay(mark: ReplayMark, lastReplayed: number): readonly PlacedChange[];
  /** Where a received event stands, and its time by the service's clock. */
  placeOf(sequence: number): { readonly order: MessageOrder; readonly timestamp: number } | undefined;
  /** The service's own key of a known event: its time, which a restart of the numbering does not change. */
  keyOf(sequence: number): string | undefined;
  /** What the stream of the next numbering starts from. */
  conclude(): EarlierNumbering;
}

const noEarlierNumbering: EarlierNumbering = { restarts: 0, last: { atMs: 0, sequence: -1 }, received: new Map() };

export function createStream(earlier: EarlierNumbering = noEarlierNumbering): Stream {
  const { restarts } = earlier;
  const firstOrder = earlier.last.sequence + 1;
  let next = 0;
  let last = earlier.last;
  let lastMessage: number | undefined;
  const received = createReceivedEvents();
  const earlierEvents = createEarlierEvents(earlier.received);
  const held = new Map<number, MessagingChange>();
  const open = new Set<number>();
  /** Named by answers to our own events, and not received. */
  const own = new Set<number>();

  function findKnown(sequence: number): { readonly fingerprint: string; readonly origin: EventOrigin } | undefined {
    const change = held.get(sequence);
    return change ? { fingerprint: fingerprintOf(change), origin: change } : received.get(sequence);
  }

  /** Takes the new content of an event that is known. */
  function replace(change: MessagingChange, sequence: number): readonly PlacedChange[] {
    const known = received.get(sequence);
    if (!known) {
      held.set(sequence, change);
      return [];
    }
    const fingerprint = fingerprintOf(change);
    if (known.fingerprint === fingerprint) return [];
    received.add(sequence, { ...known, fingerprint });
    const order = { atMs: known.atMs, sequence: firstOrder + sequence };
    return [{ change, order, restarts, isReplacement: true }];
  }

  /** A late event is not known under another number, and was sent between its neighbours. Otherwise the numbering is new. */
  function fits(change: MessagingChange, sequence: number): boolean {
    const { serverTimestamp: serverMs } = change;
    if (serverMs === undefined) return true;
    const fingerprint = fingerprintOf(change);
    for (const [at, other] of held) if (at > sequence && fingerprintOf(other) === fingerprint) return false;
    if (sequence >= next) return true;
    if (received.has(fingerprint)) return false;
    const earliest = received.neighbour(sequence, -1, next)?.serverMs ?? Number.NEGATIVE_INFINITY;
    const latest = received.neighbour(sequence, 1, next)?.serverMs ?? Number.POSITIVE_INFINITY;
    return serverMs >= earliest - nodeSkewMs && serverMs <= latest + nodeSkewMs;
  }

  /**
   * The time must not fall as the sequence rises, or two nodes with different clocks would reorder messages. An event that
   * comes again keeps its place, one that was missed before a restart gets its place between those, and a new one comes last.
   */
  function timeOf(sequence: number, serverMs: number | undefined): number {
    const following = earlierEvents.firstAfter(sequence, held);
    const before = received.neighbour(sequence, -1, next)?.atMs ?? 0;
    const earliest = following === undefined ? Math.max(before, earlier.last.atMs) : before;
    const latest = Math.min(following ?? endless, received.neighbour(sequence, 1, next)?.atMs ?? endless);
    return Math.min(Math.max(serverMs ?? earliest, earliest), latest);
  }

  function place(change: MessagingChange, sequence: number): readonly PlacedChange[] {
    const serverMs = change.serverTimestamp;
    const again = earlierEvents.take(change);
    const atMs = again ?? timeOf(sequence, serverMs);
    const order = { atMs, sequence: firstOrder + sequence };
    const fingerprint = fingerprintOf(change);
    received.add(sequence, { fingerprint, origin: change, serverMs, atMs, isReceipt: isReceipt(change) });
    open.delete(sequence);
    own.delete(sequence);
    if (order.sequence > last.sequence) last = order;
    return again === undefined ? [{ change, order, restarts, isReplacement: false }] : [];
  }

  function advance(): PlacedChange[] {
    const ready: PlacedChange[] = [];
    while (held.has(next) || own.has(next)) {
      const change = held.get(next);
      held.delete(next);
      next += 1;
      if (change) ready.push(...place(change, next - 1));
    }
    return ready;
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
      return received.messageBefore(lowest) ?? lowest;
    },
    get last() {
      return last;
    },
    get lastMessage() {
      return lastMessage;
    },
    contradicts: (batch) =>
      batch.some((change) => {
        const { sequence } = change;
        if (sequence === undefined) return false;
        const known = findKnown(sequence);
        if (!known) return !fits(change, sequence);
        return known.fingerprint !== fingerprintOf(change) && !isSameEvent(known.origin, change);
      }),
    take(batch) {
      const ready: PlacedChange[] = [];
      const late: number[] = [];
      for (const change of batch) {
        const { sequence } = change;
        if (sequence === undefined) {
          ready.push({ change, order: last, restarts, isReplacement: false });
          continue;
        }
        if (!isReceipt(change)) lastMessage = Math.max(lastMessage ?? 0, sequence);
        if (findKnown(sequence)) ready.push(...replace(change, sequence));
        else {
          if (sequence < next) late.push(sequence);
          held.set(sequence, change);
        }
      }
      // The place of a late event may depend on those after it.
      for (const sequence of late.sort((a, b) => a - b)) {
        const change = held.get(sequence);
        held.delete(sequence);
        if (change) ready.push(...place(change, sequence));
      }
      return [...ready, ...advance()];
    },
    expectOwn(sequence) {
      if (findKnown(sequence)) return [];
      open.delete(sequence);
      own.add(sequence);
      return advance();
    },
    release() {
      const ready: PlacedChange[] = [];
      while (held.size > 0) {
        const following = Math.min(...held.keys());
        // Cap what is remembered: the service may jump far ahead.
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
      while (held.size > 0 && next <= provedUpTo) {
        next = Math.min(provedUpTo + 1, ...held.keys());
        ready.push(...advance());
      }
      return ready;
    },
    placeOf(sequence) {
      const found = received.get(sequence);
      if (!found) return undefined;
      const { atMs, serverMs = atMs } = found;
      return { order: { atMs, sequence: firstOrder + sequence }, timestamp: serverMs };
    },
    keyOf(sequence) {
      const known = findKnown(sequence);
      return known && eventKey(known.origin);
    },
    conclude() {
      const times = new Map(earlierEvents.left);
      received.addPlaces(times);
      return { restarts: restarts + 1, last, received: times };
    },
  };
}

const isReceipt = ({ event }: MessagingChange): boolean => event.type === 'AcceptStatusEvent';

const endless = Number.POSITIVE_INFINITY;

/** How many missing sequences are remembered per gap. */
const maxOpen = 1_000;
