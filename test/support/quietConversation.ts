import type { Conversation } from '../../frame/chat/conversation.ts';
import { emptyLog } from '../../frame/chat/messageLog.ts';

/** A conversation with the bot that has no messages yet. */
export const quietConversation: Conversation = {
  id: 'one',
  adapterId: 'bot',
  state: 'chatting',
  messages: emptyLog,
  participants: [],
  isAgentTyping: false,
  exitSurvey: undefined,
  unreadMsgCount: 0,
  notice: undefined,
};
