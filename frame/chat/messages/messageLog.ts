import type { EventOf } from '../channel.ts';
import type { Message, MessageInput, MessageLog } from '../conversation.ts';
import { messagesPerPage } from '../limits.ts';
import { comparePlaces, lastSequence, shownTime, toMessage } from './message.ts';

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
    const next = toMessage(
      isBelow ? { ...input, timestamp: before.timestamp, order: before.order } : input,
      before,
      now,
    );
    if (isBelow || shownTime(next) >= floorMs || next.isHistory) return next;
    return toMessage(
      { ...next, order: { atMs: floorMs, sequence: next.order?.sequence ?? lastSequence } },
      before,
      now,
    );
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
    if (!page || (place === pages.length - 1 && page.length >= messagesPerPage && isNotBefore(message, page))) {
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

  function take(id: string): Message | undefined {
    const message = byId.get(id);
    if (!message) return undefined;
    byId.delete(id);
    if (message.isPending || message.isNotSent) pending = pending.filter((one) => one.id !== id);
    else {
      const place = placeOf(pages, message);
      replacePage(
        place,
        (pages[place] ?? []).filter((one) => one.id !== id),
      );
    }
    return message;
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
    const swap = (one: Message): Message => (one.id === next.id ? next : one);
    if (!isSettled(next)) pending = pending.map(swap);
    else {
      const place = placeOf(pages, before);
      replacePage(place, (pages[place] ?? []).map(swap));
    }
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

function isSettled(message: Message): boolean {
  return !message.isPending && !message.isNotSent;
}

function isNotBefore(message: Message, page: readonly Message[]): boolean {
  const last = page.at(-1);
  return !last || comparePlaces(last, message) <= 0;
}

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
export function allMessages(log: MessageLog): readonly Message[] {
  return [...log.pages.flat(), ...log.pending];
}

export function lastMessage(log: MessageLog): Message | undefined {
  return log.pending.at(-1) ?? log.pages.at(-1)?.at(-1);
}
