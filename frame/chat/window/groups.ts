import type { Message, Participant } from '../conversation.ts';
import { shownTime } from '../messages/messageLog.ts';

/** Messages of one sender that are further apart are two groups, each with its sender and its time. */
const groupMs = 300_000;

/** Whether a message belongs to the group of the one above it. A group shows its sender once, above, and its time once, below. */
export function isSameGroup(message: Message, before: Message | undefined): boolean {
  return (
    before !== undefined &&
    before.type === message.type &&
    before.by === message.by &&
    shownTime(message) - shownTime(before) < groupMs
  );
}

/** The first letters of a person's first and last name; empty if there is no name. */
export function initialsOf(name: string | undefined): string {
  const words = (name ?? '').match(/\p{L}[^\s-]*/gu) ?? [];
  const first = words.length > 1 ? [words[0], words.at(-1)] : words;
  return first.map((word) => [...(word ?? '')][0]?.toUpperCase()).join('');
}

/** The pictures of those who have spoken, by participant. */
export type Pictures = ReadonlyMap<string, string>;

export function picturesOf(participants: readonly Participant[]): Pictures {
  return new Map(
    participants.flatMap(({ id, agentPictureUrl }) => (agentPictureUrl ? [[id, agentPictureUrl] as const] : [])),
  );
}
