import type { Conversation } from '../../frame/chat/conversation.ts';
import { emptyLog } from '../../frame/chat/messages/messageLog.ts';

/** A bot conversation without messages. */
export const emptyConversation: Conversation = {
  id: 'one',
  adapterId: 'bot',
  state: 'chatting',
  messages: emptyLog,
  participants: [],
  isAgentTyping: false,
  exitSurvey: undefined,
  unreadMsgCount: 0,
};
