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
 * `onChange` is called when the sending of a message begins and ends.
 */
export function createOutbox(ports: OutboxPorts, onChange: () => void) {
  const { clock, lifetime, storage } = ports;
  const running = new Set<string>();
  /** The ids of the messages that this tab is sending, even if they have moved since. */
  const posting = new Set<string>();
  const tries = new Map<string, number>();
  const stops = new Map<string, () => void>();

  const read = (owner: string): SentInquiry | undefined => parseSent(storage.read('cm-outbox-form', owner));

  const ownerOf = (id: string): string | undefined =>
    storage.suffixes('cm-outbox-form').find((owner) => read(owner)?.id === id);
  const isTrying = (owner: string): boolean => running.has(owner) || posting.has(read(owner)?.id ?? '');

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
    if (isTrying(owner)) return;
    running.add(owner);
    stops.get(owner)?.();
    onChange();
    try {
      await deliverInTurn(owner);
    } catch (error) {
      if (!lifetime.ended) ports.log.error('A message of the form could not be sent.', error);
    } finally {
      running.delete(owner);
    }
    if (!lifetime.ended) onChange();
  }

  /** The browser refuses locks where it refuses storage. Then no other tab can know the message. */
  async function deliverInTurn(owner: string): Promise<void> {
    let delivery: Promise<void> | undefined;
    const begin = (): Promise<void> => {
      delivery = deliver(owner);
      return delivery;
    };
    try {
      await ports.locks?.request(`cm-outbox-form.${owner}`, { signal: lifetime.signal }, begin);
    } catch (error) {
      if (delivery || lifetime.ended) throw error;
    }
    if (!delivery) await begin();
  }

  async function deliver(owner: string): Promise<void> {
    const sent = read(owner);
    const to = sent && parseDestination(sent.href);
    if (sent?.state !== 'waiting' || to?.type !== 'post') return;
    posting.add(sent.id);
    const outcome = await sendInquiry(ports.call, to, sent, lifetime.signal).finally(() => posting.delete(sent.id));
    if (lifetime.ended) return;
    const current = ownerOf(sent.id);
    if (current !== undefined) settle(current, sent, outcome);
    // The visitor has deleted it or was named, and may have sent another one.
    if (current !== owner) await deliver(owner);
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
    /** The owner of a message; undefined once it is delivered or deleted. */
    ownerOf,
    /** Whether this tab is trying to send the message, or waits for a tab that is. */
    isTrying,
    /** Moves a message to its visitor's new key, unless that key has a message already. Tabs follow a message by its id. */
    move(id: string, to: string): void {
      const from = ownerOf(id);
      const sent = from === undefined ? undefined : read(from);
      if (!sent || read(to)) return;
      // In this order, so that no tab takes it for delivered.
      storage.write('cm-outbox-form', sent, to);
      storage.remove('cm-outbox-form', from);
      retry(to);
    },
    /**
     * Tries all messages that are not too old, the given visitor's first. Removes a former guest's message, which is stored under
     * its own id, when it is too old: nobody can see or send it.
     */
    sendWaiting(first: string): void {
      for (const owner of new Set([first, ...storage.suffixes('cm-outbox-form')])) {
        const sent = read(owner);
        const isLeft = sent?.id === owner && !isAutomatic(sent, clock.now());
        if (!sent || isLeft) storage.remove('cm-outbox-form', owner);
        else retry(owner);
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

export type Outbox = ReturnType<typeof createOutbox>;
