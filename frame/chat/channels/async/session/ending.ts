import { pause } from '../../../../platform/pause.ts';
import type { GroundPorts } from '../../../channel.ts';
import type { ChannelState } from '../../ground/channelState.ts';
import type { MessagingSocket } from '../connection/messagingSocket.ts';
import { endAnswerMs, surveyWaitMs } from '../limits.ts';
import { closeDialog, publishChatState } from '../requests.ts';
import type { Conversation } from './conversation.ts';
import type { MessagingEndReports } from './endReports.ts';

export interface EndingParts {
  readonly state: ChannelState;
  readonly socket: Pick<MessagingSocket, 'isUp' | 'request'>;
  readonly conversation: () => Conversation;
  readonly endReports: MessagingEndReports;
  readonly logUnanswered: (error: unknown) => void;
}

/** The visitor's actions on the conversation other than writing: typing and ending. */
export interface Ending {
  typing(isTyping: boolean): void;
  /** Ends the conversation for the visitor. During a survey this ends the survey too. */
  end(): Promise<void>;
  /** The conversation has closed. */
  closed(): void;
}

export function createEnding(ports: Pick<GroundPorts, 'clock' | 'lifetime'>, parts: EndingParts): Ending {
  const { state, socket, endReports } = parts;
  let isTyping = false;
  let ending: { readonly promise: Promise<void>; readonly finish: () => void } | undefined;

  const isInSurvey = (): boolean => parts.conversation().view?.phase === 'survey';

  function typing(isTypingNow: boolean): void {
    if (!state.hasConversation || !socket.isUp) return;
    isTyping = isTypingNow;
    const { openDialog } = parts.conversation();
    socket.request(publishChatState(openDialog, isTyping ? 'COMPOSING' : 'ACTIVE')).catch(parts.logUnanswered);
  }

  /** Ends the conversation from within a survey, no matter who ended the main dialog. */
  async function leaveSurvey(conversationId: string): Promise<void> {
    parts.conversation().leaveSurvey();
    await Promise.race([endReports.report(conversationId), pause(ports, surveyWaitMs)]);
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
        // Clear the typing indicator on the agent desk before closing.
        if (isTyping) typing(false);
        const reported = endReports.report(conversationId, closeDialog(parts.conversation().mainDialog));
        const outcome = await Promise.race([reported, pause(ports, endAnswerMs)]);
        // A survey may follow.
        if (outcome === 'reported') await Promise.race([promise, pause(ports, surveyWaitMs)]);
        if (isInSurvey()) await promise;
        else if (state.conversationId === conversationId) {
          // The conversation is over for the visitor even if the service has not confirmed it.
          parts.conversation().close();
          // It must no longer send a survey.
          if (outcome === undefined) void endReports.report(conversationId);
        }
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
