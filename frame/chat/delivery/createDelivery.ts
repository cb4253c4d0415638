import { createEarlierTexts } from './earlierTexts.ts';
import { createEchoes, type Echoes } from './echoes.ts';
import { strandedAfterMs } from './limits.ts';
import { createOutcomes } from './outcomes.ts';
import { isDoubtful, isOfConversation, isUnanswered, positionBeforeRestart, type Tracked } from './rules.ts';
import { createSender } from './sender.ts';
import { createEntryStorage, createTexts, type Texts } from './texts.ts';
import type { Delivery, DeliveryPorts, Entry, NewText } from './types.ts';

/** See `Delivery`. The rules are in `rules.ts`. */
export function createDelivery(ports: DeliveryPorts): Delivery {
  const { clock, lifetime, tabs, adapterId } = ports;
  let owner: string | undefined;
  let conversationId: string | null | undefined;
  const openId = (): string | undefined => conversationId ?? undefined;
  const storage = createEntryStorage(ports.storage, adapterId);
  const texts = createTexts(storage, tabs.holds);
  const echoes = createEchoes({
    ...{ storage, ofOtherTabs, hasIds: ports.capabilities.ids, conversationId: openId },
    ...{ hasConversationPerTab: ports.hasConversationPerTab, keyAt: ports.keyAt },
  });
  const outcomes = createOutcomes(ports, texts, echoes);
  const facts = { ports, storage, texts, echoes, outcomes, owner: () => owner };
  const writing = createWriting({ ...facts, conversationId: openId });
  const sender = createSender({ ...facts, conversationId: openId });
  const earlier = createEarlierTexts({ ...facts, sender, ofOtherTabs, conversationId: () => conversationId });

  /** An entry that its tab can no longer change, because the storage is full or the tab is gone, expires. */
  function ofOtherTabs(stored: readonly Entry[]): readonly Entry[] {
    return stored.filter(
      ({ id, writtenAt, sentAt = writtenAt }) =>
        texts.find(id) === undefined && Math.abs(clock.now() - sentAt) < strandedAfterMs,
    );
  }

  const claims = (): readonly Entry[] =>
    storage.read().filter((entry) => entry.status === 'settled' && isOfConversation(entry, openId()));

  /** Their positions are void. A key still identifies its echo, also for a tab that notices the restart later than others. */
  function voidClaims(): void {
    for (const claim of claims()) {
      if (claim.settledAs === undefined) storage.remove(claim.id);
      else storage.write({ ...claim, settledAt: -1 });
    }
  }

  /** The texts can no longer be sent. The visitor sees them as not sent. */
  function abandon(isAbandoned: (entry: Entry) => boolean): void {
    for (const text of texts.all.filter(({ entry }) => isAbandoned(entry))) {
      const { id, status } = text.entry;
      // Its echo may have arrived before its answer, which no longer matters.
      if (status === 'sent') texts.change(id, { isUncertain: true, isInFlight: false });
      if (outcomes.settleWithEarlierEcho(id)) continue;
      if (isDoubtful(text, ports.capabilities)) outcomes.withdraw(id);
      else if (status === 'acked') outcomes.settle(id);
      if (texts.find(id)?.entry.status !== 'settled') outcomes.fail(id);
      texts.drop(id);
    }
  }

  /** Finds the texts that can be sent now, and sends them. */
  function proceed(): void {
    earlier.refresh();
    sender.pump();
  }

  ports.storage.onChange(lifetime, (key, suffix) => {
    if (key !== 'cm-outbox' || (suffix !== undefined && !suffix.startsWith(`${adapterId}.`))) return;
    proceed();
  });
  // The texts of this tab can be sent again, or belong to a tab that it must replace.
  tabs.onChange(lifetime, proceed);

  return {
    get isPending() {
      return texts.all.some(
        ({ entry, isUncertain }) =>
          tabs.holds(entry.tabId) &&
          (isUnanswered(entry) ||
            (entry.status === 'acked' && (isUncertain || !ports.capabilities.ackEndsWithSession))),
      );
    },
    setOwner(next) {
      if (next === owner) return;
      const previous = owner;
      owner = next;
      if (previous === undefined) {
        for (const { entry } of texts.all) texts.change(entry.id, {}, { owner: next ?? '' });
      } else {
        abandon(() => true);
        for (const entry of storage.read()) if (entry.owner === previous) storage.remove(entry.id);
        conversationId = undefined;
        echoes.clear();
        sender.voidReplay();
      }
      proceed();
    },
    conversationOpened(id) {
      if (conversationId !== id) {
        abandon((entry) => entry.conversationId !== undefined && entry.conversationId !== id);
        echoes.clear();
        sender.voidReplay();
        conversationId = id;
        for (const { entry } of texts.all) {
          if (entry.conversationId === undefined) texts.change(entry.id, {}, { conversationId: id });
        }
      }
      proceed();
    },
    conversationNamed(id) {
      const before = openId();
      conversationId = id;
      for (const { entry } of texts.all) {
        if (entry.conversationId === before) texts.change(entry.id, {}, { conversationId: id });
      }
      proceed();
    },
    conversationClosed() {
      abandon((entry) => entry.conversationId !== undefined);
      echoes.clear();
      sender.voidReplay();
      conversationId = null;
      earlier.noConversation();
    },
    startFailed: () => abandon((entry) => entry.conversationId === undefined),
    write(text) {
      const known = texts.find(text.id);
      if (known) writing.tryAgain(known);
      else writing.write(text);
      outcomes.watch(text.id);
      sender.pump();
    },
    forget: texts.drop,
    setReady(isReady) {
      if (isReady) earlier.refresh();
      sender.setReady(isReady);
    },
    sessionLost() {
      for (const { entry } of texts.all) if (entry.status === 'acked') texts.change(entry.id, { isUncertain: true });
    },
    setGap: sender.setGap,
    seen: (position, streamId) => echoes.seen(position, streamId),
    echo(echo) {
      const text = echoes.match(echo, texts.all);
      if (!text) return undefined;
      outcomes.settle(text.entry.id, echo);
      sender.pump();
      return text.entry;
    },
    answered(id, { position, key }) {
      // The echo of the next text comes after this position, also if it has the same words.
      echoes.seen(position, texts.find(id)?.entry.streamId);
      outcomes.settle(id, { id: undefined, position, key });
    },
    restarted() {
      // An echo that has arrived before the answer of its text must not be forgotten with its position.
      for (const text of texts.all) outcomes.settleWithEarlierEcho(text.entry.id);
      voidClaims();
      echoes.voidPositions();
      sender.voidReplay();
      for (const { entry } of texts.all)
        texts.change(entry.id, {}, { position: positionBeforeRestart, positionKey: undefined });
      sender.pump();
    },
  };
}

interface WritingParts {
  readonly ports: DeliveryPorts;
  readonly texts: Texts;
  readonly echoes: Echoes;
  readonly owner: () => string | undefined;
  readonly conversationId: () => string | undefined;
}

/** Accepts the texts that the visitor writes or sends again. */
function createWriting({ ports, texts, echoes, owner, conversationId }: WritingParts) {
  const { clock, tabs, adapterId } = ports;
  let lastWrittenAt = 0;

  function write({ id, text, streamId, data }: NewText): void {
    lastWrittenAt = Math.max(clock.now(), lastWrittenAt + 1);
    const origin = { id, adapterId, owner: owner() ?? '', tabId: tabs.id, conversationId: conversationId(), streamId };
    const entry: Entry = {
      ...origin,
      ...echoes.confirmedPlaceOf(streamId),
      ...{ text, writtenAt: lastWrittenAt, status: 'queued', settledAt: undefined, data },
    };
    texts.add(entry, { isUncertain: false, mayResend: ports.resends });
  }

  function tryAgain(text: Tracked): void {
    const { id, status, streamId } = text.entry;
    const isOurs = tabs.holds(text.entry.tabId) || texts.isRemoved(text);
    if (isOurs && !text.isInFlight) texts.change(id, { mayResend: true, isInPageOnly: false });
    // It is already being sent, perhaps by another tab, which this one follows. Otherwise the tab with the press sends it.
    if (status !== 'unsent') return;
    texts.change(
      id,
      { mayResend: true, isInPageOnly: false },
      {
        owner: owner() ?? '',
        tabId: tabs.id,
        conversationId: conversationId(),
        status: 'queued',
        ...(text.isUncertain ? {} : echoes.confirmedPlaceOf(streamId)),
      },
    );
  }

  return { write, tryAgain };
}
