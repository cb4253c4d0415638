import type { Clock } from '../../../platform/clock.ts';
import { isWidgetError } from '../../../platform/errors.ts';
import type { Lifetime } from '../../../platform/lifetime.ts';
import { busyWaitMs, echoWaitMs, notDeliveredAfterMs, reconnectMaxMs, replayWaitMs } from './limits.ts';
import type { Outbox, OutboxEntry } from './outbox.ts';

export interface DeliveryPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly outbox: Outbox;
  /** A conversation stands and the connection is up. */
  readonly canSend: () => boolean;
  /** Publishes; resolves when the service has taken it. */
  readonly publish: (entry: OutboxEntry) => Promise<unknown>;
  /** Asks the service for the events that followed what is known, so that texts of unknown fate show. */
  readonly askReplay: () => Promise<void>;
  readonly delivered: (id: string) => void;
  readonly notDelivered: (id: string) => void;
}

export interface Delivery {
  /** Sends what waits, one after the other. */
  flush(): void;
  /** What came since is about to be asked for: texts of unknown fate wait for it. */
  replayBegins(): void;
  /** The service has taken the question: what it knows comes within moments. */
  replayAsked(): void;
  /** The echo of this text has come. */
  settled(id: string): void;
  /** Shows what stays too long as not sent. */
  watch(id: string): void;
}

/** Statuses after which the same text would be refused again. */
export function isFinalRefusal(error: unknown): boolean {
  if (!isWidgetError(error) || error.status === undefined) return false;
  return error.status >= 400 && error.status < 500 && ![401, 403, 408, 425, 429].includes(error.status);
}

/**
 * One text at a time, so that the service's order is the visitor's. A text whose answer did not come is neither given up
 * nor sent again before the replay has shown whether it arrived (REL-02).
 */
export function createDelivery(ports: DeliveryPorts): Delivery {
  const { clock, lifetime, outbox } = ports;
  const timers = new Map<string, () => void>();
  let isSending = false;
  let isReplaying = false;
  let isBusy = false;
  let busyMs = busyWaitMs;

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

  async function run(): Promise<void> {
    if (isSending || isBusy || isReplaying) return;
    isSending = true;
    try {
      for (;;) {
        const entry = outbox.entries.find((one) => one.fate !== 'acked');
        if (!entry || !ports.canSend() || isReplaying || isBusy || lifetime.ended) return;
        if (!(await sendOne(entry))) return;
      }
    } finally {
      isSending = false;
    }
  }

  /** Whether the next one may follow. */
  async function sendOne({ id, fate }: OutboxEntry): Promise<boolean> {
    const entry = outbox.entries.find((one) => one.id === id);
    if (!entry) return true;
    if (fate === 'queued') outbox.setFate(id, 'unknown');
    try {
      await ports.publish(entry);
    } catch (error) {
      return failed(id, error);
    }
    busyMs = busyWaitMs;
    if (outbox.entries.some((one) => one.id === id)) {
      outbox.setFate(id, 'acked');
      setTimer(`echo ${id}`, echoWaitMs, () => {
        if (outbox.retire(id)) ports.delivered(id);
      });
    }
    return true;
  }

  function failed(id: string, error: unknown): boolean {
    if (lifetime.ended || !outbox.entries.some((one) => one.id === id)) return true;
    if (isFinalRefusal(error)) {
      outbox.remove(id);
      cancelTimer(`late ${id}`);
      ports.notDelivered(id);
      return true;
    }
    if (isWidgetError(error) && error.status !== undefined) {
      // Refused for now: nothing was taken, so that the text may go again as it is.
      outbox.setFate(id, 'queued');
      isBusy = true;
      setTimer('busy', busyMs, () => {
        isBusy = false;
        void run();
      });
      busyMs = Math.min(2 * busyMs, reconnectMaxMs);
      return false;
    }
    if (ports.canSend()) {
      replayBegins();
      // Silent: without an answer the connection is lost, and the next one asks again.
      ports.askReplay().then(replayAsked, () => {});
    }
    return false;
  }

  function replayBegins(): void {
    for (const { id, fate } of outbox.entries) {
      if (fate !== 'acked') continue;
      outbox.setFate(id, 'unknown');
      cancelTimer(`echo ${id}`);
    }
    cancelTimer('replay');
    isReplaying = hasUnknown();
  }

  const hasUnknown = (): boolean => outbox.entries.some((one) => one.fate === 'unknown');

  function replayAsked(): void {
    if (isReplaying) setTimer('replay', replayWaitMs, replayed);
  }

  function replayed(): void {
    cancelTimer('replay');
    isReplaying = false;
    void run();
  }

  return {
    flush: () => void run(),
    replayBegins,
    replayAsked,
    settled(id) {
      cancelTimer(`echo ${id}`);
      cancelTimer(`late ${id}`);
      if (isReplaying && !hasUnknown()) replayed();
    },
    watch(id) {
      setTimer(`late ${id}`, notDeliveredAfterMs, () => {
        if (outbox.entries.some((one) => one.id === id && one.fate !== 'acked')) ports.notDelivered(id);
      });
    },
  };
}
