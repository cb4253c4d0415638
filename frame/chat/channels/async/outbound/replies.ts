import type { Line, Message, MessageInput, MessageOrder, QuickReply } from '../../../conversation.ts';
import type { ChannelState } from '../../ground/channelState.ts';
import { type ReplyData, toButtons, toChoices, toQuickReplies } from '../toEvents.ts';
import type { MessagingChange } from '../wire.ts';

type PlacedMessage = MessageInput & { readonly order: MessageOrder };

/** The quick replies and buttons of messages, and what is published when one is pressed (CH-139). */
export function createReplies(state: ChannelState, isSurvey: (dialogId: string) => boolean) {
  const choices = new Map<string, ReplyData>();
  /** By place too, because the cards of a message may have buttons with the same title. */
  const keyOf = (messageId: string, at: number, text: string): string => `${messageId} ${at} ${text}`;

  /** The place of the last question or answer of each survey. One that arrives late changes nothing. */
  const last = new Map<string, number>();

  function emitInSurvey(dialogId: string, replies: readonly QuickReply[], { sequence }: MessageOrder): void {
    if (!isSurvey(dialogId) || sequence < (last.get(dialogId) ?? sequence)) return;
    last.set(dialogId, sequence);
    state.emit({ type: 'quickReplies', replies });
  }

  return {
    /** Adds replies as choices under the message; in a survey, shows them instead of the input. */
    offer(change: MessagingChange, message: PlacedMessage): PlacedMessage {
      if (message.type !== 'agent') return message;
      const replies = toQuickReplies(change);
      const buttons = toButtons(change);
      const isInSurvey = isSurvey(change.dialogId);
      emitInSurvey(change.dialogId, replies, message.order);
      const offered = [...buttons, ...(isInSurvey ? [] : toChoices(replies))];
      for (const [at, { line, data }] of offered.entries())
        if (data) choices.set(keyOf(message.id, at, line.text), data);
      return offered.length === 0 ? message : { ...message, lines: offered.map(({ line }) => line) };
    },
    /** Restores the input after the visitor has answered in this dialog, unless a later question has replies. */
    withdraw: (dialogId: string, answer: MessageOrder): void => emitInSurvey(dialogId, [], answer),
    find: (line: Line, message: Message): ReplyData | undefined =>
      choices.get(keyOf(message.id, message.lines.indexOf(line), line.text)),
    reset(): void {
      choices.clear();
      last.clear();
    },
  };
}

export type Replies = ReturnType<typeof createReplies>;
