import { createTimers } from '../timer.ts';
import type { Echoes } from './echoes.ts';
import { busyWaitMs, echoWaitMs, forwardingMs, maxBusyMs, sleptMs } from './limits.ts';
import type { Outcomes } from './outcomes.ts';
import { createReplay } from './replay.ts';
import { nextStep, type Tracked } from './rules.ts';
import type { Texts } from './texts.ts';
import type { DeliveryPorts, Outcome } from './types.ts';

export interface SenderParts {
  readonly ports: DeliveryPorts;
  readonly texts: Texts;
  readonly echoes: Echoes;
  readonly outcomes: Outcomes;
  readonly owner: () => string | undefined;
  readonly conversationId: () => string | undefined;
}

/** Sends the texts one at a time. */
export interface Sender {
  /** Runs the next steps that are possible now. Call it after every change. */
  pump(): void;
  setReady(isReady: boolean): void;
  setGap(hasGap: boolean): void;
  /** Invalidates the result of a running replay. */
  voidReplay(): void;
}

export function createSender({ ports, texts, echoes, outcomes, owner, conversationId }: SenderParts): Sender {
  const { clock, lifetime, tabs, capabilities } = ports;
  const echoWaits = createTimers(clock, lifetime);
  const busy = createTimers(clock, lifetime);
  const replay = createReplay({ ports, texts, echoes, outcomes, hasGap: () => hasGap, pump });
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
    const { id, streamId } = next.entry;
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
    if (texts.change(id, { isInFlight: false })) conclude(id, outcome);
    pump();
  }

  function waitForService(retryAfterMs = busyMs): void {
    isBusy = true;
    busy.set('service', retryAfterMs, () => {
      isBusy = false;
      pump();
    });
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
      if (isReady && clock.now() - dueAt < sleptMs) outcomes.settle(id);
      else settleLater(id);
    });
  }

  return {
    pump,
    setReady(next) {
      isReady = next;
      if (next) replay.stopWaiting();
      else replay.voidRunning();
      pump();
    },
    setGap(next) {
      hasGap = next;
      pump();
    },
    voidReplay: replay.voidRunning,
  };
}
