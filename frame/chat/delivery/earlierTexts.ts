import { createInheritance } from './inheritance.ts';
import { claimMs, keepMs, notDeliveredAfterMs } from './limits.ts';
import { createOtherConversations } from './otherConversations.ts';
import type { Outcomes } from './outcomes.ts';
import { isInNameOf, isOfConversation, lastClaim, type Tracked } from './rules.ts';
import type { Sender } from './sender.ts';
import type { EntryStorage, Texts } from './texts.ts';
import type { DeliveryPorts, Entry } from './types.ts';

export interface EarlierTextsParts {
  readonly ports: DeliveryPorts;
  readonly storage: EntryStorage;
  readonly texts: Texts;
  readonly sender: Sender;
  readonly outcomes: Outcomes;
  readonly owner: () => string | undefined;
  /** The stored entries that other tabs are responsible for. */
  readonly ofOtherTabs: (stored: readonly Entry[]) => readonly Entry[];
  /** `null`: the service has reported that there is none. Undefined: it has not reported anything yet. */
  readonly conversationId: () => string | null | undefined;
}

/** The stored texts of other pages: this tab before a reload, and closed tabs. */
export interface EarlierTexts {
  /**
   * Takes over the texts that this tab may send, and drops those that are no longer needed. Call it after every change of
   * the facts.
   */
  refresh(): void;
  /** The service has reported that there is no conversation. */
  noConversation(): void;
}

export function createEarlierTexts(parts: EarlierTextsParts): EarlierTexts {
  const { ports, storage, texts, sender, outcomes, owner } = parts;
  const otherConversations = createOtherConversations(parts);
  const { clock, lifetime, tabs } = ports;
  const inheritance = createInheritance({
    ports,
    conversationId: parts.conversationId,
    mayTake() {
      refresh();
      sender.pump();
    },
  });
  /** The stored texts at the time when the service reported that there is no conversation, with their conversations. */
  let withoutConversation = new Map<string, string | undefined>();

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

  const ageOf = ({ writtenAt }: Entry): number => Math.abs(clock.now() - writtenAt);

  function isObsolete(entry: Entry, stored: readonly Entry[]): boolean {
    if (entry.status === 'settled') {
      const isLast = lastClaim(stored, entry.conversationId, entry.streamId) === entry;
      return ageOf(entry) > (isLast ? keepMs : claimMs);
    }
    if (texts.isDone(entry.id)) return tabs.holds(entry.tabId);
    return !isInNameOf(entry, owner()) && ageOf(entry) > keepMs;
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
