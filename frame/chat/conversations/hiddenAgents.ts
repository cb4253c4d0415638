import type { MessageInput, ParticipantInput } from '../conversation.ts';

/** Whether the agent's name contains a sales-routing marker of the deployment. Such an agent is not a person (CH-053). */
export function isHiddenAgent(agent: Pick<ParticipantInput, 'name'> | undefined, markers: readonly string[]): boolean {
  const name = agent?.name?.toLowerCase();
  return name !== undefined && markers.some((marker) => marker !== '' && name.includes(marker.toLowerCase()));
}

/** Removes the messages of hidden agents, identified by participant id or by the name on the message. */
export function visibleMessages(
  messages: readonly MessageInput[],
  hiddenIds: ReadonlySet<string>,
  markers: readonly string[],
): readonly MessageInput[] {
  return messages.filter(
    (message) =>
      !(message.participantId !== undefined && hiddenIds.has(message.participantId)) &&
      !(message.type !== 'visitor' && isHiddenAgent({ name: message.by }, markers)),
  );
}
