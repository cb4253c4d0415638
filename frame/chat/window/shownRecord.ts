import type { ConversationRecord } from '../conversations/record.ts';
import type { ChatCore } from '../core.ts';
import { shownConversation } from './shown.ts';

/** The record of the conversation in the window. */
export function shownRecord({ state, conversations }: ChatCore): ConversationRecord | undefined {
  return conversations.find(shownConversation(state)?.id);
}

/** The record of the conversation that the visitor sees. */
export function seenRecord(core: ChatCore): ConversationRecord | undefined {
  return core.state.isChatShown ? shownRecord(core) : undefined;
}
