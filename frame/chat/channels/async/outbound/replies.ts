import type { ChannelState } from '../../../channelState.ts';
import type { Line, Message, MessageInput, QuickReply } from '../../../conversation.ts';
import { type ReplyData, toButtons, toChoices, toQuickReplies } from '../toEvents.ts';
import type { MessagingChange } from '../wire.ts';

/** The quick replies and buttons of messages, and what is published when one is pressed (CH-139). */
export interface Replies {
  /** Adds replies as choices under the message; in a survey, shows them instead of the input. */
  offer(change: MessagingChange, message: MessageInput): MessageInput;
  /** Restores the input after the visitor has answered in this dialog. */
  withdraw(dialogId: string): void;
  /** What to publish for a pressed choice of a message. */
  find(line: Line, message: Message): ReplyData | undefined;
  reset(): void;
}

export function createReplies(state: ChannelState, isSurvey: (dialogId: string) => boolean): Replies {
  const choices = new Map<string, ReplyData>();

  function emitInSurvey(dialogId: string, replies: readonly QuickReply[]): void {
    if (isSurvey(dialogId)) state.emit({ type: 'quickReplies', replies });
  }

  return {
    offer(change, message) {
      if (message.type !== 'agent') return message;
      const replies = toQuickReplies(change);
      const buttons = toButtons(change);
      const remember = (text: string, data: unknown): void =>
        void choices.set(`${message.id} ${text}`, data as ReplyData);
      for (const { line, data } of buttons) if (data) remember(line.text, data);
      const isInSurvey = isSurvey(change.dialogId);
      if (isInSurvey) emitInSurvey(change.dialogId, replies);
      else for (const reply of replies) remember(reply.text, reply.data);
      const lines = [...buttons.map(({ line }) => line), ...(isInSurvey ? [] : toChoices(replies))];
      return lines.length === 0 ? message : { ...message, lines };
    },
    withdraw: (dialogId) => emitInSurvey(dialogId, []),
    find: (line, message) => choices.get(`${message.id} ${line.text}`),
    reset: () => choices.clear(),
  };
}
