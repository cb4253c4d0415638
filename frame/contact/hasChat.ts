import { type ContactAnswer, chatRows, list } from './answer.ts';

/** Whether the lookup's answer has a chat or support-chat service. */
export function hasChat(answer: ContactAnswer | undefined): boolean {
  if (!answer) return false;
  return chatRows(answer.first).length > 0 || list(answer.first.supportChatInformation).length > 0;
}
