import type { Channel } from '../channel.ts';
import { isOver } from '../chatState.ts';
import type { Line, Message, QuickReply } from '../conversation.ts';
import { isChoice, isSpent, spendChoices, spendReplies } from '../conversations/choices.ts';
import type { ConversationRecord } from '../conversations/conversations.ts';
import { holderIn } from '../conversations/history.ts';
import { type ChatCore, trackFirstText } from '../core.ts';
import { doublePressMs } from '../limits.ts';
import { shownRecord } from './shown.ts';

/** Handles presses in messages. */
export function createPressing(core: ChatCore) {
  const { ports, channels } = core;
  const pressedAtMs = new WeakMap<Line, number>();

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
      trackFirstText(core, record);
      settle(channels.of(record.adapterId), (channel) => channel.press?.(line, message), pressFailed, restore);
      return;
    }
    if (isRepeated(line)) return;
    // An agent is requested for this conversation.
    if (line.type === 'chat' && isOver(record.published?.state)) return;
    const { adapterId } = (line.type !== 'chat' && sourceOf(message)) || record;
    settle(channels.of(adapterId), (one) => one.press?.(line, message), pressFailed);
  }

  function reply(quickReply: QuickReply): void {
    const record = shownRecord(core);
    if (!record || isOver(record.published?.state) || record.spentReplies.has(quickReply.id)) return;
    const restore = spendReplies(record, core.state);
    trackFirstText(core, record);
    settle(
      channels.of(record.adapterId),
      (channel) => channel.reply?.(quickReply),
      'A quick reply was not delivered.',
      restore,
    );
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
    settle(
      channels.of(record.adapterId),
      (channel) => channel.rate?.(message, isGood),
      'A rating was not delivered.',
      () => show(undefined),
    );
  }

  function settle(
    channel: Channel | undefined,
    act: (channel: Channel) => Promise<void> | undefined,
    sentence: string,
    restore: () => void = () => {},
  ): void {
    if (!channel) restore();
    else
      act(channel)?.catch((error: unknown) => {
        ports.log.warn(sentence, error);
        restore();
      });
  }

  return {
    press,
    reply,
    rate,
    /** Whether the choices of a message can no longer be pressed. */
    isSpent(message: Message): boolean {
      const record = shownRecord(core);
      return record === undefined || isSpent(record, message);
    },
  };
}

const pressFailed = 'The action of a pressed line failed.';
