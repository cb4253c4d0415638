import type { Clock } from '../../platform/clock.ts';
import { pause } from '../../platform/pause.ts';
import { createTimers } from '../../platform/timer.ts';
import {
  claimMs,
  keepMs,
  lateArrivalMs,
  maxBusyMs,
  notDeliveredAfterMs,
  replayRetryMs,
  strandedAfterMs,
} from './limits.ts';
import {
  findClaim,
  findEchoed,
  isContested,
  isInNameOf,
  isOfConversation,
  isUnanswered,
  lastClaim,
  positionBeforeRestart,
  type Tracked,
  unknownPosition,
} from './rules.ts';
import type { DeliveryParts, Sender } from './sender.ts';
import type { Echo, Entry } from './types.ts';

/** The stored texts of other pages: this tab before a reload, and closed tabs. */
export function createEarlierTexts(parts: DeliveryParts, sender: Sender) {
  const { ports, storage, texts, outcomes, owner } = parts;
  const otherConversations = createOtherConversations(parts);
  const { clock, lifetime, tabs } = ports;
  const inheritance = createInheritance(parts, () => {
    refresh();
    sender.pump();
  });
  /** The stored texts at the time when the service reported that there is no conversation, with their conversations. */
  let withoutConversation = new Map<string, string | undefined>();

  /**
   * Takes over the texts that this tab may send, and drops those that are no longer needed. Call it after every change of
   * the facts.
   */
  function refresh(): void {
    if (lifetime.ended || owner() === undefined) return;
    const found: Tracked[] = [];
    const stored = storage.read();
    for (const entry of stored) {
      if (isObsolete(entry, stored)) storage.remove(entry.id);
      else if (isWanted(entry)) {
        const text = inheritance.take(entry);
        if (text) found.push(text);
      }
    }
    for (const entry of stored) hear(entry);
    if (parts.conversationId() !== undefined) adopt(found);
    for (const text of texts.all) {
      if (!tabs.holds(text.entry.tabId)) follow(text);
      else if (text.entry.tabId !== tabs.id) own(text);
    }
  }

  /**
   * Another tab is responsible for a text that is shown here: it has seen its echo, or the visitor has pressed Try again
   * there.
   */
  function hear(entry: Entry): void {
    const known = texts.find(entry.id)?.entry;
    if (!known || known.status === 'settled' || tabs.holds(entry.tabId)) return;
    if (entry.status === 'settled') {
      texts.change(entry.id, { isUncertain: true, isClaimed: true }, { tabId: entry.tabId, status: 'lost' });
      if (!ports.capabilities.history) outcomes.settle(entry.id);
      return;
    }
    if (known.tabId === entry.tabId && known.status === entry.status) return;
    texts.change(entry.id, { isUncertain: true }, { tabId: entry.tabId, status: entry.status });
    if (entry.status === 'unsent') outcomes.fail(entry.id);
  }

  function isObsolete(entry: Entry, stored: readonly Entry[]): boolean {
    if (entry.status === 'settled') {
      const isLast = lastClaim(stored, entry.conversationId, entry.streamId) === entry;
      return ageOf(entry, clock) > (isLast ? keepMs : claimMs);
    }
    if (texts.isDone(entry.id)) return tabs.holds(entry.tabId);
    return !isInNameOf(entry, owner()) && ageOf(entry, clock) > keepMs;
  }

  const isWanted = ({ id, ...entry }: Entry): boolean =>
    entry.status !== 'settled' && entry.owner === owner() && texts.find(id) === undefined && !texts.isDone(id);

  /** Another tab has taken this text: the page was reloaded, or in the back-forward cache. */
  function follow(text: Tracked): void {
    const { id, tabId } = text.entry;
    if (texts.isRemoved(text))
      texts.change(
        id,
        { isUncertain: true, mayResend: false, isStored: false, isInPageOnly: true },
        { tabId: tabs.id },
      );
    else {
      texts.change(id, { isUncertain: true });
      inheritance.awaitTab(tabId);
    }
    // Its echo may have arrived before its answer was lost.
    outcomes.settleWithEarlierEcho(id);
  }

  function adopt(found: readonly Tracked[]): void {
    const conversationId = parts.conversationId() ?? undefined;
    const isOurs = ({ entry }: Tracked): boolean => isOfConversation(entry, conversationId);
    const ours = found.filter(isOurs);
    for (const text of ours) texts.add(text.entry, text);
    // The others are already in the window, from the service.
    const missing = ours.filter(({ entry }) => !outcomes.settleWithEarlierEcho(entry.id)).map(({ entry }) => entry);
    if (missing.length > 0) ports.restored(missing);
    for (const { id, status } of missing) if (status !== 'unsent') outcomes.watch(id);
    giveBack(found.filter((text) => !isOurs(text) && tabs.holds(text.entry.tabId)));
  }

  /** Texts that this tab has taken over are its own from now on: the next reload finds them all under one id, in order. */
  const own = ({ entry }: Tracked): void => void texts.change(entry.id, {}, { tabId: tabs.id });

  /**
   * Returns texts of other conversations to the composer. A text that was stored after the service said that there is no
   * conversation may be in one that another tab has started since: it waits for the service's next report.
   */
  function giveBack(others: readonly Tracked[]): void {
    const isOver = ({ id, conversationId }: Entry): boolean =>
      parts.conversationId() !== null ||
      (withoutConversation.has(id) && withoutConversation.get(id) === conversationId);
    const over = others.filter(({ entry }) => isOver(entry));
    otherConversations.giveBack(over);
    if (over.length < others.length) lifetime.add(clock.after(notDeliveredAfterMs, lookAgain));
  }

  function lookAgain(): void {
    if (parts.conversationId() === null) noConversation();
    else refresh();
  }

  function noConversation(): void {
    withoutConversation = new Map(storage.read().map(({ id, conversationId }) => [id, conversationId]));
    refresh();
  }

  return { refresh, noConversation };
}

/**
 * Decides which texts of earlier pages and other tabs this tab takes. Calls `mayTake` when it may take more texts than before.
 */
function createInheritance({ ports, conversationId }: DeliveryParts, mayTake: () => void) {
  const { clock, lifetime, tabs } = ports;
  /** The tabs whose end this tab waits for under its current id. */
  const awaitedTabs = new Set<string>();
  let awaitingId = tabs.id;
  /** Without locks: checks again when a text is considered stranded. */
  const stranding = createTimers(clock, lifetime);
  /** Stranded texts, regardless of later changes of the visitor's clock. */
  const stranded = new Set<string>();

  /**
   * It is impossible to know whether its tab is gone, so an old text is left to the visitor. If each tab has its own
   * conversation, a tab without the text's conversation waits longer than one that continues it after a crash.
   */
  function isStranded(entry: Entry): boolean {
    const { id } = entry;
    const isElsewhere = ports.hasConversationPerTab && entry.conversationId !== conversationId();
    const leftMs = strandedAfterMs + (isElsewhere ? notDeliveredAfterMs : 0) - ageOf(entry, clock);
    if (leftMs < 0 || stranded.has(id)) return true;
    stranding.set(id, leftMs + 1, () => {
      stranded.add(id);
      mayTake();
    });
    return false;
  }

  /** Takes over the texts of another tab once it is gone. */
  function awaitTab(tabId: string): void {
    if (!tabs.canInherit) return;
    if (awaitingId !== tabs.id) awaitedTabs.clear();
    awaitingId = tabs.id;
    if (awaitedTabs.has(tabId)) return;
    awaitedTabs.add(tabId);
    const inherited = (): void => {
      awaitedTabs.delete(tabId);
      mayTake();
    };
    // A tab without the conversation could only return the texts to the composer, so it waits longer.
    tabs.inherit(tabId, lifetime, inherited, ports.hasConversationPerTab ? notDeliveredAfterMs : undefined);
  }

  return {
    /** Returns the text if this tab may send or show it. Otherwise waits for the end of its tab. */
    take(stored: Entry): Tracked | undefined {
      const entry = stored.position === positionBeforeRestart ? { ...stored, position: unknownPosition } : stored;
      const text: Tracked = {
        entry,
        // If the visitor decides, an unsent text may have arrived late.
        isUncertain: entry.status !== 'unsent' || !ports.resends,
        isInFlight: false,
        isStored: true,
        isInPageOnly: false,
        isClaimed: false,
        mayResend: ports.resends && ageOf(entry, clock) <= keepMs,
      };
      if (tabs.holds(entry.tabId)) return text;
      if (!tabs.canInherit && isStranded(entry)) {
        // The replay shows whether it has arrived. If not, the visitor decides: its tab may still be there and send it.
        const status = isUnanswered(entry) ? 'lost' : entry.status;
        return { ...text, entry: { ...entry, tabId: tabs.id, status }, isUncertain: true, mayResend: false };
      }
      awaitTab(entry.tabId);
      // A reloaded page shows its texts even if another tab sends them.
      return entry.tabId === tabs.previousId ? text : undefined;
    },
    awaitTab,
  };
}

const ageOf = ({ writtenAt }: Entry, clock: Clock): number => Math.abs(clock.now() - writtenAt);

/** The texts of conversations that this tab does not continue. */
function createOtherConversations({ ports, storage, texts: known }: DeliveryParts) {
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
  async function readEchoes(entry: Entry, sinceMs: number): Promise<readonly Echo[] | undefined> {
    for (let waitMs = replayRetryMs; !lifetime.ended; waitMs = Math.min(2 * waitMs, maxBusyMs)) {
      try {
        return await lookUp?.(entry);
      } catch {
        if (Math.abs(clock.now() - sinceMs) + waitMs > notDeliveredAfterMs) return undefined;
        await pause({ clock, lifetime }, waitMs);
      }
    }
    return undefined;
  }

  function findEcho(text: Tracked, echoes: readonly Echo[]): Echo | undefined {
    const { entry } = text;
    const isOther = ({ id }: Entry): boolean => id !== entry.id;
    const stored = storage.read().filter(isOther);
    return echoes.find(
      (echo) =>
        findEchoed([text], echo, ports.capabilities.ids) !== undefined &&
        findClaim(echo, stored, entry.conversationId) === undefined &&
        !isContested(echo, text, known.ofOtherTabs().filter(isOther)),
    );
  }

  /** False once its visitor has changed, another tab has seen its echo, or its conversation has been opened here. */
  function isStillOurs(text: Tracked): boolean {
    const { entry } = text;
    const isSettled = storedStatus(text) === 'settled';
    const isElsewhere = isSettled || storage.isMissing(entry.id) || known.find(entry.id) !== undefined;
    return !isElsewhere && tabs.holds(entry.tabId);
  }

  async function lookForOne(text: Tracked, sinceMs: number): Promise<Echo | undefined> {
    const look = async (): Promise<Echo | undefined> => {
      const echoes = await readEchoes(text.entry, sinceMs);
      return echoes && isStillOurs(text) ? findEcho(text, echoes) : undefined;
    };
    const echo = await look();
    if (echo || storedStatus(text) !== 'sent') return echo;
    // Its page was closed before the answer, so the request may still be in flight.
    await pause({ clock, lifetime }, lateArrivalMs);
    return look();
  }

  async function lookFor(texts: readonly Tracked[]): Promise<void> {
    const sinceMs = clock.now();
    const missing: Tracked[] = [];
    for (const text of texts) {
      const echo = mayHaveArrived(text) ? await lookForOne(text, sinceMs) : undefined;
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
