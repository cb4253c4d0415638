import type { ConversationRecord } from '../conversations/conversations.ts';
import type { ChatCore } from '../core.ts';
import { queueTypes } from '../routing/adapters.ts';
import { startConversation } from './startConversation.ts';

/** Continues the conversation that the ended one was transferred from, or starts a new one if that fails (CH-047). */
export async function returnToOrigin(core: ChatCore, ended: ConversationRecord, hasFailed: boolean): Promise<void> {
  const { conversations, channels, state, ports } = core;
  const from = conversations.find(ended.transfer?.fromId);
  ended.transfer = undefined;
  if (!from) return;
  core.dispatch(from.adapterId, { type: 'returned', endedId: ended.id }, from);
  // A channel reports the end before it reports which of the texts the service has.
  await Promise.resolve();
  core.dispatch(ended.adapterId, { type: 'left' }, ended);
  const adapter = state.adapters.find((one) => one.id === from.adapterId);
  try {
    if (await channels.of(from.adapterId)?.resume?.({ conversationId: adapter?.conversationId })) {
      core.dispatch(from.adapterId, { type: 'continued', hasFailed }, from);
      return;
    }
  } catch (error) {
    ports.log.warn('Could not continue the chat that the visitor was transferred from. Starting a new one.', error);
  }
  // The visitor has closed the chat in the meantime.
  if (!from.published) return;
  const restartId = state.adapters.find((one) => queueTypes[one.id] === 'bot')?.id ?? from.adapterId;
  await startConversation(core, restartId, 'restart');
  const started = conversations.currentOf(restartId);
  if (!started) conversations.makeCurrent(from);
  else if (started !== from) core.dispatch(from.adapterId, { type: 'replaced', byId: started.id }, from);
}
