import type { Echoes } from './echoes.ts';
import { busyMaxMs, busyWaitMs, echoWaitMs, notDeliveredAfterMs, replayRetryMs } from './limits.ts';
import { isPositionVoid, isUnanswered, nextStep, type Tracked } from './rules.ts';
import type { Texts } from './texts.ts';
import { createTimers } from './timers.ts';
import type { DeliveryPorts, Echo, Outcome } from './types.ts';

export interface SenderParts {
  readonly ports: DeliveryPorts;
  readonly texts: Texts;
  readonly echoes: Echoes;
  readonly owner: () => string | undefined;
  readonly conversationId: () => string | undefined;
}

/** Sends the texts one at a time, and finds out what became of those whose answer was lost. */
export interface Sender {
  /** Does what can be done now. Call it after every change. */
  pump(): void;
  setReady(isReady: boolean): void;
  setGap(hasGap: boolean): void;
  /** What a running replay shows no longer counts. */
  voidReplay(): void;
  /** Shows the text as not sent if it is not at the service in time. */
  watch(id: string): void;
  /** The text is at the service, as its echo or its answer shows. */
  settle(id: string, echo?: Pick<Echo, 'id' | 'position'>): void;
  /** Shows the text as not sent. */
  fail(id: string): void;
  /** If an echo of the text has arrived before, settles it. */
  settleWithEarlierEcho(id: string): boolean;
}

export function createSender({ ports, texts, echoes, owner, conversationId }: SenderParts): Sender {
  const { clock, lifetime, tabs, tells } = ports;
  const late = createTimers(clock, lifetime);
  const echoWaits = createTimers(clock, lifetime);
  const retries = createTimers(clock, lifetime);
  const replay = createReplay();
  let isReady = false;
  let isBusy = false;
  let hasGap = false;
  let busyMs = busyWaitMs;

  function pump(): void {
    if (lifetime.ended) return;
    const step = nextStep({
      texts: texts.all,
      owner: owner(),
      conversationId: conversationId(),
      isReady: isReady && !isBusy,
      hasGap,
      hasHistory: tells.history,
      holds: tabs.holds,
    });
    if (step.type === 'replay') replay.start();
    else if (step.type === 'send') void send(step.text);
    else if (step.type === 'giveUp') {
      giveUp(step.text.entry.id);
      pump();
    }
  }

  async function send(next: Tracked): Promise<void> {
    const { id, streamId } = next.entry;
    if (texts.isRemoved(next)) {
      // Another tab has removed what belongs to a visitor who has left.
      fail(id);
      texts.drop(id);
      pump();
      return;
    }
    const position = echoes.positionOf(streamId);
    const text = texts.change(
      id,
      { isInFlight: true, mayResend: ports.resends && next.mayResend },
      { fate: 'sent', position },
    );
    if (!text) return;
    const outcome = await ports.publish(text.entry);
    if (lifetime.ended) return;
    if (texts.change(id, { isInFlight: false })) conclude(id, outcome);
    pump();
  }

  function conclude(id: string, outcome: Outcome): void {
    if (outcome.type === 'busy') {
      texts.change(id, {}, { fate: 'queued' });
      isBusy = true;
      retries.set('busy', outcome.retryAfterMs ?? busyMs, () => {
        isBusy = false;
        pump();
      });
      busyMs = Math.min(2 * busyMs, busyMaxMs);
      return;
    }
    busyMs = busyWaitMs;
    if (outcome.type === 'echoed') settle(id, { id: undefined, position: outcome.position });
    else if (outcome.type === 'acked') acknowledge(id);
    else if (outcome.type === 'refused') giveUp(id);
    else {
      const text = texts.change(id, { isUncertain: true }, { fate: 'lost' });
      if (text && !ports.resends) ports.notDelivered(text.entry);
    }
  }

  function acknowledge(id: string): void {
    texts.change(id, {}, { fate: 'acked' });
    if (!tells.history) settle(id);
    else if (!settleWithEarlierEcho(id)) {
      echoWaits.set(id, echoWaitMs, () => {
        texts.change(id, { isUncertain: true });
        pump();
      });
    }
  }

  function settle(id: string, echo?: Pick<Echo, 'id' | 'position'>): void {
    late.cancel(id);
    echoWaits.cancel(id);
    // An echo without an id could be taken for the one of another tab's text. The claim lasts for a while from now on.
    const claim = echo && echo.id === undefined ? { settledAt: echo.position, writtenAt: clock.now(), text: '' } : {};
    const text = texts.find(id);
    texts.change(id, { isUncertain: true }, { fate: 'settled', ...claim });
    if (!text) return;
    if (echo) texts.drop(id);
    ports.delivered(text.entry, echo?.position);
  }

  function settleWithEarlierEcho(id: string): boolean {
    const text = texts.find(id);
    const echo = text && echoes.findEarlier(text);
    if (echo) settle(id, echo);
    return echo !== undefined;
  }

  function giveUp(id: string): void {
    texts.change(id, { isUncertain: false }, { fate: 'unsent' });
    fail(id);
  }

  /** The visitor decides whether to send it again. It stays uncertain, because it may still arrive. */
  function leaveToVisitor(id: string): void {
    texts.change(id, {}, { fate: 'unsent' });
    fail(id);
  }

  function fail(id: string): void {
    late.cancel(id);
    echoWaits.cancel(id);
    const text = texts.find(id);
    if (text) ports.notDelivered(text.entry);
  }

  /** The replay is complete and has not shown this text. */
  function concludeReplayed(text: Tracked): void {
    const { id, fate, streamId } = text.entry;
    if (settleWithEarlierEcho(id)) return;
    if (fate === 'acked') settle(id);
    else if (tells.sequence && !tells.ids && isPositionVoid(text.entry, echoes.positionOf(streamId))) giveUp(id);
    else if (text.mayResend) texts.change(id, { isUncertain: false }, { fate: 'queued' });
    else leaveToVisitor(id);
  }

  /** Asks for what has happened at the service, for the texts that are uncertain when it starts. */
  function createReplay() {
    let isRunning = false;
    let generation = 0;
    let waitMs = replayRetryMs;

    const isOpen = ({ entry, isUncertain, isInFlight }: Tracked): boolean =>
      isUncertain && !isInFlight && entry.fate !== 'settled' && entry.fate !== 'unsent' && tabs.holds(entry.tabId);

    async function start(): Promise<void> {
      if (isRunning) return;
      isRunning = true;
      const startedIn = generation;
      const asked = texts.all.filter(isOpen).map(({ entry }) => entry.id);
      const isComplete = await ports.replay().then(
        () => true,
        () => false,
      );
      isRunning = false;
      if (lifetime.ended) return;
      if (!isComplete) {
        retries.set('replay', waitMs, pump);
        waitMs = Math.min(2 * waitMs, busyMaxMs);
        return;
      }
      waitMs = replayRetryMs;
      if (startedIn === generation && !hasGap && !concludeAll(asked)) retries.set('replay', replayRetryMs, pump);
      else pump();
    }

    /** Returns whether all could be concluded. */
    function concludeAll(ids: readonly string[]): boolean {
      for (const id of ids) {
        const text = texts.find(id);
        if (!text || !isOpen(text)) continue;
        if (echoes.isUndecided(text)) return false;
        concludeReplayed(text);
      }
      return true;
    }

    return {
      start: () => void start(),
      voidRunning() {
        generation += 1;
      },
    };
  }

  return {
    pump,
    setReady(next) {
      isReady = next;
      if (next) retries.cancel('replay');
      else replay.voidRunning();
      pump();
    },
    setGap(next) {
      hasGap = next;
      pump();
    },
    voidReplay: replay.voidRunning,
    watch(id) {
      late.set(id, notDeliveredAfterMs, () => {
        const text = texts.find(id);
        if (text && isUnanswered(text.entry)) fail(id);
      });
    },
    settle,
    fail,
    settleWithEarlierEcho,
  };
}
