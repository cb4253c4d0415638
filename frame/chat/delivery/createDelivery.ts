import { createEarlierTexts } from './earlierTexts.ts';
import { createEchoes } from './echoes.ts';
import { createEntryStorage } from './entryStorage.ts';
import { strandedAfterMs } from './limits.ts';
import { isOfConversation, isUnanswered, type Tracked } from './rules.ts';
import { createSender } from './sender.ts';
import { createTexts } from './texts.ts';
import type { Delivery, DeliveryPorts, Entry } from './types.ts';

/** See `Delivery`. The rules are in `rules.ts`. */
export function createDelivery(ports: DeliveryPorts): Delivery {
  const { clock, lifetime, tabs, adapterId } = ports;
  let owner: string | undefined;
  let conversationId: string | null | undefined;
  let lastWrittenAt = 0;
  const openId = (): string | undefined => conversationId ?? undefined;
  const storage = createEntryStorage(ports.storage, adapterId);
  const texts = createTexts(storage, tabs.holds);
  const echoes = createEchoes({ storage, hasIds: ports.tells.ids, conversationId: openId, ofOtherTabs });
  const facts = { ports, storage, texts, echoes, owner: () => owner };
  const sender = createSender({ ...facts, conversationId: openId });
  const earlier = createEarlierTexts({ ...facts, sender, conversationId: () => conversationId });

  /** A tab that is gone, where nobody can know that, does not count for ever. */
  function ofOtherTabs(stored: readonly Entry[]): readonly Entry[] {
    return stored.filter(
      ({ id, writtenAt }) => texts.find(id) === undefined && Math.abs(clock.now() - writtenAt) < strandedAfterMs,
    );
  }

  function removeClaims(): void {
    for (const entry of storage.read()) {
      if (entry.fate === 'settled' && isOfConversation(entry, openId())) storage.remove(entry.id);
    }
  }

  /** The texts can no longer be sent. The visitor sees them as not sent. */
  function abandon(isAbandoned: (entry: Entry) => boolean): void {
    for (const { entry } of texts.all.filter((text) => isAbandoned(text.entry))) {
      const { id, fate } = entry;
      // Its echo may have arrived before its answer, which no longer matters.
      if (fate === 'sent') texts.change(id, { isUncertain: true, isInFlight: false });
      if (sender.settleWithEarlierEcho(id)) continue;
      if (fate === 'acked') sender.settle(id);
      else if (fate !== 'settled') sender.fail(id);
      texts.drop(id);
    }
  }

  function write({ id, text, streamId, data }: Parameters<Delivery['write']>[0]): void {
    lastWrittenAt = Math.max(clock.now(), lastWrittenAt + 1);
    const origin = { id, adapterId, owner: owner ?? '', tabId: tabs.id, conversationId: openId(), streamId };
    const position = echoes.positionOf(streamId);
    const entry: Entry = {
      ...origin,
      ...{ position, text, writtenAt: lastWrittenAt, fate: 'queued', settledAt: undefined, data },
    };
    texts.add(entry, { isUncertain: false, mayResend: ports.resends });
  }

  function tryAgain(text: Tracked): void {
    const { id, fate, streamId, position } = text.entry;
    // Another tab has it: that one sends it, and this one shows what becomes of it.
    if (!tabs.holds(text.entry.tabId) && !texts.isRemoved(text)) return;
    if (!text.isInFlight) texts.change(id, { mayResend: true });
    if (fate !== 'unsent') return;
    texts.change(
      id,
      {},
      {
        owner: owner ?? '',
        tabId: tabs.id,
        conversationId: openId(),
        fate: 'queued',
        position: text.isUncertain ? position : echoes.positionOf(streamId),
      },
    );
  }

  ports.storage.onChange(lifetime, (key, suffix) => {
    if (key !== 'cm-outbox' || (suffix !== undefined && !suffix.startsWith(`${adapterId}.`))) return;
    earlier.refresh();
    sender.pump();
  });

  return {
    get isPending() {
      return texts.all.some(({ entry }) => tabs.holds(entry.tabId) && (isUnanswered(entry) || entry.fate === 'acked'));
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
      earlier.refresh();
      sender.pump();
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
      earlier.refresh();
      sender.pump();
    },
    conversationNamed(id) {
      const before = openId();
      conversationId = id;
      for (const { entry } of texts.all) {
        if (entry.conversationId === before) texts.change(entry.id, {}, { conversationId: id });
      }
      earlier.refresh();
      sender.pump();
    },
    conversationClosed() {
      abandon((entry) => entry.conversationId !== undefined);
      removeClaims();
      echoes.clear();
      sender.voidReplay();
      conversationId = null;
      earlier.noConversation();
    },
    startFailed: () => abandon((entry) => entry.conversationId === undefined),
    write(text) {
      const known = texts.find(text.id);
      if (known) tryAgain(known);
      else write(text);
      sender.watch(text.id);
      sender.pump();
    },
    setReady(isReady) {
      if (isReady) earlier.refresh();
      sender.setReady(isReady);
    },
    setGap: sender.setGap,
    seen: (position, streamId) => echoes.seen(position, streamId),
    echo(echo) {
      const text = echoes.match(echo, texts.all);
      if (!text) return undefined;
      sender.settle(text.entry.id, echo);
      sender.pump();
      return text.entry;
    },
    restarted() {
      // An echo that has arrived before the answer of its text must not be forgotten with its position.
      for (const text of texts.all) sender.settleWithEarlierEcho(text.entry.id);
      removeClaims();
      echoes.voidPositions();
      sender.voidReplay();
      for (const { entry } of texts.all) texts.change(entry.id, {}, { position: -1 });
      sender.pump();
    },
  };
}
