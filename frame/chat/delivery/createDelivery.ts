import { createEarlierTexts } from './earlierTexts.ts';
import { isDoubtful, isOfConversation, isUnanswered, positionBeforeRestart, type Tracked } from './rules.ts';
import { createOutcomes, createSender } from './sender.ts';
import { createEchoes, createEntryStorage, createTexts } from './texts.ts';
import type { DeliveryPorts, Echo, Entry, NewText } from './types.ts';

/**
 * Delivers the visitor's texts: each is at the service exactly once, in order, for the visitor and in the conversation it
 * was written in, or is visibly shown as not sent. The rules are in `rules.ts`.
 */
export function createDelivery(ports: DeliveryPorts) {
  const { clock, lifetime, tabs, adapterId } = ports;
  let owner: string | undefined;
  let conversationId: string | null | undefined;
  const openId = (): string | undefined => conversationId ?? undefined;
  const storage = createEntryStorage(ports.storage, adapterId);
  const texts = createTexts(ports, storage);
  const echoes = createEchoes(ports, storage, texts, openId);
  const outcomes = createOutcomes(ports, texts, echoes);
  const parts = { ports, storage, texts, echoes, outcomes, owner: () => owner, conversationId: () => conversationId };
  const sender = createSender(parts);
  const earlier = createEarlierTexts(parts, sender);
  let lastWrittenAt = 0;

  /** Their positions are void. A key still identifies its echo, also for a tab that notices the restart later than others. */
  function voidClaims(): void {
    for (const claim of storage.read()) {
      if (claim.status !== 'settled' || !isOfConversation(claim, openId())) continue;
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

  function proceed(): void {
    earlier.refresh();
    sender.pump();
  }

  function writeNew({ id, text, streamId, data }: NewText): void {
    lastWrittenAt = Math.max(clock.now(), lastWrittenAt + 1);
    const entry: Entry = {
      ...{ id, adapterId, owner: owner ?? '', tabId: tabs.id, conversationId: openId(), streamId },
      ...echoes.confirmedPlaceOf(streamId),
      ...{ text, writtenAt: lastWrittenAt, status: 'queued', settledAt: undefined, data },
    };
    texts.add(entry, { isUncertain: false, mayResend: ports.resends });
  }

  function tryAgain(text: Tracked): void {
    const { id, status, streamId } = text.entry;
    const isOurs = tabs.holds(text.entry.tabId) || texts.isRemoved(text);
    const known = { mayResend: true, unanswered: 0, isInPageOnly: false };
    if (isOurs && !text.isInFlight) texts.change(id, known);
    // It is already being sent, perhaps by another tab, which this one follows. Otherwise the tab with the press sends it.
    if (status !== 'unsent') return;
    texts.change(id, known, {
      ...{ owner: owner ?? '', tabId: tabs.id, conversationId: openId(), status: 'queued' },
      ...(text.isUncertain ? {} : echoes.confirmedPlaceOf(streamId)),
    });
  }

  ports.storage.onChange(lifetime, (key, suffix) => {
    if (key !== 'cm-outbox' || (suffix !== undefined && !suffix.startsWith(`${adapterId}.`))) return;
    proceed();
  });
  // The texts of this tab can be sent again, or belong to a tab that it must replace.
  tabs.onChange(lifetime, proceed);

  return {
    /** Whether a text of this tab is waiting to be sent or for its echo. */
    get isPending(): boolean {
      return texts.all.some(
        ({ entry, isUncertain }) =>
          tabs.holds(entry.tabId) &&
          (isUnanswered(entry) ||
            (entry.status === 'acked' && (isUncertain || !ports.capabilities.ackEndsWithSession))),
      );
    },
    /** Sets the owner whose texts are sent. After a change the texts of the previous owner become unsent. */
    setOwner(next: string | undefined): void {
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
    /** Texts written from now on belong to this conversation, and so do this tab's texts that were waiting for it. */
    conversationOpened(id: string): void {
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
    /** The service has given the open conversation an id, or a new one. It keeps its texts. */
    conversationNamed(id: string): void {
      const before = openId();
      conversationId = id;
      for (const { entry } of texts.all) {
        if (entry.conversationId === before) texts.change(entry.id, {}, { conversationId: id });
      }
      proceed();
    },
    /**
     * The conversation is over, or the service has none: unconfirmed texts become unsent, those from before a reload return to
     * the composer, and no text stays in storage. Claims are kept for some time, for tabs that notice the end later.
     */
    conversationClosed(): void {
      abandon((entry) => entry.conversationId !== undefined);
      echoes.clear();
      sender.voidReplay();
      conversationId = null;
      earlier.noConversation();
    },
    /** A start has failed: the texts that wait for a conversation become unsent. */
    startFailed: (): void => abandon((entry) => entry.conversationId === undefined),
    /** Adds a text and sends it when it can be sent. The id of an unsent text sends that text again (Try again). */
    write(text: NewText): void {
      const known = texts.find(text.id);
      if (known) tryAgain(known);
      else writeNew(text);
      outcomes.watch(text.id);
      sender.pump();
    },
    /** The visitor has taken the text back. It is neither sent nor restored. */
    forget: texts.drop,
    setReady(isReady: boolean): void {
      if (isReady) earlier.refresh();
      sender.setReady(isReady);
    },
    /**
     * The previous session is lost, and with it perhaps texts that it had acknowledged. Call it when the next session begins.
     * Only with `ackEndsWithSession`.
     */
    sessionLost(): void {
      for (const { entry } of texts.all) if (entry.status === 'acked') texts.change(entry.id, { isUncertain: true });
    },
    /** Whether events are missing. While they are, no text with an unknown outcome is sent again. */
    setGap: sender.setGap,
    seen: echoes.seen,
    /** A text of the visitor arrived from the service. Returns the echoed text, after calling `delivered`. */
    echo(echo: Echo): Entry | undefined {
      const text = echoes.match(echo, texts.all);
      if (!text) return undefined;
      outcomes.settle(text.entry.id, echo);
      sender.pump();
      return text.entry;
    },
    /** The service has answered the text that is being sent, and its answer shows the place of the echo. Calls `delivered`. */
    answered(id: string, { position, key }: Pick<Echo, 'position' | 'key'>): void {
      // The echo of the next text comes after this position, also if it has the same words.
      echoes.seen(position, texts.find(id)?.entry.streamId);
      outcomes.settle(id, { id: undefined, position, key });
    },
    /**
     * The service has restarted its numbering: all positions are void. Call it before reporting events of the new numbering,
     * and from then on report only events that have not been reported before: an old echo in its new place would confirm a
     * newer text with the same words.
     */
    restarted(): void {
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

export type Delivery = ReturnType<typeof createDelivery>;
