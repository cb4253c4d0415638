import { type ChatContext, findConversation } from './context.ts';

/** What a conversation could not deliver goes into the input of the one that follows, for the visitor to send or drop. */
export function keepUnsaid(context: ChatContext, conversationId: string | undefined): void {
  const unsaid = findConversation(context, conversationId)?.messages.pending.map((one) => one.text) ?? [];
  if (unsaid.length === 0) return;
  const { state } = context;
  state.draft = [...unsaid, state.draft].filter((text) => text !== '').join('\n');
  context.ports.storage.write('cm-draft', state.draft);
}
