import type { Line, Message, MessageInput, Participant, ParticipantInput } from '../conversation.ts';

/** The local day of a time, `YYYY-MM-DD`. */
export function dateStampOf(timestamp: number): string {
  const day = new Date(timestamp);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The time that a message is shown with: that of its place, so that times and days never jump back in the log. */
export function shownTime({ order, timestamp }: Pick<Message, 'order' | 'timestamp'>): number {
  return order?.atMs ?? timestamp;
}

/**
 * Compares the places of two messages: their times, then their sequences. A message without an order comes after those with
 * the same time that have one, regardless of arrival. Otherwise the places of a mixed log would not be a total order.
 */
export function comparePlaces(one: Message, other: Message): number {
  const sequenceOf = ({ order }: Message): number => order?.sequence ?? lastSequence;
  return shownTime(one) - shownTime(other) || sequenceOf(one) - sequenceOf(other);
}

/** The sequence of a message without an order. */
export const lastSequence = Number.MAX_SAFE_INTEGER;

/** The fields that a removed message loses. It keeps its place and its sender. */
const nothing = { text: '', lines: [], review: undefined, displayFeedback: false, isEdited: false } as const;

/**
 * Fills in the fields that a channel omitted, from the message that it updates or with defaults. A removed message stays
 * removed, even if an earlier copy of it arrives later.
 */
export function toMessage(input: MessageInput, before: Message | undefined, now: number): Message {
  const timestamp = input.timestamp ?? before?.timestamp ?? now;
  const order = input.order ?? before?.order;
  const isRemoved = before?.isRemoved || (input.isRemoved ?? false);
  return {
    id: input.id,
    type: input.type,
    text: input.text ?? before?.text ?? '',
    lines: input.lines ?? before?.lines ?? [],
    timestamp,
    dateStamp: dateStampOf(shownTime({ order, timestamp })),
    by: input.by ?? before?.by,
    participantId: input.participantId ?? before?.participantId,
    isHistory: input.isHistory ?? before?.isHistory ?? false,
    isGreeting: input.isGreeting ?? before?.isGreeting ?? false,
    review: input.review ?? before?.review,
    isPending: input.isPending ?? before?.isPending ?? false,
    displayFeedback: input.displayFeedback ?? before?.displayFeedback ?? false,
    format: input.format ?? before?.format ?? 'text',
    isNotSent: input.isNotSent ?? before?.isNotSent ?? false,
    order,
    receipt: input.receipt ?? before?.receipt,
    isEdited: input.isEdited ?? before?.isEdited ?? false,
    isRemoved,
    rating: 'rating' in input ? input.rating : before?.rating,
    progress: 'progress' in input ? input.progress : before?.progress,
    source: input.source ?? before?.source,
    ...(isRemoved ? nothing : undefined),
  };
}

/** An answer that the visitor can stop. Not one of an earlier conversation. */
export function isBeingWritten({ progress, isHistory }: Message): boolean {
  return progress === 'open' && !isHistory;
}

/** The lines of an answer, including those in groups and tiles, in the order of the window. */
export function allLines(lines: readonly Line[]): readonly Line[] {
  return lines.flatMap((line) => [line, ...allLines(line.items ?? [])]);
}

/** Prose is part of the bubble; every other line can be pressed, or contains lines that can. */
export function isProse({ type }: Pick<Line, 'type'>): boolean {
  return type === 'text' || type === 'readmore' || type === 'review';
}

/** Merges participants by id. The last one to become active is last in the list and shown in the header (CH-041). */
export function mergeParticipants(
  participants: readonly Participant[],
  inputs: readonly ParticipantInput[],
): readonly Participant[] {
  return inputs.reduce<readonly Participant[]>((list, input) => {
    const before = list.find((one) => one.id === input.id);
    const next: Participant = {
      id: input.id,
      name: input.name ?? before?.name,
      agentPictureUrl: input.agentPictureUrl ?? before?.agentPictureUrl,
      isActive: input.isActive ?? before?.isActive ?? true,
    };
    const joins = next.isActive && !before?.isActive;
    if (before && !joins) return list.map((one) => (one.id === next.id ? next : one));
    return list.filter((one) => one.id !== next.id).concat(next);
  }, participants);
}

/** The participant in the header: the latest one who is still active. */
export function headerAgent(participants: readonly Participant[]): Participant | undefined {
  return participants.findLast((one) => one.isActive);
}
