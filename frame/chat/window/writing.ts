import type { Channel } from '../channel.ts';
import { isOver } from '../chatState.ts';
import { markNotSent } from '../conversations/applyEvent.ts';
import type { ConversationRecord } from '../conversations/conversations.ts';
import { type ChatCore, trackFirstText } from '../core.ts';
import { typingPauseMs } from '../limits.ts';
import { createTimer } from '../timer.ts';
import type { UploadTarget } from '../tools/uploadStore.ts';
import { setDraft } from './draft.ts';
import { shownRecord } from './shown.ts';

/** The visitor's actions in the composer. */
export function createWriting(core: ChatCore, startNewChat: () => Promise<void>) {
  const { ports, channels } = core;
  const typingPause = createTimer(ports.clock, ports.lifetime);
  /** The channel to which typing was reported. */
  let typingChannel: Channel | undefined;

  /** The channel of a conversation; undefined once the conversation is over or removed. */
  function channelOf({ published, adapterId }: ConversationRecord): Channel | undefined {
    return published && !isOver(published.state) ? channels.of(adapterId) : undefined;
  }

  function send(text: string): void {
    const trimmed = text.trim();
    const record = shownRecord(core);
    // The chat may have ended since the key was pressed. The text stays in the input.
    if (trimmed === '' || !record || !channelOf(record)) return;
    stopTyping();
    setDraft(core, '');
    post(record, trimmed);
  }

  function post(record: ConversationRecord, text: string): void {
    const id = ports.createId();
    record.add([{ id, type: 'visitor', text, isPending: true }]);
    trackFirstText(core, record);
    deliver(record, id, text);
  }

  /** Where files go that the visitor adds now: the conversation in the window, also when the window shows another one later. */
  function fileTarget(): UploadTarget | undefined {
    const record = shownRecord(core);
    return (
      record && {
        files: () => channelOf(record)?.files,
        send: (address) => post(record, address),
      }
    );
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
    const record = shownRecord(core);
    const channel = record && channels.of(record.adapterId);
    if (channel !== typingChannel) stopTyping();
    if (!channel?.typing) return;
    if (!typingChannel) channel.typing(true);
    typingChannel = channel;
    typingPause.start(typingPauseMs, stopTyping);
  }

  function stopTyping(): void {
    typingPause.stop();
    typingChannel?.typing?.(false);
    typingChannel = undefined;
  }

  function stopAnswer(): void {
    const record = shownRecord(core);
    if (record) channels.of(record.adapterId)?.stop?.();
  }

  return { send, fileTarget, retry, type, stopAnswer, setDraft: (text: string): void => setDraft(core, text) };
}
