import { pause } from '../../platform/pause.ts';
import { lateArrivalMs, maxBusyMs, notDeliveredAfterMs, replayRetryMs } from './limits.ts';
import { findClaim, findEchoed, isContested, type Tracked } from './rules.ts';
import type { DeliveryParts } from './sender.ts';
import type { OfOtherTabs } from './texts.ts';
import type { Echo, Entry } from './types.ts';

/** The texts of conversations that this tab does not continue. */
export function createOtherConversations({ ports, storage, texts: known }: DeliveryParts, ofOtherTabs: OfOtherTabs) {
  const { clock, lifetime, tabs, lookUp } = ports;
  const asked = new Set<string>();
  /** One at a time, so that one echo confirms one text. */
  let last: Promise<void> = Promise.resolve();

  const storedStatus = ({ entry }: Tracked): Entry['status'] | undefined =>
    storage.read().find(({ id }) => id === entry.id)?.status;

  /** An unsent text was refused, or has already been looked up. */
  function mayHaveArrived(text: Tracked): boolean {
    if (lookUp === undefined || text.entry.conversationId === undefined) return false;
    const status = storedStatus(text);
    return status !== 'unsent' && status !== 'acked';
  }

  function returnNow(texts: readonly Tracked[]): void {
    for (const { entry } of texts) storage.remove(entry.id);
    const lost = texts.filter(({ entry }) => entry.status !== 'acked').map(({ entry }) => entry.text);
    if (lost.length > 0) ports.returned(lost);
  }

  /** Resolves to undefined if the service has not answered in time. */
  async function readEchoes(entry: Entry, untilMs: number): Promise<readonly Echo[] | undefined> {
    for (let waitMs = replayRetryMs; !lifetime.ended; waitMs = Math.min(2 * waitMs, maxBusyMs)) {
      try {
        return await lookUp?.(entry);
      } catch {
        if (clock.now() + waitMs > untilMs) return undefined;
        await pause({ clock, lifetime }, waitMs);
      }
    }
    return undefined;
  }

  function findEcho(text: Tracked, echoes: readonly Echo[]): Echo | undefined {
    const { entry } = text;
    const stored = storage.read().filter(({ id }) => id !== entry.id);
    return echoes.find(
      (echo) =>
        findEchoed([text], echo, ports.capabilities.ids) !== undefined &&
        findClaim(echo, stored, entry.conversationId) === undefined &&
        !isContested(echo, text, ofOtherTabs(stored)),
    );
  }

  /** False once its visitor has changed, another tab has seen its echo, or its conversation has been opened here. */
  function isStillOurs({ entry }: Tracked): boolean {
    const isSettled = storage.read().some(({ id, status }) => id === entry.id && status === 'settled');
    const isElsewhere = isSettled || storage.isMissing(entry.id) || known.find(entry.id) !== undefined;
    return !isElsewhere && tabs.holds(entry.tabId);
  }

  async function lookForOne(text: Tracked, untilMs: number): Promise<Echo | undefined> {
    const look = async (): Promise<Echo | undefined> => {
      const echoes = await readEchoes(text.entry, untilMs);
      return echoes && isStillOurs(text) ? findEcho(text, echoes) : undefined;
    };
    const echo = await look();
    if (echo || storedStatus(text) !== 'sent') return echo;
    // Its page was closed before the answer, so the request may still be in flight.
    await pause({ clock, lifetime }, lateArrivalMs);
    return look();
  }

  async function lookFor(texts: readonly Tracked[]): Promise<void> {
    const untilMs = clock.now() + notDeliveredAfterMs;
    const missing: Tracked[] = [];
    for (const text of texts) {
      const echo = mayHaveArrived(text) ? await lookForOne(text, untilMs) : undefined;
      if (echo) storage.write(claimOf(text.entry, echo));
      else missing.push(text);
    }
    for (const { entry } of texts) asked.delete(entry.id);
    if (!lifetime.ended) returnNow(missing.filter(isStillOurs));
  }

  /** Shows another tab with the same text that it has arrived. */
  const claimOf = (entry: Entry, { position, key }: Echo): Entry => ({
    ...entry,
    ...{ status: 'settled', settledAt: position, settledAs: key, text: '', writtenAt: clock.now() },
  });

  return {
    /** Returns texts to the composer. Those that may have arrived are first looked up at the service, if possible. */
    giveBack(texts: readonly Tracked[]): void {
      const found = texts.filter(({ entry }) => !asked.has(entry.id));
      if (!found.some(mayHaveArrived)) {
        returnNow(found);
        return;
      }
      for (const { entry } of found) asked.add(entry.id);
      last = last.then(() => lookFor(found));
    },
  };
}
