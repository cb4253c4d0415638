import type { Clock } from '../../../platform/clock.ts';
import { isWidgetError } from '../../../platform/errors.ts';
import type { Lifetime } from '../../../platform/lifetime.ts';
import { busyWaitMs, echoWaitMs, notDeliveredAfterMs, reconnectMaxMs, replayWaitMs } from './limits.ts';
import type { Outbox, OutboxEntry } from './outbox.ts';

export interface DeliveryPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly outbox: Outbox;
  /** Whether there is an open conversation and the connection is up. */
  readonly canSend: () => boolean;
  /** Publishes a message. Resolves when the service has acknowledged it. */
  readonly publish: (entry: OutboxEntry) => Promise<unknown>;
  /** Requests the events after the last known one, which show whether messages with an unknown outcome arrived. */
  readonly requestReplay: () => Promise<void>;
  readonly delivered: (id: string) => void;
  readonly notDelivered: (id: string) => void;
}

export interface Delivery {
  /** Sends all queued messages, one at a time. */
  flush(): void;
  /** Called before missed events are requested. Messages with an unknown outcome wait for the replay. */
  beginReplay(): void;
  /** Called when the service has accepted the request for missed events, which then arrive within moments. */
  replayRequested(): void;
  /** Called when the echo of this message has arrived. */
  onEcho(id: string): void;
  /** Starts the timer that marks the message as not sent if it is still undelivered after 60 s. */
  watch(id: string): void;
}

/** Whether the same message would be refused again. */
export function isFinalRefusal(error: unknown): boolean {
  if (!isWidgetError(error) || error.status === undefined) return false;
  return error.status >= 400 && error.status < 500 && ![401, 403, 408, 425, 429].includes(error.status);
}

/**
 * Sends one message at a time, so that the service receives them in the visitor's order. A message whose acknowledgement was
 * lost is neither given up nor sent again until the replay has shown whether it arrived (REL-02).
 */
export function createDelivery(ports: DeliveryPorts): Delivery {
  const { clock, lifetime, outbox } = ports;
  const timers = new Map<string, () => void>();
  let isSending = false;
  let isReplaying = false;
  let isBackingOff = false;
  let backoffMs = busyWaitMs;

  function setTimer(name: string, delayMs: number, task: () => void): void {
    cancelTimer(name);
    const cancel = lifetime.add(
      clock.after(delayMs, () => {
        timers.delete(name);
        task();
      }),
    );
    timers.set(name, cancel);
  }

  function cancelTimer(name: string): void {
    timers.get(name)?.();
    timers.delete(name);
  }

  async function sendAll(): Promise<void> {
    if (isSending || isBackingOff || isReplaying) return;
    isSending = true;
    try {
      for (;;) {
        const entry = outbox.entries.find((one) => one.fate !== 'acked');
        if (!entry || !ports.canSend() || isReplaying || isBackingOff || lifetime.ended) return;
        if (!(await sendOne(entry))) return;
      }
    } finally {
      isSending = false;
    }
  }

  /** Resolves to whether the next message may be sent. */
  async function sendOne({ id, fate }: OutboxEntry): Promise<boolean> {
    const entry = outbox.entries.find((one) => one.id === id);
    if (!entry) return true;
    if (fate === 'queued') outbox.setFate(id, 'unknown');
    try {
      await ports.publish(entry);
    } catch (error) {
      return onFailure(id, error);
    }
    backoffMs = busyWaitMs;
    if (outbox.entries.some((one) => one.id === id)) {
      outbox.setFate(id, 'acked');
      setTimer(`echo ${id}`, echoWaitMs, () => {
        if (outbox.retire(id)) ports.delivered(id);
      });
    }
    return true;
  }

  function onFailure(id: string, error: unknown): boolean {
    if (lifetime.ended || !outbox.entries.some((one) => one.id === id)) return true;
    if (isFinalRefusal(error)) {
      outbox.remove(id);
      cancelTimer(`late ${id}`);
      ports.notDelivered(id);
      return true;
    }
    if (isWidgetError(error) && error.status !== undefined) {
      // A temporary refusal: the service did not store the message, so it is safe to send again.
      outbox.setFate(id, 'queued');
      isBackingOff = true;
      setTimer('busy', backoffMs, () => {
        isBackingOff = false;
        void sendAll();
      });
      backoffMs = Math.min(2 * backoffMs, reconnectMaxMs);
      return false;
    }
    if (ports.canSend()) {
      beginReplay();
      // Ignore the error: without an answer the connection is dropped, and the next one requests the replay again.
      ports.requestReplay().then(replayRequested, () => {});
    }
    return false;
  }

  function beginReplay(): void {
    for (const { id, fate } of outbox.entries) {
      if (fate !== 'acked') continue;
      outbox.setFate(id, 'unknown');
      cancelTimer(`echo ${id}`);
    }
    cancelTimer('replay');
    isReplaying = hasUnknown();
  }

  const hasUnknown = (): boolean => outbox.entries.some((one) => one.fate === 'unknown');

  function replayRequested(): void {
    if (isReplaying) setTimer('replay', replayWaitMs, endReplay);
  }

  function endReplay(): void {
    cancelTimer('replay');
    isReplaying = false;
    void sendAll();
  }

  return {
    flush: () => void sendAll(),
    beginReplay,
    replayRequested,
    onEcho(id) {
      cancelTimer(`echo ${id}`);
      cancelTimer(`late ${id}`);
      if (isReplaying && !hasUnknown()) endReplay();
    },
    watch(id) {
      setTimer(`late ${id}`, notDeliveredAfterMs, () => {
        if (outbox.entries.some((one) => one.id === id && one.fate !== 'acked')) ports.notDelivered(id);
      });
    },
  };
}
