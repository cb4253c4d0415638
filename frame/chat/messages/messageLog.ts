import type { EventOf } from '../channel.ts';
import type { Line, Message, MessageInput, MessageLog, Participant, ParticipantInput } from '../conversation.ts';
import { messagesPerPage } from '../limits.ts';

export const emptyLog: MessageLog = { pages: [], pending: [] };

/**
 * All messages of one conversation (CH-042). Confirmed messages are sorted by place: the service's order, or else their time.
 * Equal places are in order of arrival. Pending messages follow in the order they were written.
 *
 * Requirements: 1. Merging by id, in any order and any number of times, gives the same list. 2. No message is lost.
 * 3. An append costs the same after 10,000 messages as after 100. 4. An array that a reader holds never changes.
 *
 * Therefore the log consists of pages of about 50 messages, each an array that is replaced and never mutated. An append
 * replaces the last page only. One sorted array would violate 3, because every append copies it.
 */
export function createMessageLog() {
  const byId = new Map<string, Message>();
  let pages: (readonly Message[])[] = [];
  let pending: readonly Message[] = [];
  let log: MessageLog = emptyLog;
  let floorMs = Number.NEGATIVE_INFINITY;

  /** The message that an input adds or changes, in its place. */
  function place(input: MessageInput, before: Message | undefined, now: number): Message {
    const isBelow = before && isSettled(before) && shownTime(before) < floorMs;
    const kept = isBelow ? { timestamp: before.timestamp, order: before.order } : {};
    const next = toMessage({ ...input, ...kept }, before, now);
    if (isBelow || shownTime(next) >= floorMs || next.isHistory) return next;
    const floor = { atMs: floorMs, sequence: next.order?.sequence ?? lastSequence };
    return toMessage({ ...next, order: floor }, before, now);
  }

  function insert(message: Message): void {
    byId.set(message.id, message);
    if (message.isPending || message.isNotSent) {
      pending = [...pending, message];
      return;
    }
    const found = pageFor(pages, message);
    const [first] = pages[found] ?? [];
    const isSealed = first !== undefined && shownTime(first) < floorMs && shownTime(message) >= floorMs;
    const place = isSealed ? found + 1 : found;
    const page = pages[place];
    const last = page?.at(-1);
    const isNewest = place === pages.length - 1 && (!last || comparePlaces(last, message) <= 0);
    if (!page || (isNewest && page.length >= messagesPerPage)) {
      pages = [...pages, [message]];
      return;
    }
    const at = page.findLastIndex((one) => comparePlaces(one, message) <= 0) + 1;
    replacePage(place, [...page.slice(0, at), message, ...page.slice(at)]);
  }

  /** Replaces a page, and splits one that insertions have doubled in size. */
  function replacePage(place: number, page: readonly Message[]): void {
    const isFull = page.length >= 2 * messagesPerPage;
    const parts = isFull ? [page.slice(0, messagesPerPage), page.slice(messagesPerPage)] : [page];
    pages = pages.toSpliced(place, 1, ...parts.filter((part) => part.length > 0));
  }

  /** Changes the list that has the message: its page, or the pending messages. */
  function changeListOf(message: Message, change: (list: readonly Message[]) => readonly Message[]): void {
    if (isSettled(message)) {
      const place = placeOf(pages, message);
      replacePage(place, change(pages[place] ?? []));
    } else pending = change(pending);
  }

  function take(id: string): void {
    const message = byId.get(id);
    byId.delete(id);
    if (message) changeListOf(message, (list) => list.filter((one) => one.id !== id));
  }

  function update(before: Message, next: Message): void {
    const staysPut =
      before.id === next.id && isSettled(before) === isSettled(next) && comparePlaces(before, next) === 0;
    if (!staysPut) {
      take(before.id);
      insert(next);
      return;
    }
    byId.set(next.id, next);
    changeListOf(before, (list) => list.map((one) => (one.id === next.id ? next : one)));
  }

  function publish(): void {
    log = { pages, pending };
  }

  return {
    get log(): MessageLog {
      return log;
    },
    has: (id: string): boolean => byId.has(id),
    find: (id: string): Message | undefined => byId.get(id),
    /** Adds or updates messages by id. Returns the new ones. */
    merge(inputs: readonly MessageInput[], now: number): readonly Message[] {
      const added: Message[] = [];
      for (const input of inputs) {
        const before = byId.get(input.id);
        const next = place(input, before, now);
        if (before) update(before, next);
        else {
          insert(next);
          added.push(next);
        }
      }
      publish();
      return added;
    },
    /** Confirms a message, with the service's id, time and order. Keeps one copy if the echo came first. */
    confirm(id: string, as: EventOf<'delivered'>['as']): void {
      const before = byId.get(id);
      if (!before) return;
      const finalId = as?.id ?? id;
      const echo = finalId === id ? undefined : byId.get(finalId);
      const { timestamp, order } = as ?? before;
      if (echo) {
        take(id);
        update(echo, place({ ...echo, order: order ?? echo.order }, echo, timestamp));
      } else {
        const settled = { ...before, id: finalId, timestamp, isPending: false, isNotSent: false };
        update(before, place({ ...settled, order: order ?? before.order }, undefined, timestamp));
      }
      publish();
    },
    remove(id: string): void {
      take(id);
      publish();
    },
    /**
     * Messages that are added from now on are at least from this time, whatever their clocks say, and begin a page. History keeps its
     * times.
     */
    seal(atMs: number): void {
      floorMs = atMs;
    },
  };
}

export type MutableLog = ReturnType<typeof createMessageLog>;

const isSettled = (message: Message): boolean => !message.isPending && !message.isNotSent;

/** The last page that starts at or before the message; the first page for the oldest message. */
function pageFor(pages: readonly (readonly Message[])[], message: Message): number {
  const found = pages.findLastIndex((page) => !page[0] || comparePlaces(page[0], message) <= 0);
  return Math.max(found, 0);
}

/** Messages with equal places may be on several pages, so this compares ids too. */
function placeOf(pages: readonly (readonly Message[])[], message: Message): number {
  return pages.findLastIndex(
    (page) => page[0] && comparePlaces(page[0], message) <= 0 && page.some((one) => one.id === message.id),
  );
}

/** All messages in the order of the window. */
export const allMessages = (log: MessageLog): readonly Message[] => [...log.pages.flat(), ...log.pending];

export const lastMessage = (log: MessageLog): Message | undefined => log.pending.at(-1) ?? log.pages.at(-1)?.at(-1);

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

const lastSequence = Number.MAX_SAFE_INTEGER;

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
export const isBeingWritten = ({ progress, isHistory }: Message): boolean => progress === 'open' && !isHistory;

/** The lines of an answer, including those in groups and tiles, in the order of the window. */
export function allLines(lines: readonly Line[]): readonly Line[] {
  return lines.flatMap((line) => [line, ...allLines(line.items ?? [])]);
}

/** Prose is part of the bubble; every other line can be pressed, or contains lines that can. */
export function isProse({ type }: Pick<Line, 'type'>): boolean {
  return type === 'text' || type === 'readmore' || type === 'review';
}

/** Merges participants by id. The last one to become active is last in the list and shown in the header (CH-041). */
export function mergeParticipants(participants: readonly Participant[], inputs: readonly ParticipantInput[]) {
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
