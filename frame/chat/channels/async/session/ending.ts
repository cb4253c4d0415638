import { pause } from '../../../../platform/pause.ts';
import type { RuntimePorts } from '../../../channel.ts';
import type { ChannelState } from '../../../channelState.ts';
import type { MessagingSocket } from '../connection/messagingSocket.ts';
import { surveyWaitMs } from '../limits.ts';
import { closeConversation, closeDialog, publishChatState, type WireRequest } from '../requests.ts';
import type { Conversation } from './conversation.ts';

export interface EndingParts {
  readonly state: ChannelState;
  readonly socket: Pick<MessagingSocket, 'isUp' | 'request'>;
  readonly conversation: () => Conversation;
  readonly logUnanswered: (error: unknown) => void;
}

/** What the visitor does to the conversation, other than writing: typing and ending. */
export interface Ending {
  typing(isTyping: boolean): void;
  /** Ends the conversation for the visitor. During a survey this ends the survey too. */
  end(): Promise<void>;
  /** The conversation has closed. */
  closed(): void;
}

export function createEnding(ports: RuntimePorts, parts: EndingParts): Ending {
  const { lifetime, log } = ports;
  const { state, socket } = parts;
  let isTyping = false;
  let ending: { readonly promise: Promise<void>; readonly finish: () => void } | undefined;

  const isInSurvey = (): boolean => parts.conversation().view?.phase === 'survey';

  function typing(isTypingNow: boolean): void {
    if (!state.hasConversation || !socket.isUp) return;
    isTyping = isTypingNow;
    const { openDialog } = parts.conversation();
    socket.request(publishChatState(openDialog, isTyping ? 'COMPOSING' : 'ACTIVE')).catch(parts.logUnanswered);
  }

  async function requestEnd(request: WireRequest): Promise<void> {
    try {
      // Clear the typing indicator on the agent desk before closing.
      if (isTyping) typing(false);
      await socket.request(request);
    } catch (error) {
      if (!lifetime.ended) log.warn('The service did not confirm the end of a conversation.', error);
    }
  }

  /** Ends the conversation from within a survey, no matter who ended the main dialog. */
  async function leaveSurvey(conversationId: string): Promise<void> {
    parts.conversation().leaveSurvey();
    await Promise.race([requestEnd(closeConversation(conversationId)), pause(ports, surveyWaitMs)]);
    if (state.conversationId === conversationId) parts.conversation().close();
  }

  return {
    typing,
    async end() {
      const { conversationId } = state;
      if (conversationId === undefined) return;
      if (isInSurvey()) return leaveSurvey(conversationId);
      if (ending) return ending.promise;
      let finish = (): void => {};
      const promise = new Promise<void>((resolve) => {
        finish = resolve;
      });
      ending = { promise, finish };
      try {
        await requestEnd(closeDialog(parts.conversation().mainDialog));
        // A survey may follow. Without one, treat the conversation as closed even if the service has not confirmed it.
        await Promise.race([promise, pause(ports, surveyWaitMs)]);
        if (isInSurvey()) await promise;
        else if (state.conversationId === conversationId) parts.conversation().close();
      } finally {
        ending = undefined;
      }
    },
    closed() {
      isTyping = false;
      ending?.finish();
    },
  };
}
