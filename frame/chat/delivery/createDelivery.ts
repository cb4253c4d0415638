import { createEchoes } from './echoes.ts';
import { createEntryStorage } from './entryStorage.ts';
import { claimMs, keepMs, strandedAfterMs } from './limits.ts';
import { isInNameOf, isOfConversation, type Tracked } from './rules.ts';
import { createSender } from './sender.ts';
import { createTexts } from './texts.ts';
import type { Delivery, DeliveryPorts, Entry } from './types.ts';

/** See `Delivery`. The rules are in `rules.ts`. */
export function createDelivery(ports: DeliveryPorts): Delivery {
  const { clock, lifetime, tabs, adapterId } = ports;
  const storage = createEntryStorage(ports.storage, adapterId);
  const texts = createTexts(storage, tabs.holds);
  const echoes = createEchoes(storage, ports.tells.ids);
  /** The tabs whose end this tab awaits under its present id. */
  const awaitedTabs = new Set<string>();
  let awaitingId = tabs.id;
  let owner: string | undefined;
  /** `null`: the service has said that there is none. */
  let conversationId: string | null | undefined;
  let lastWrittenAt = 0;
  const openId = (): string | undefined => conversationId ?? undefined;
  const sender = createSender({ ports, storage, texts, echoes, owner: () => owner, conversationId: openId });

  /** Finds texts from before a reload and of closed tabs, and claims that have lapsed. */
  function refresh(): void {
    if (lifetime.ended || owner === undefined) return;
    const found: Entry[] = [];
    const stranded: Entry[] = [];
    for (const entry of storage.read()) {
      const ageMs = clock.now() - entry.writtenAt;
      if (ageMs > (entry.fate === 'settled' ? claimMs : keepMs)) storage.remove(entry.id);
      else if (isWanted(entry)) {
        if (tabs.holds(entry.tabId)) found.push(entry);
        else if (tabs.canInherit) awaitTab(entry.tabId);
        else if (ageMs > strandedAfterMs) stranded.push({ ...entry, tabId: tabs.id, fate: 'unsent' });
      }
    }
    adopt(found, ({ fate }) => fate !== 'unsent');
    adopt(stranded, () => true);
    for (const { entry } of texts.all) if (!tabs.holds(entry.tabId)) release(entry);
  }

  const isWanted = (entry: Entry): boolean =>
    entry.fate !== 'settled' && isInNameOf(entry, owner) && texts.find(entry.id) === undefined;

  function awaitTab(tabId: string): void {
    if (awaitingId !== tabs.id) awaitedTabs.clear();
    awaitingId = tabs.id;
    if (awaitedTabs.has(tabId)) return;
    awaitedTabs.add(tabId);
    tabs.inherit(tabId, lifetime, () => {
      awaitedTabs.delete(tabId);
      refresh();
      sender.pump();
    });
  }

  /** The page has been in the back-forward cache. Another tab may have sent the text meanwhile. */
  function release({ id, tabId }: Entry): void {
    texts.change(id, { isUncertain: true });
    if (tabs.canInherit) awaitTab(tabId);
  }

  function adopt(found: readonly Entry[], isUncertain: (entry: Entry) => boolean): void {
    if (found.length === 0 || conversationId === undefined) return;
    const ours = found.filter((entry) => isOfConversation(entry, openId()));
    for (const entry of ours) texts.add(entry, isUncertain(entry));
    if (ours.length > 0) ports.restored(ours);
    for (const { id, fate } of ours) if (!sender.settleWithEarlierEcho(id) && fate !== 'unsent') sender.watch(id);
    const others = found.filter((entry) => !ours.includes(entry));
    for (const { id } of others) storage.remove(id);
    const lost = others.filter(({ fate }) => fate !== 'acked').map(({ text }) => text);
    if (lost.length > 0) ports.returned(lost);
  }

  /** The texts can no longer be sent. The visitor sees them as not sent. */
  function abandon(isAbandoned: (entry: Entry) => boolean): void {
    for (const { entry } of texts.all.filter((text) => isAbandoned(text.entry))) {
      const { id, fate } = entry;
      if (fate === 'acked') sender.settle(id);
      else if (fate !== 'settled') sender.fail(id);
      texts.drop(id);
    }
  }

  function tryAgain({ entry, isUncertain }: Tracked): void {
    const { id, fate, streamId } = entry;
    const isGone = !tabs.holds(entry.tabId) && !storage.has(id);
    if (fate === 'unsent' || isGone) {
      const to = { owner: owner ?? '', tabId: tabs.id, conversationId: openId(), fate: 'queued' } as const;
      const position = isUncertain || isGone ? entry.position : echoes.positionOf(streamId);
      texts.change(id, { isUncertain: isUncertain || isGone }, { ...to, position });
    }
    sender.watch(id);
    sender.pump();
  }

  ports.storage.onChange(lifetime, (key, suffix) => {
    if (key === 'cm-outbox' && (suffix === undefined || suffix.startsWith(`${adapterId}.`))) refresh();
  });

  return {
    get isPending() {
      return texts.all.some(({ entry: { fate } }) => fate === 'queued' || fate === 'sent' || fate === 'acked');
    },
    setOwner(next) {
      if (next === owner) return;
      owner = next;
      if (next !== undefined) {
        for (const { entry } of texts.all) if (entry.owner === '') texts.change(entry.id, {}, { owner: next });
      }
      abandon((entry) => entry.owner !== '' && entry.owner !== next);
      refresh();
      sender.pump();
    },
    conversationOpened(id) {
      if (conversationId !== id) {
        if (conversationId !== undefined) echoes.clear();
        sender.voidReplay();
        conversationId = id;
        for (const { entry } of texts.all) {
          if (entry.conversationId === undefined) texts.change(entry.id, {}, { conversationId: id });
        }
        abandon((entry) => entry.conversationId !== id);
      }
      refresh();
      sender.pump();
    },
    conversationClosed() {
      abandon((entry) => entry.conversationId !== undefined);
      for (const { id, conversationId: of, fate } of storage.read()) {
        if (fate === 'settled' && of === openId()) storage.remove(id);
      }
      echoes.clear();
      sender.voidReplay();
      conversationId = null;
      refresh();
    },
    startFailed: () => abandon((entry) => entry.conversationId === undefined),
    write({ id, text, streamId, data }) {
      const known = texts.find(id);
      if (known) return tryAgain(known);
      lastWrittenAt = Math.max(clock.now(), lastWrittenAt + 1);
      const entry: Entry = {
        ...{ id, adapterId, owner: owner ?? '', tabId: tabs.id, conversationId: openId(), streamId },
        ...{ position: echoes.positionOf(streamId), text, writtenAt: lastWrittenAt },
        ...{ fate: 'queued', settledAt: undefined, data },
      };
      texts.add(entry, false);
      sender.watch(id);
      sender.pump();
    },
    setReady(isReady) {
      if (isReady) refresh();
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
      echoes.clear();
      sender.voidReplay();
      for (const { entry } of texts.all) texts.change(entry.id, {}, { position: -1 });
      sender.pump();
    },
  };
}
