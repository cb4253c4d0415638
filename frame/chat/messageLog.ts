import type { Message, MessageInput, MessageLog } from './conversation.ts';
import { messagesPerPage } from './limits.ts';
import { toMessage } from './message.ts';

/**
 * All messages of one conversation: confirmed ones by time, equal times in the order of arrival, then pending ones in
 * the order they were written (CH-042).
 *
 * Requirements: 1. merging by id, in any order and any number of times, ends in the same list; 2. nothing is lost;
 * 3. appending costs the same after 10,000 messages as after 100; 4. what a reader holds never changes under it.
 * So: pages of at most 50 messages, each an array that is replaced and never mutated; an append replaces the last page
 * only, a view keeps the others. One sorted array was refused for 3 (every append copies all of it).
 */
export interface MutableLog {
  readonly log: MessageLog;
  has(id: string): boolean;
  find(id: string): Message | undefined;
  /** Adds or updates by id; answers with the messages that are new. */
  merge(inputs: readonly MessageInput[], now: number): readonly Message[];
  /** The service knows the message under another id; an echo that came first stays the only copy. */
  confirm(id: string, as: { readonly id: string; readonly timestamp: number } | undefined): void;
  remove(id: string): void;
}

export const emptyLog: MessageLog = { pages: [], pending: [] };

export function createMessageLog(): MutableLog {
  const byId = new Map<string, Message>();
  let pages: (readonly Message[])[] = [];
  let pending: readonly Message[] = [];
  let log: MessageLog = emptyLog;

  function insert(message: Message): void {
    byId.set(message.id, message);
    if (message.isPending || message.isNotSent) {
      pending = [...pending, message];
      return;
    }
    const place = pageFor(pages, message);
    const page = pages[place];
    if (!page || (place === pages.length - 1 && page.length >= messagesPerPage && isNotBefore(message, page))) {
      pages = [...pages, [message]];
      return;
    }
    const at = page.findLastIndex((one) => one.timestamp <= message.timestamp) + 1;
    replacePage(place, [...page.slice(0, at), message, ...page.slice(at)]);
  }

  /** Splits a page that has grown to twice its size by insertions in its middle. */
  function replacePage(place: number, page: readonly Message[]): void {
    const half = messagesPerPage;
    const parts = page.length === 0 ? [] : page.length < 2 * half ? [page] : [page.slice(0, half), page.slice(half)];
    pages = pages.toSpliced(place, 1, ...parts);
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
    const staysPut = isSettled(before) === isSettled(next) && before.timestamp === next.timestamp;
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
    get log() {
      return log;
    },
    has: (id) => byId.has(id),
    find: (id) => byId.get(id),
    merge(inputs, now) {
      const added: Message[] = [];
      for (const input of inputs) {
        const before = byId.get(input.id);
        const next = toMessage(input, before, now);
        if (before) update(before, next);
        else {
          insert(next);
          added.push(next);
        }
      }
      publish();
      return added;
    },
    confirm(id, as) {
      const before = byId.get(id);
      if (!before) return;
      take(id);
      const finalId = as?.id ?? id;
      if (!byId.has(finalId)) {
        const timestamp = as?.timestamp ?? before.timestamp;
        insert(
          toMessage({ ...before, id: finalId, timestamp, isPending: false, isNotSent: false }, undefined, timestamp),
        );
      }
      publish();
    },
    remove(id) {
      take(id);
      publish();
    },
  };
}

function isSettled(message: Message): boolean {
  return !message.isPending && !message.isNotSent;
}

function isNotBefore(message: Message, page: readonly Message[]): boolean {
  const last = page.at(-1);
  return !last || last.timestamp <= message.timestamp;
}

/** The last page that begins at or before the message; the first page for what is older than all. */
function pageFor(pages: readonly (readonly Message[])[], message: Message): number {
  const found = pages.findLastIndex((page) => (page[0]?.timestamp ?? 0) <= message.timestamp);
  return Math.max(found, 0);
}

/** Equal times may spread over several pages, so the page is asked for the message itself. */
function placeOf(pages: readonly (readonly Message[])[], message: Message): number {
  return pages.findLastIndex(
    (page) => (page[0]?.timestamp ?? 0) <= message.timestamp && page.some((one) => one.id === message.id),
  );
}

/** Every message in the order of the window. */
export function allMessages(log: MessageLog): readonly Message[] {
  return [...log.pages.flat(), ...log.pending];
}

export function lastMessage(log: MessageLog): Message | undefined {
  return log.pending.at(-1) ?? log.pages.at(-1)?.at(-1);
}
