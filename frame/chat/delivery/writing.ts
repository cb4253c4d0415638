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

/** Takes the texts that the visitor writes, and those that they want to send again. */
export function createWriting({ ports, texts, echoes, owner, conversationId }: WritingParts) {
  const { clock, tabs, adapterId } = ports;
  let lastWrittenAt = 0;

  function write({ id, text, streamId, data }: NewText): void {
    lastWrittenAt = Math.max(clock.now(), lastWrittenAt + 1);
    const origin = { id, adapterId, owner: owner() ?? '', tabId: tabs.id, conversationId: conversationId(), streamId };
    const position = echoes.confirmedPositionOf(streamId);
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
        owner: owner() ?? '',
        tabId: tabs.id,
        conversationId: conversationId(),
        fate: 'queued',
        position: text.isUncertain ? position : echoes.confirmedPositionOf(streamId),
      },
    );
  }

  return { write, tryAgain };
}
