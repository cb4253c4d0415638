import type { Conversation } from '../../frame/chat/conversation.ts';
import { emptyLog } from '../../frame/chat/messageLog.ts';

/** A bot's talk in which nothing has been said yet. */
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
