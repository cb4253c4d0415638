import type { Echoes } from './echoes.ts';
import type { Tracked } from './rules.ts';
import type { Texts } from './texts.ts';
import type { DeliveryPorts, Entry, NewText } from './types.ts';

export interface WritingParts {
  readonly ports: DeliveryPorts;
  readonly texts: Texts;
  readonly echoes: Echoes;
  readonly owner: () => string | undefined;
  readonly conversationId: () => string | undefined;
}

/** Accepts the texts that the visitor writes or sends again. */
export function createWriting({ ports, texts, echoes, owner, conversationId }: WritingParts) {
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
