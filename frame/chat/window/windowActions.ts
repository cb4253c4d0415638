import { createTimer } from '../../platform/timer.ts';
import type { Channel } from '../channel.ts';
import { isOver, type Line, type Message, type QuickReply } from '../conversation.ts';
import { markNotSent } from '../conversations/applyEvent.ts';
import { isChoice, isSpent, spendChoices, spendReplies } from '../conversations/choices.ts';
import type { ConversationRecord } from '../conversations/conversations.ts';
import { holderIn, setDraft } from '../conversations/history.ts';
import { type ChatCore, track } from '../core.ts';
import { doublePressMs, typingPauseMs } from '../limits.ts';
import { shownRecord } from './shown.ts';

const pressFailed = 'The action of a pressed line failed.';

export function createWindowActions(core: ChatCore, startNewChat: () => Promise<void>) {
  const { ports, channels } = core;
  const typingPause = createTimer(ports.clock, ports.lifetime);
  let typingChannel: Channel | undefined;
  const pressedAtMs = new WeakMap<Line, number>();

  /** The channel of a conversation; undefined once the conversation is over or removed. */
  function channelOf({ published, adapterId }: ConversationRecord): Channel | undefined {
    return published && !isOver(published.state) ? channels.of(adapterId) : undefined;
  }

  /** The visitor's first message of a conversation, which may also be a choice or a quick reply (CH-208). */
  function trackFirstText(record: ConversationRecord): void {
    if (core.readMarks.isFirst(record, 'firstText')) track(core, record.adapterId, 'CM_CHAT_FIRST_MESSAGE');
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
    trackFirstText(record);
    deliver(record, id, text);
  }

  /** Where files go that the visitor adds now: the conversation in the window, also when the window shows another one later. */
  function fileTarget() {
    const record = shownRecord(core);
    if (!record) return undefined;
    return {
      /** Undefined if the conversation accepts no files, or is over. */
      files: () => channelOf(record)?.files,
      /** Sends the address of an uploaded file as a message. */
      send: (address: string): void => post(record, address),
    };
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

  /** A double click is one press (CH-094). */
  function isRepeated(line: Line): boolean {
    const before = pressedAtMs.get(line);
    const now = ports.clock.now();
    pressedAtMs.set(line, now);
    return before !== undefined && now - before < doublePressMs;
  }

  /** The conversation that the message belongs to, also after a transfer. Its channel handles pressed lines and ratings. */
  function sourceOf(message: Message): ConversationRecord | undefined {
    const record = shownRecord(core);
    return record && holderIn(record, message.id);
  }

  function press(line: Line, message: Message): void {
    const record = shownRecord(core);
    if (!record) return;
    if (isChoice(line)) {
      if (isSpent(record, message)) return;
      const restore = spendChoices(record, message);
      trackFirstText(record);
      settle(record, (channel) => channel.press?.(line, message), pressFailed, restore);
      return;
    }
    if (isRepeated(line)) return;
    // An agent is requested for this conversation.
    if (line.type === 'chat' && isOver(record.published?.state)) return;
    const source = (line.type !== 'chat' && sourceOf(message)) || record;
    settle(source, (channel) => channel.press?.(line, message), pressFailed);
  }

  function reply(quickReply: QuickReply): void {
    const record = shownRecord(core);
    if (!record || isOver(record.published?.state) || record.spentReplies.has(quickReply.id)) return;
    const restore = spendReplies(record, core.state);
    trackFirstText(record);
    settle(record, (channel) => channel.reply?.(quickReply), 'A quick reply was not delivered.', restore);
  }

  /** Each answer can be rated once (CH-097), and again if that has failed. */
  function rate(message: Message, isGood: boolean): void {
    const record = sourceOf(message);
    const { id, type } = message;
    if (!record || record.log.find(id)?.rating !== undefined) return;
    const show = (rating: Message['rating']): void => {
      record.ratings.set(id, rating ?? 'none');
      record.add([{ id, type, rating }]);
      core.dispatch(record.adapterId, { type: 'identified' }, record);
    };
    show(isGood ? 'up' : 'down');
    const restore = (): void => show(undefined);
    settle(record, (channel) => channel.rate?.(message, isGood), 'A rating was not delivered.', restore);
  }

  function settle(
    { adapterId }: ConversationRecord,
    act: (channel: Channel) => Promise<void> | undefined,
    sentence: string,
    restore: () => void = () => {},
  ): void {
    const channel = channels.of(adapterId);
    if (!channel) restore();
    else
      act(channel)?.catch((error: unknown) => {
        ports.log.warn(sentence, error);
        restore();
      });
  }

  return {
    send,
    fileTarget,
    retry,
    type,
    press,
    reply,
    rate,
    setDraft: (text: string): void => setDraft(core, text),
    stopAnswer(): void {
      const record = shownRecord(core);
      if (record) channels.of(record.adapterId)?.stop?.();
    },
    isSpent(message: Message): boolean {
      const record = shownRecord(core);
      return record === undefined || isSpent(record, message);
    },
  };
}
