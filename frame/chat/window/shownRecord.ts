import type { ConversationRecord } from '../conversations/record.ts';
import type { ChatCore } from '../core.ts';
import { shownConversation } from './shown.ts';

/** The record of the conversation in the window. */
export function shownRecord({ state, conversations }: ChatCore): ConversationRecord | undefined {
  return conversations.find(shownConversation(state)?.id);
}
