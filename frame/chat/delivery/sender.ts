import { createTimer, createTimers } from '../../platform/timer.ts';
import {
  busyWaitMs,
  echoWaitMs,
  forwardingMs,
  lateArrivalMs,
  maxBusyMs,
  maxResends,
  notDeliveredAfterMs,
  replayRetryMs,
  sleptMs,
} from './limits.ts';
import { isDoubtful, isPositionVoid, isUnanswered, nextStep, type Tracked, unknownPosition } from './rules.ts';
import type { Echoes, EntryStorage, Texts } from './texts.ts';
import type { DeliveryPorts, Echo, Entry, Outcome } from './types.ts';

export interface DeliveryParts {
  readonly ports: DeliveryPorts;
  readonly storage: EntryStorage;
  readonly texts: Texts;
  readonly echoes: Echoes;
  readonly outcomes: Outcomes;
  readonly owner: () => string | undefined;
  /** `null`: the service has reported that there is none. Undefined: it has not reported anything yet. */
  readonly conversationId: () => string | null | undefined;
}

export function createSender(parts: DeliveryParts) {
  const { ports, texts, echoes, outcomes, owner, conversationId } = parts;
  const { clock, lifetime, tabs, capabilities } = ports;
  const echoWaits = createTimers(clock, lifetime);
  const busy = createTimer(clock, lifetime);
  const replay = createReplay(parts, () => hasGap, pump);
  let isReady = false;
  let hasGap = false;
  let busyMs = busyWaitMs;

  /** Runs the next steps that are possible now. Call it after every change. */
  function pump(): void {
    if (lifetime.ended) return;
    const step = nextStep({
      texts: texts.all,
      owner: owner(),
      conversationId: conversationId() ?? undefined,
      isReady: isReady && !busy.isRunning,
      hasGap,
      hasHistory: capabilities.history,
      holds: tabs.holds,
    });
    if (step.type === 'replay') replay.start();
    else if (step.type === 'send') void send(step.text);
    else if (step.type === 'giveUp') {
      const { id, status } = step.text.entry;
      // Without a history, an acknowledgement is final.
      if (status === 'acked') outcomes.settle(id);
      else outcomes.giveUp(id);
      pump();
    }
  }

  async function send(next: Tracked): Promise<void> {
    const { entry, unanswered = 0 } = next;
    const { id, streamId } = entry;
    if (texts.isRemoved(next)) {
      // Another tab has removed the data of a previous visitor.
      outcomes.fail(id);
      texts.drop(id);
      pump();
      return;
    }
    const text = texts.change(
      id,
      { isInFlight: true, mayResend: ports.resends && next.mayResend },
      { status: 'sent', sentAt: clock.now(), ...echoes.placeOf(streamId) },
    );
    if (!text) return;
    const outcome = await ports.publish(text.entry);
    if (lifetime.ended) return;
    // The backoff applies to the next text too, even if this one is no longer in this conversation.
    if (outcome.type === 'busy') waitForService(outcome.retryAfterMs);
    else busyMs = busyWaitMs;
    const isLost = outcome.type === 'unknown';
    if (texts.change(id, { isInFlight: false, unanswered: isLost ? unanswered + 1 : 0 })) conclude(id, outcome);
    pump();
  }

  function waitForService(retryAfterMs = busyMs): void {
    busy.start(retryAfterMs, pump);
    busyMs = Math.min(2 * busyMs, maxBusyMs);
  }

  function conclude(id: string, outcome: Outcome): void {
    if (outcome.type === 'busy') texts.change(id, {}, { status: 'queued' });
    else if (outcome.type === 'acked') acknowledge(id);
    else if (outcome.type === 'refused') outcomes.giveUp(id);
    else {
      texts.change(id, { isUncertain: true }, { status: 'lost' });
      // Its echo may already have arrived. A later one belongs to another text with the same words.
      if (!outcomes.settleWithEarlierEcho(id) && !ports.resends) outcomes.fail(id);
    }
  }

  function acknowledge(id: string): void {
    texts.change(id, {}, { status: 'acked' });
    if (outcomes.settleWithEarlierEcho(id)) return;
    if (!capabilities.history) {
      outcomes.settle(id);
      return;
    }
    if (capabilities.ackEndsWithSession) {
      outcomes.acknowledge(id);
      settleLater(id);
      return;
    }
    echoWaits.set(id, echoWaitMs, () => {
      const text = texts.find(id);
      if (text?.entry.status === 'acked') texts.change(id, { isUncertain: true });
      pump();
    });
  }

  /**
   * If the service still works after this time, it has forwarded what it acknowledged. After a sleep, we do not know yet
   * whether it works.
   */
  function settleLater(id: string): void {
    const dueAt = clock.now() + forwardingMs;
    echoWaits.set(id, forwardingMs, () => {
      const text = texts.find(id);
      if (text?.entry.status !== 'acked' || text.isUncertain) return;
      if (isReady && Math.abs(clock.now() - dueAt) < sleptMs) outcomes.settle(id);
      else settleLater(id);
    });
  }

  return {
    pump,
    setReady(next: boolean): void {
      isReady = next;
      if (next) replay.stopWaiting();
      else replay.voidRunning();
      pump();
    },
    setGap(next: boolean): void {
      hasGap = next;
      pump();
    },
    voidReplay: replay.voidRunning,
  };
}

export type Sender = ReturnType<typeof createSender>;

/**
 * Requests replays from the service, to resolve the texts that are uncertain when a replay starts. Calls `pump` when the sender
 * can continue.
 */
function createReplay({ ports, texts, echoes, outcomes }: DeliveryParts, hasGap: () => boolean, pump: () => void) {
  const { clock, lifetime, tabs, capabilities } = ports;
  const retry = createTimer(clock, lifetime);
  const late = createTimers(clock, lifetime);
  let isRunning = false;
  let generation = 0;
  let waitMs = replayRetryMs;

  const isOpen = ({ entry, isUncertain, isInFlight, isClaimed }: Tracked): boolean =>
    isUncertain &&
    !isInFlight &&
    entry.status !== 'settled' &&
    entry.status !== 'unsent' &&
    (tabs.holds(entry.tabId) || isClaimed);

  async function run(): Promise<void> {
    const startedIn = generation;
    const asked = texts.all.filter(isOpen).map(({ entry }) => entry.id);
    const isComplete = await ports.replay().then(
      () => true,
      () => false,
    );
    isRunning = false;
    if (lifetime.ended) return;
    if (!isComplete) {
      retry.start(waitMs, pump);
      waitMs = Math.min(2 * waitMs, maxBusyMs);
      return;
    }
    waitMs = replayRetryMs;
    if (startedIn === generation && !hasGap() && !concludeAll(asked)) retry.start(replayRetryMs, pump);
    else pump();
  }

  /** Returns whether all could be concluded. */
  function concludeAll(ids: readonly string[]): boolean {
    const missed = ids
      .flatMap((id) => texts.find(id) ?? [])
      .filter(isOpen)
      .map((text) => texts.change(text.entry.id, { missedAt: text.missedAt ?? clock.now() }) ?? text);
    for (const text of missed) {
      if (echoes.isUndecided(text) || mayBeLate(text)) return false;
      conclude(text);
    }
    return true;
  }

  /** The replay may lag behind what the service has acknowledged. */
  const mayBeLate = (text: Tracked): boolean =>
    isDoubtful(text, capabilities) && Math.abs(clock.now() - (text.missedAt ?? 0)) < echoWaitMs;

  function isVoid(entry: Entry): boolean {
    if (capabilities.ids) return false;
    if (!capabilities.sequence) return entry.position === unknownPosition;
    const { position } = echoes.placeOf(entry.streamId);
    return isPositionVoid(entry, position, ports.keyAt?.(entry.position, entry.streamId));
  }

  /** The replay is complete and has not shown this text. */
  function conclude(text: Tracked): void {
    const { id, status } = text.entry;
    texts.change(id, { missedAt: undefined });
    if (outcomes.settleWithEarlierEcho(id)) return;
    if (text.isClaimed || (status === 'acked' && !isDoubtful(text, capabilities))) {
      outcomes.settle(id);
      return;
    }
    if (status === 'acked') outcomes.withdraw(id);
    if (isVoid(text.entry)) outcomes.giveUp(id);
    else if (text.mayResend && (text.unanswered ?? 0) <= maxResends)
      texts.change(id, { isUncertain: false }, { status: 'queued' });
    else {
      outcomes.leaveToVisitor(id);
      // The request of a closed page may still be in flight. The second replay settles the text if it has arrived.
      late.set(id, lateArrivalMs, () => texts.find(id)?.entry.status === 'unsent' && start());
    }
  }

  function start(): void {
    if (isRunning) return;
    isRunning = true;
    void run();
  }

  return {
    start,
    voidRunning(): void {
      generation += 1;
    },
    /** Called for a new connection: ends the backoff. */
    stopWaiting: retry.stop,
  };
}

/** The final outcome of texts, and when it is shown to the visitor. */
export function createOutcomes(ports: DeliveryPorts, texts: Texts, echoes: Echoes) {
  const { clock, lifetime } = ports;
  const late = createTimers(clock, lifetime);
  /** How texts are shown that are no longer pending, before their echo. */
  const shownAs = new Map<string, 'sent' | 'notSent'>();

  /** The text is at the service. Without an echo, one may still come. */
  function settle(id: string, echo?: Pick<Echo, 'id' | 'position' | 'key'>): void {
    late.cancel(id);
    const isShown = shownAs.get(id) === 'sent';
    shownAs.delete(id);
    const text = texts.find(id);
    if (!text) return;
    // An echo without an id could be mistaken for that of another tab's text, so the claim is kept for some time.
    const claim =
      echo && echo.id === undefined
        ? { settledAt: echo.position, settledAs: echo.key, writtenAt: clock.now(), text: '' }
        : {};
    texts.change(id, { isUncertain: true }, { status: 'settled', ...claim });
    if (echo) texts.drop(id);
    if (!isShown) ports.delivered(text.entry, echo?.position);
  }

  /** The service says that it has the text, which is shown as sent. The echo is still to come. */
  function acknowledge(id: string): void {
    late.cancel(id);
    shownAs.set(id, 'sent');
    const text = texts.find(id);
    if (text) ports.delivered(text.entry, undefined);
  }

  /** The service has lost what it has acknowledged: the text is shown as pending again. */
  function withdraw(id: string): void {
    shownAs.delete(id);
    watch(id);
    const text = texts.change(id, {}, { status: 'lost' });
    if (text) ports.restored([text.entry]);
  }

  /** Shows the text as not sent if it is not delivered in time. */
  function watch(id: string): void {
    if (shownAs.get(id) === 'notSent') shownAs.delete(id);
    late.set(id, notDeliveredAfterMs, () => {
      const text = texts.find(id);
      if (!text || !isUnanswered(text.entry)) return;
      if (ports.mayWait?.(text.entry)) watch(id);
      else fail(id);
    });
  }

  function settleWithEarlierEcho(id: string): boolean {
    const text = texts.find(id);
    const echo = text && echoes.findEarlier(text);
    if (echo) settle(id, echo);
    return echo !== undefined;
  }

  /** The service will never accept it, or its outcome cannot be known. */
  function giveUp(id: string): void {
    texts.change(id, { isUncertain: false }, { status: 'unsent' });
    fail(id);
  }

  /** The visitor decides whether to send it again. It may still arrive. */
  function leaveToVisitor(id: string): void {
    texts.change(id, {}, { status: 'unsent' });
    fail(id);
  }

  /** Shows the text as not sent, unless it already is. */
  function fail(id: string): void {
    late.cancel(id);
    const text = texts.find(id);
    if (!text || shownAs.get(id) === 'notSent') return;
    shownAs.set(id, 'notSent');
    ports.notDelivered(text.entry);
  }

  return { watch, acknowledge, withdraw, settle, settleWithEarlierEcho, giveUp, leaveToVisitor, fail };
}

export type Outcomes = ReturnType<typeof createOutcomes>;
