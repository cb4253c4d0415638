import type { MessageInput, ParticipantInput } from './conversation.ts';

/** Agents with a sales-routing marker in their name are machinery, not people (CH-053). Markers come from the deployment. */
export function isHiddenAgent(agent: Pick<ParticipantInput, 'name'> | undefined, markers: readonly string[]): boolean {
  const name = agent?.name?.toLowerCase();
  return name !== undefined && markers.some((marker) => marker !== '' && name.includes(marker.toLowerCase()));
}

/** The messages a visitor may see: none of a hidden agent, found by participant or by the name on the message. */
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
