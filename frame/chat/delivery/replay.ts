import { createTimers } from '../timer.ts';
import type { Echoes } from './echoes.ts';
import { echoWaitMs, lateArrivalMs, maxBusyMs, replayRetryMs } from './limits.ts';
import type { Outcomes } from './outcomes.ts';
import { isDoubtful, isPositionVoid, type Tracked, unknownPosition } from './rules.ts';
import type { Texts } from './texts.ts';
import type { DeliveryPorts, Entry } from './types.ts';

export interface ReplayParts {
  readonly ports: DeliveryPorts;
  readonly texts: Texts;
  readonly echoes: Echoes;
  readonly outcomes: Outcomes;
  readonly hasGap: () => boolean;
  /** Called when the sender can continue. */
  readonly pump: () => void;
}

/** Requests replays from the service, to resolve the texts that are uncertain when a replay starts. */
export interface Replay {
  start(): void;
  /** Invalidates the result of a running replay. */
  voidRunning(): void;
  /** Called for a new connection: ends the backoff. */
  stopWaiting(): void;
}

export function createReplay({ ports, texts, echoes, outcomes, hasGap, pump }: ReplayParts): Replay {
  const { clock, lifetime, tabs, capabilities } = ports;
  const retry = createTimers(clock, lifetime);
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
      retry.set('failed', waitMs, pump);
      waitMs = Math.min(2 * waitMs, maxBusyMs);
      return;
    }
    waitMs = replayRetryMs;
    if (startedIn === generation && !hasGap() && !concludeAll(asked)) retry.set('undecided', replayRetryMs, pump);
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
    isDoubtful(text, capabilities) && clock.now() - (text.missedAt ?? 0) < echoWaitMs;

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
    else if (text.mayResend) texts.change(id, { isUncertain: false }, { status: 'queued' });
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
    voidRunning() {
      generation += 1;
    },
    stopWaiting: retry.cancelAll,
  };
}
