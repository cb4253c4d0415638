import type { CallBackend } from '../../platform/backend/plan.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Lifetime } from '../../platform/lifetime.ts';
import type { Log } from '../../platform/log.ts';
import type { FrameStorage } from '../../platform/storage.ts';
import type { Locks } from '../../platform/tabs.ts';
import { type SendOutcome, sendInquiry } from './api.ts';
import { isAutomatic, parseDestination, parseSent, type SentInquiry } from './inquiry.ts';
import { retryWaitsMs } from './limits.ts';

export interface OutboxPorts {
  readonly call: CallBackend;
  readonly clock: Clock;
  readonly log: Log;
  readonly lifetime: Lifetime;
  readonly storage: FrameStorage;
  /** Undefined if the browser has no Web Locks or refuses them. */
  readonly locks: Locks | undefined;
}

/**
 * The sent messages, one for each visitor, in local storage until a server has accepted them. One tab sends at a time.
 * `onChange` is called when the sending of a visitor's message begins and ends.
 */
export function createOutbox(ports: OutboxPorts, onChange: (owner: string) => void) {
  const { clock, lifetime, storage } = ports;
  const running = new Set<string>();
  const tries = new Map<string, number>();
  const stops = new Map<string, () => void>();

  const read = (owner: string): SentInquiry | undefined => parseSent(storage.read('cm-outbox-form', owner));

  function attemptLater(owner: string, afterMs?: number): void {
    const count = tries.get(owner) ?? 0;
    tries.set(owner, count + 1);
    stops.get(owner)?.();
    const waitMs = afterMs ?? retryWaitsMs[Math.min(count, retryWaitsMs.length - 1)] ?? 0;
    stops.set(owner, lifetime.add(clock.after(waitMs, () => retry(owner))));
  }

  function retry(owner: string): void {
    const sent = read(owner);
    if (sent && isAutomatic(sent, clock.now())) void attempt(owner);
  }

  /** Sends the message unless another tab does. A tab that gets the lock reads the stored message again. */
  async function attempt(owner: string): Promise<void> {
    if (running.has(owner)) return;
    running.add(owner);
    stops.get(owner)?.();
    onChange(owner);
    try {
      if (ports.locks)
        await ports.locks.request(`cm-outbox-form.${owner}`, { signal: lifetime.signal }, async () => deliver(owner));
      else await deliver(owner);
    } catch (error) {
      if (!lifetime.ended) ports.log.error('A message of the form could not be sent.', error);
    } finally {
      running.delete(owner);
    }
    if (!lifetime.ended) onChange(owner);
  }

  async function deliver(owner: string): Promise<void> {
    const sent = read(owner);
    const to = sent && parseDestination(sent.href);
    if (sent?.state !== 'waiting' || to?.type !== 'post') return;
    const outcome = await sendInquiry(ports.call, to, sent, lifetime.signal);
    if (lifetime.ended) return;
    if (read(owner)?.id === sent.id) settle(owner, sent, outcome);
    // The visitor has deleted it, and may have sent another one.
    else await deliver(owner);
  }

  function settle(owner: string, sent: SentInquiry, outcome: SendOutcome): void {
    if (outcome.type === 'later') attemptLater(owner, outcome.afterMs);
    else {
      tries.delete(owner);
      if (outcome.type === 'delivered') storage.remove('cm-outbox-form', owner);
      else storage.write('cm-outbox-form', { ...sent, state: 'refused' }, owner);
    }
  }

  return {
    read,
    attempt,
    /** Whether this tab is trying to send the message, or waits for a tab that is. */
    isTrying: (owner: string): boolean => running.has(owner),
    /** Tries all messages that are not too old, the given visitor's first. */
    sendWaiting(first: string): void {
      for (const owner of new Set([first, ...storage.suffixes('cm-outbox-form')])) {
        if (!read(owner)) storage.remove('cm-outbox-form', owner);
        retry(owner);
      }
    },
    send(owner: string, sent: SentInquiry): void {
      storage.write('cm-outbox-form', sent, owner);
      void attempt(owner);
    },
    remove(owner: string): void {
      tries.delete(owner);
      storage.remove('cm-outbox-form', owner);
    },
  };
}
