import { type ChatContext, findConversation } from './context.ts';

/** Puts the undelivered messages of a conversation into the input, so that the visitor can send or delete them. */
export function carryOverUndelivered(context: ChatContext, conversationId: string | undefined): void {
  const undelivered = findConversation(context, conversationId)?.messages.pending.map((one) => one.text) ?? [];
  if (undelivered.length === 0) return;
  const { state } = context;
  state.draft = [...undelivered, state.draft].filter((text) => text !== '').join('\n');
  context.ports.storage.write('cm-draft', state.draft);
}
