import { type ContactAnswer, chatRows, list } from './answer.ts';

/**
 * Whether the lookup's answer may have a chat. A support chat that is left out counts too (`bundle.ts`): the core saves the
 * bytes, and the rooms parse the whole answer.
 */
export function hasChat(answer: ContactAnswer | undefined): boolean {
  if (!answer) return false;
  return chatRows(answer.first).length > 0 || list(answer.first.supportChatInformation).length > 0;
}
