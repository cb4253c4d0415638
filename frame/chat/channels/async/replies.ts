import type { ChannelState } from '../../channelState.ts';
import type { Line, Message, MessageInput, QuickReply } from '../../conversation.ts';
import { type ReplyData, toButtons, toChoices, toQuickReplies } from './toEvents.ts';
import type { MessagingChange } from './wire.ts';

/** Answers that the other side proposes, and what is published when one is pressed (CH-139). */
export interface Replies {
  /** In a survey the replies stand in place of the input; in a talk they are choices under the message. */
  offer(change: MessagingChange, message: MessageInput): MessageInput;
  /** The visitor has answered in the dialog: the input comes back. */
  withdraw(dialogId: string): void;
  /** What a pressed choice of a message publishes. */
  find(line: Line, message: Message): ReplyData | undefined;
  forget(): void;
}

export function createReplies(state: ChannelState, isSurvey: (dialogId: string) => boolean): Replies {
  const choices = new Map<string, ReplyData>();

  function offerInSurvey(dialogId: string, replies: readonly QuickReply[]): void {
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
      const isAsked = isSurvey(change.dialogId);
      if (isAsked) offerInSurvey(change.dialogId, replies);
      else for (const reply of replies) remember(reply.text, reply.data);
      const lines = [...buttons.map(({ line }) => line), ...(isAsked ? [] : toChoices(replies))];
      return lines.length === 0 ? message : { ...message, lines };
    },
    withdraw: (dialogId) => offerInSurvey(dialogId, []),
    find: (line, message) => choices.get(`${message.id} ${line.text}`),
    forget: () => choices.clear(),
  };
}
