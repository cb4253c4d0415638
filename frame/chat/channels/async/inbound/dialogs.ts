import type { Clock } from '../../../../platform/clock.ts';
import { createError, isWidgetError } from '../../../../platform/errors.ts';
import type { Lifetime } from '../../../../platform/lifetime.ts';
import { pause } from '../../../../platform/pause.ts';
import { createTimer } from '../../../../platform/timer.ts';
import type { GroundPorts } from '../../../channel.ts';
import type { MessageOrder } from '../../../conversation.ts';
import type { Delivery } from '../../../delivery/createDelivery.ts';
import { maxReconnectMs } from '../../ground/connection/limits.ts';
import type { DeliveredAs } from '../../ground/texts.ts';
import { busyWaitMs, emptyReplayWaitMs, gapHoldMs, gapReplayMs, replayWaitMs } from '../limits.ts';
import type { MessagingParts } from '../parts.ts';
import { type DialogRef, getClock, subscribeEvents, type WireRequest } from '../requests.ts';
import { messageIdOf } from '../toEvents.ts';
import { type MessagingChange, parsePublishedSequence } from '../wire.ts';
import { createStream, nothing, type PlacedChange } from './stream.ts';

export interface DialogsParts extends Pick<MessagingParts, 'state' | 'socket' | 'streamOf' | 'logUnanswered'> {
  readonly delivery: () => Delivery;
  /** Shows events of one dialog, in order. `isCaughtUp`: they are not part of the first replay, so they are new. */
  readonly show: (changes: readonly PlacedChange[], isCaughtUp: boolean) => void;
  readonly onRestart: (dialogId: string) => void;
}

/** The dialogs of the conversation: the main dialog, and one for the survey after it. */
export function createDialogs(
  ports: Pick<GroundPorts, 'clock' | 'lifetime'>,
  { state, socket, delivery, streamOf, logUnanswered, show, onRestart }: DialogsParts,
) {
  const { clock } = ports;
  const dialogs = new Map<string, Dialog>();
  let lifetime = ports.lifetime.child();
  let startsEmpty = false;

  function dialogOf(dialogId: string): Dialog {
    const existing = dialogs.get(dialogId);
    if (existing) return existing;
    const created = createDialog({
      ...{ clock, lifetime, dialogId, startsEmpty, show, logUnanswered },
      conversationId: state.conversationId ?? '',
      request: socket.request,
      seen: (sequence) => delivery().seen(sequence, streamOf(dialogId)),
      onGapChange: () => delivery().setGap([...dialogs.values()].some((one) => one.hasGap)),
      onRestart() {
        onRestart(dialogId);
        delivery().restarted();
      },
    });
    dialogs.set(dialogId, created);
    return created;
  }

  /** Subscribes, and retries on this connection until it succeeds. Without a subscription the dialog would stay silent. */
  async function subscribeWithRetry(dialogId: string): Promise<void> {
    const during = lifetime;
    const dialog = dialogOf(dialogId);
    for (let waitMs = busyWaitMs; ; waitMs = Math.min(2 * waitMs, maxReconnectMs)) {
      try {
        await dialog.replay().answered;
        return;
      } catch (error) {
        logUnanswered(error);
        dialog.disconnect();
      }
      await pause({ clock, lifetime: during }, waitMs);
      if (during.ended || dialog.isSubscribed || !socket.isUp) return;
    }
  }

  return {
    /** The place after all known events. */
    get last(): MessageOrder {
      return [...dialogs.values()].reduce((last, one) => (one.last.atMs >= last.atMs ? one.last : last), nothing);
    },
    replay: (dialogId: string): Replay => dialogOf(dialogId).replay(),
    /** Resolves when everything that is not known has been shown, in all dialogs. */
    async replayAll(): Promise<void> {
      await Promise.all([...dialogs.values()].map((one) => one.replay().complete));
    },
    subscribeWithRetry,
    /** Whether a new conversation is being requested, whose dialogs have nothing from before to replay. */
    startEmpty(isEmpty: boolean): void {
      startsEmpty = isEmpty;
    },
    take(batch: readonly MessagingChange[]): void {
      for (const dialogId of new Set(batch.map((one) => one.dialogId))) {
        const dialog = dialogs.get(dialogId);
        if (dialog?.isSubscribed) dialog.take(batch.filter((one) => one.dialogId === dialogId));
      }
    },
    /** Publishes an event of ours. Rejects when the service has not accepted it. */
    async publish({ dialogId }: DialogRef, request: WireRequest): Promise<void> {
      const sequence = parsePublishedSequence(await socket.request(request));
      if (sequence !== undefined) dialogs.get(dialogId)?.expectOwn(sequence);
    },
    find: (dialogId: string): Dialog | undefined => dialogs.get(dialogId),
    showHeld(): void {
      for (const one of dialogs.values()) one.showHeld();
    },
    disconnect(): void {
      for (const one of dialogs.values()) one.disconnect();
    },
    reset(): void {
      lifetime.end();
      lifetime = ports.lifetime.child();
      dialogs.clear();
      startsEmpty = false;
    },
  };
}

export type Dialogs = ReturnType<typeof createDialogs>;

export interface DialogPorts extends DialogRef, Pick<DialogsParts, 'show' | 'logUnanswered'> {
  readonly clock: Clock;
  /** Ends with the conversation. */
  readonly lifetime: Lifetime;
  /** The conversation started on this page, so there is nothing to replay. */
  readonly startsEmpty: boolean;
  readonly request: (request: WireRequest) => Promise<unknown>;
  readonly seen: (sequence: number) => void;
  readonly onGapChange: () => void;
  /** The service has restarted its numbering. */
  readonly onRestart: () => void;
}

/** The notifications since a replay was requested, as their sequences. */
interface Arrivals {
  readonly batches: (readonly number[])[];
  check: () => void;
}

export interface Replay {
  /** The service has accepted the subscription. */
  readonly answered: Promise<void>;
  /** All events have been shown. */
  readonly complete: Promise<void>;
}

/** One dialog: its subscription, its events in order, and the replays that close gaps. */
export function createDialog(ports: DialogPorts) {
  const { clock, conversationId, dialogId, request, logUnanswered } = ports;
  let stream = createStream();
  /** Where positions are looked up: the stream, or the one before it while the restart is being reported. */
  let placed = stream;
  let isCaughtUp = ports.startsEmpty;
  let connection = ports.lifetime.child();
  let isSubscribed = false;
  let isFirst = true;
  let isRepairing = false;
  /** The service has restarted or lost its history, so only a replay from the start is reliable. */
  let isOutOfStep = false;
  /** How many replays on this connection were incomplete since the last new message. */
  let incomplete = 0;
  const hold = createTimer(clock, ports.lifetime);
  /** The replays that have been requested, each with what has arrived since. */
  const requested = new Set<Arrivals>();

  const hasGap = (): boolean => stream.hasGap || isOutOfStep;

  function show(changes: readonly PlacedChange[]): void {
    ports.show(changes, isCaughtUp);
    if (!stream.isHolding) hold.stop();
    else if (!hold.isRunning) hold.start(gapHoldMs, showHeld);
    ports.onGapChange();
    void repairIfNeeded(gapReplayMs);
  }

  function showHeld(): void {
    show(stream.release());
  }

  /** Subscribes and asks for everything that is not known. Also on a dialog that is subscribed. */
  function replay(): Replay {
    const from = isOutOfStep ? 0 : stream.replayFrom;
    const arrivals: Arrivals = { batches: [], check: () => {} };
    requested.add(arrivals);
    const answered = subscribe(ports, from);
    isSubscribed = true;
    const isEmpty = ports.startsEmpty && isFirst;
    isFirst = false;
    const complete = isEmpty ? answered.then(() => {}) : follow(from, answered, arrivals);
    const forget = (): void => void requested.delete(arrivals);
    complete.then(forget, () => {
      forget();
      // The caller gets the error. This connection needs another replay; a new one begins with a replay anyway.
      void repairIfNeeded(busyWaitMs);
    });
    const accepted = answered.then(() => {});
    accepted.catch(() => {
      // Ignore the error here: `complete` has it too.
    });
    return { answered: accepted, complete };
  }

  async function follow(from: number, answered: Promise<number>, arrivals: Arrivals): Promise<void> {
    const during = connection;
    const replayed = stream;
    const mark = stream.beginReplay();
    const witness = stream.lastMessage;
    const startedFrom = await answered;
    // A notification without the first event may be a new event that has overtaken the replay.
    const expected = startedFrom === from ? (witness ?? from) : undefined;
    const last = await lastOf(arrivals, during, expected, witness === undefined ? emptyReplayWaitMs : replayWaitMs);
    if (stream !== replayed) return;
    if (last === undefined && witness !== undefined && startedFrom > 0) {
      // The service lacks an event that we know: it has restarted its numbering, or has dropped old events.
      isOutOfStep = true;
      return replay().complete;
    }
    isOutOfStep = last === undefined && incomplete < (witness === undefined ? 1 : maxIncompleteReplays);
    ports.onGapChange();
    if (isOutOfStep) {
      incomplete += 1;
      throw createError('ANSWER_INVALID', 'The replay is empty, or lacks a message that is known.');
    }
    show(stream.endReplay(mark, last ?? -1));
    isCaughtUp = true;
  }

  /**
   * The last sequence of a replay whose request has been answered; undefined if it did not come. `expected` is an event that
   * shows the replay; without one, any notification counts. Rejects when the connection ends.
   *
   * If none comes in time, a ping is sent. The service answers in order, so once the ping is answered, nothing of the replay is
   * on its way any more. Waiting alone would mistake a stalled connection for an empty replay.
   */
  async function lastOf(
    arrivals: Arrivals,
    during: Lifetime,
    expected: number | undefined,
    waitMs: number,
  ): Promise<number | undefined> {
    const find = () => arrivals.batches.find((one) => expected === undefined || one.includes(expected));
    const found = new Promise<void>((resolve) => {
      arrivals.check = () => void (find() && resolve());
    });
    arrivals.check();
    await Promise.race([found, pause({ clock, lifetime: during }, waitMs)]);
    if (!find() && !during.ended) await request(getClock());
    if (during.ended) throw createError('CALL_ABORTED', 'The connection was lost.');
    const batch = find();
    return batch && Math.max(...batch);
  }

  /** Closes gaps while there are any and the connection is up. */
  async function repairIfNeeded(firstWaitMs: number): Promise<void> {
    if (isRepairing || !isSubscribed || !hasGap()) return;
    isRepairing = true;
    const during = connection;
    for (let waitMs = firstWaitMs; ; waitMs = nextWait(waitMs)) {
      await pause({ clock, lifetime: during }, waitMs);
      if (during.ended) return;
      if (hasGap()) await replay().complete.catch(logUnanswered);
      if (during.ended) return;
      if (!hasGap()) break;
    }
    isRepairing = false;
  }

  function restart(batch: readonly MessagingChange[]): void {
    show(stream.release());
    stream = createStream(stream.conclude());
    isOutOfStep = true;
    // Echoes that have not been claimed yet are settled now, by their earlier positions.
    ports.onRestart();
    placed = stream;
    show(stream.take(batch));
  }

  return {
    get isSubscribed(): boolean {
      return isSubscribed;
    },
    get hasGap(): boolean {
      return hasGap();
    },
    get last(): MessageOrder {
      return stream.last;
    },
    replay,
    take(batch: readonly MessagingChange[]): void {
      const messageBefore = stream.lastMessage;
      const sequences = batch.flatMap(({ sequence }) => (sequence === undefined ? [] : [sequence]));
      if (stream.contradicts(batch)) restart(batch);
      else show(stream.take(batch));
      if (sequences.length === 0) return;
      if (stream.lastMessage !== messageBefore) incomplete = 0;
      ports.seen(Math.max(...sequences));
      for (const one of requested) {
        one.batches.push(sequences);
        one.check();
      }
    },
    expectOwn: (sequence: number): void => show(stream.expectOwn(sequence)),
    /** The message of a received event: its id, its time by the service's clock, and its place. */
    messageAt(sequence: number): DeliveredAs {
      const place = placed.placeOf(sequence);
      return place && { id: messageIdOf(conversationId, dialogId, sequence, placed.restarts), ...place };
    },
    keyOf: (sequence: number): string | undefined => stream.keyOf(sequence),
    showHeld,
    disconnect(): void {
      connection.end();
      connection = ports.lifetime.child();
      isSubscribed = false;
      isRepairing = false;
      incomplete = 0;
    },
  };
}

export type Dialog = ReturnType<typeof createDialog>;

/** Resolves to the sequence from which the service sends the events. */
async function subscribe({ request, conversationId, dialogId }: DialogPorts, from: number): Promise<number> {
  try {
    await request(subscribeEvents(conversationId, dialogId, from));
    return from;
  } catch (error) {
    if (from === 0 || !isWidgetError(error) || error.status === undefined) throw error;
    // The service no longer has that event (REL-17).
    await request(subscribeEvents(conversationId, dialogId, 0));
    return 0;
  }
}

/** After this many replays without a known message, the service has lost it. An empty replay is requested once more. */
const maxIncompleteReplays = 2;

const nextWait = (waitMs: number): number => Math.min(Math.max(2 * waitMs, busyWaitMs), maxReconnectMs);
