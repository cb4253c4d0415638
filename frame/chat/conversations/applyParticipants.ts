import type { ParticipantInput } from '../conversation.ts';
import type { ChatCore } from '../core.ts';
import { mergeParticipants } from '../messages/message.ts';
import type { AdapterId } from '../routing/adapters.ts';
import { isHiddenAgent } from './hiddenAgents.ts';
import type { ConversationRecord } from './record.ts';

/** Participants joined, changed or left. */
export function applyParticipants(core: ChatCore, adapterId: AdapterId, inputs: readonly ParticipantInput[]): void {
  const record = core.dispatch(adapterId, { type: 'spoke' });
  if (!record) return;
  const markers = core.ports.deployment.hiddenAgentMarkers;
  const people = inputs.filter((one) => {
    const isHidden = isHiddenAgent(one, markers);
    if (isHidden) hide(record, one.id);
    return !isHidden && !record.hiddenAgents.has(one.id);
  });
  record.change({ participants: [...mergeParticipants(record.published?.participants ?? [], people)] });
  for (const { id, name } of people) if (name !== undefined) nameMessages(record, id, name);
}

/** CH-053: the name may arrive after the first messages, so this also removes those. */
function hide(record: ConversationRecord, agentId: string): void {
  record.hiddenAgents.add(agentId);
  const { published } = record;
  if (!published) return;
  record.change({ participants: published.participants.filter((one) => one.id !== agentId) });
  record.removeMessages(published.messages.pages.flat().filter((one) => one.participantId === agentId));
}

/** Adds a name that arrives late to the participant's earlier messages. */
function nameMessages(record: ConversationRecord, participantId: string, by: string): void {
  const nameless = record.published?.messages.pages
    .flat()
    .filter((one) => one.participantId === participantId && one.by === undefined);
  if (nameless && nameless.length > 0) record.add(nameless.map(({ id, type }) => ({ id, type, by })));
}
