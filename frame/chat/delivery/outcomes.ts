import { createTimers } from '../timer.ts';
import type { Echoes } from './echoes.ts';
import { notDeliveredAfterMs } from './limits.ts';
import { isUnanswered } from './rules.ts';
import type { Texts } from './texts.ts';
import type { DeliveryPorts, Echo } from './types.ts';

/** The final outcome of texts, and when it is shown to the visitor. */
export function createOutcomes(ports: DeliveryPorts, texts: Texts, echoes: Echoes) {
  const { clock, lifetime } = ports;
  const late = createTimers(clock, lifetime);
  /** The texts that are shown as not sent. */
  const failed = new Set<string>();
  /** The texts that are shown as sent before their echo. */
  const acknowledged = new Set<string>();

  function clearFailure(id: string): void {
    late.cancel(id);
    failed.delete(id);
  }

  /** The text is at the service. Without an echo, one may still come. */
  function settle(id: string, echo?: Pick<Echo, 'id' | 'position' | 'key'>): void {
    clearFailure(id);
    const isShown = acknowledged.delete(id);
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
    clearFailure(id);
    acknowledged.add(id);
    const text = texts.find(id);
    if (text) ports.delivered(text.entry, undefined);
  }

  /** The service has lost what it has acknowledged: the text is shown as pending again. */
  function withdraw(id: string): void {
    acknowledged.delete(id);
    watch(id);
    const text = texts.change(id, {}, { status: 'lost' });
    if (text) ports.restored([text.entry]);
  }

  /** Shows the text as not sent if it is not delivered in time. */
  function watch(id: string): void {
    failed.delete(id);
    late.set(id, notDeliveredAfterMs, () => {
      const text = texts.find(id);
      if (text && isUnanswered(text.entry) && !ports.mayWait?.(text.entry)) fail(id);
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
    if (!text || failed.has(id)) return;
    acknowledged.delete(id);
    failed.add(id);
    ports.notDelivered(text.entry);
  }

  return { watch, acknowledge, withdraw, settle, settleWithEarlierEcho, giveUp, leaveToVisitor, fail };
}

export type Outcomes = ReturnType<typeof createOutcomes>;
