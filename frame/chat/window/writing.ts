import { isOver } from '../chatState.ts';
import { markNotSent } from '../conversations/applyDelivery.ts';
import type { ConversationRecord } from '../conversations/record.ts';
import { type ChatCore, track } from '../core.ts';
import { typingPauseMs } from '../limits.ts';
import { createTimer } from '../timer.ts';
import { setDraft } from './draft.ts';
import { shownRecord } from './shownRecord.ts';

/** What the visitor does in the composer. */
export function createWriting(core: ChatCore, startNewChat: () => Promise<void>) {
  const { ports, channels } = core;
  const typing = createTimer(ports.clock, ports.lifetime);
  const shownChannel = () => {
    const record = shownRecord(core);
    return record && channels.of(record.adapterId);
  };

  function send(text: string): void {
    const trimmed = text.trim();
    const record = shownRecord(core);
    if (trimmed === '' || !record || !channels.of(record.adapterId)) return;
    stopTyping();
    setDraft(core, '');
    const id = ports.createId();
    record.add([{ id, type: 'visitor', text: trimmed, isPending: true }]);
    if (!record.hasSentText) track(core, record.adapterId, 'CM_CHAT_FIRST_MESSAGE');
    record.hasSentText = true;
    deliver(record, id, trimmed);
  }

  function deliver({ adapterId }: ConversationRecord, id: string, text: string): void {
    channels
      .of(adapterId)
      ?.send({ id, text })
      .catch((error: unknown) => {
        ports.log.warn('A message was not delivered.', error);
        markNotSent(core, adapterId, id);
      });
  }

  /** Sends a message again under the same id (CH-215). If the chat is over, starts a new one. */
  function retry(messageId: string): void {
    const record = shownRecord(core);
    const message = record?.log.find(messageId);
    if (!record || !message?.isNotSent) return;
    if (isOver(record.published?.state)) return void startNewChat();
    record.add([{ id: messageId, type: 'visitor', isPending: true, isNotSent: false }]);
    deliver(record, messageId, message.text);
  }

  /** Runs at every key in the composer. Reports typing once, and its end after a pause (CH-032). */
  function type(): void {
    const channel = shownChannel();
    if (!channel?.capabilities.reportsTyping) return;
    if (!typing.isRunning) channel.typing(true);
    typing.start(typingPauseMs, () => channel.typing(false));
  }

  function stopTyping(): void {
    if (!typing.isRunning) return;
    typing.stop();
    shownChannel()?.typing(false);
  }

  return { send, retry, type, setDraft: (text: string): void => setDraft(core, text) };
}
