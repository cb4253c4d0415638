import { type ContactAnswer, chatRows, list } from './answer.ts';

/**
 * Whether the lookup's answer may have a chat. A support chat that `bundle.ts` omits counts too: the check would cost
 * bytes of the core, and the rooms repeat it.
 */
export function hasChat(answer: ContactAnswer | undefined): boolean {
  if (!answer) return false;
  return chatRows(answer.first).length > 0 || list(answer.first.supportChatInformation).length > 0;
}
