import type { Line, Message, MessageInput, Participant, ParticipantInput } from './conversation.ts';

/** The local day of a time, `YYYY-MM-DD`. */
export function dateStampOf(timestamp: number): string {
  const day = new Date(timestamp);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** Fills what a channel left out: from the message it updates, else with defaults. */
export function toMessage(input: MessageInput, before: Message | undefined, now: number): Message {
  const timestamp = input.timestamp ?? before?.timestamp ?? now;
  return {
    id: input.id,
    type: input.type,
    text: input.text ?? before?.text ?? '',
    lines: input.lines ?? before?.lines ?? [],
    timestamp,
    dateStamp: dateStampOf(timestamp),
    by: input.by ?? before?.by,
    participantId: input.participantId ?? before?.participantId,
    isHistory: input.isHistory ?? before?.isHistory ?? false,
    isGreeting: input.isGreeting ?? before?.isGreeting ?? false,
    review: input.review ?? before?.review,
    isPending: input.isPending ?? before?.isPending ?? false,
    displayFeedback: input.displayFeedback ?? before?.displayFeedback ?? false,
    format: input.format ?? before?.format ?? 'text',
    isNotSent: input.isNotSent ?? before?.isNotSent ?? false,
    rating: input.rating ?? before?.rating,
    source: input.source ?? before?.source,
  };
}

/** The lines of an answer with those inside groups and tiles, in the order of the window. */
export function allLines(lines: readonly Line[]): readonly Line[] {
  return lines.flatMap((line) => [line, ...allLines(line.items ?? [])]);
}

/** A participant with what is newly known; the last one to become active comes last and drives the header (CH-041). */
export function mergeParticipants(
  known: readonly Participant[],
  told: readonly ParticipantInput[],
): readonly Participant[] {
  return told.reduce<readonly Participant[]>((list, input) => {
    const before = list.find((one) => one.id === input.id);
    const next: Participant = {
      id: input.id,
      name: input.name ?? before?.name,
      role: input.role ?? before?.role,
      nameUrl: input.nameUrl ?? before?.nameUrl,
      roleUrl: input.roleUrl ?? before?.roleUrl,
      agentPictureUrl: input.agentPictureUrl ?? before?.agentPictureUrl,
      isActive: input.isActive ?? before?.isActive ?? true,
      isAvailable: input.isAvailable ?? before?.isAvailable ?? true,
    };
    const joins = next.isActive && !before?.isActive;
    if (before && !joins) return list.map((one) => (one.id === next.id ? next : one));
    return list.filter((one) => one.id !== next.id).concat(next);
  }, known);
}

/** Who the header shows: the latest joined agent who is still there. */
export function headerAgent(participants: readonly Participant[]): Participant | undefined {
  return participants.findLast((one) => one.isActive);
}
