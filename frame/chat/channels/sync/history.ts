import * as v from 'valibot';
import { type ChatEvent, type ChatLine, type ChatUpdate, numberOf } from './wire.ts';

/** The last event that a page has taken. After a reload it shows whether the service's numbering is still the same. */
export const markSchema = v.object({ number: v.number(), sequence: v.number(), timeMs: v.optional(v.number()) });

export type Mark = Readonly<v.InferOutput<typeof markSchema>>;

export interface ChatAnswer extends ChatUpdate {
  /** It has the whole chat, not only new events. */
  readonly isWhole: boolean;
}

export interface TakenLine {
  readonly line: ChatLine;
  /** The service's number of the line, which keeps rising even if the service restarts its numbering. Unique in the chat. */
  readonly sequence: number;
  readonly timeMs: number | undefined;
  /** The page before the reload has already processed and announced it. */
  readonly isEarlier: boolean;
  /** The same, under another sequence. */
  readonly isRenumbered: boolean;
}

interface Known {
  readonly timeMs: number | undefined;
  /** Undefined for the mark of a previous page load. */
  readonly content: string | undefined;
}

interface NumberedEvent {
  readonly event: ChatEvent;
  readonly number: number;
}

export type ChatHistory = ReturnType<typeof createHistory>;

/**
 * The events of one chat that the service has reported.
 *
 * Requirements: 1. Each line is taken once, however often and in whatever order answers bring it. 2. No line is dropped
 * because its number is low: after a restart the service may number from 0 again, with or without the lines so far. 3. An
 * answer of a server that lags behind does not turn the chat back.
 *
 * Therefore every poll asks for the last known event again. An answer that contradicts known events, has gaps or goes back
 * is doubtful, and the whole chat is requested. If that has other events under known numbers, the service has restarted its
 * numbering. Lines are then compared by content: as many copies as are known already are not new. A wrong suspicion is
 * harmless.
 */
export function createHistory() {
  const known = new Map<number, Known>();
  /** The number of each event by its id. For an id that is not a number, this is the place in which the event arrived. */
  const places = new Map<string, number>();
  const copies = new Map<string, number>();
  let saved: Mark | undefined;
  let lastNumber = -1;
  let lastSequence = -1;
  /** Added to the numbers of the present numbering. */
  let base = 0;
  let nextNumber = 0;
  let isFirst = true;

  function learn(number: number, event: Known): void {
    known.set(number, event);
    lastNumber = Math.max(lastNumber, number);
    lastSequence = Math.max(lastSequence, base + number);
  }

  /** Numbers the events of an answer. Those without an id cannot be told apart, and have no number. */
  function numbered(events: readonly ChatEvent[]): readonly NumberedEvent[] {
    let place = lastNumber;
    return events.flatMap((event) => {
      if (event.id === undefined) return [];
      const number = numberOf(event.id) ?? places.get(event.id) ?? place + 1;
      place = Math.max(place, number);
      return [{ event, number }];
    });
  }

  function contradicts({ event, number }: NumberedEvent): boolean {
    const before = known.get(number);
    if (!before) return false;
    return before.timeMs !== event.timeMs || (before.content ?? event.content) !== event.content;
  }

  function leavesOut(events: readonly NumberedEvent[]): boolean {
    const numbers = new Set(events.map(({ number }) => number));
    return [...known.keys()].some((number) => !numbers.has(number));
  }

  /** Numbers are missing between the known ones and the new ones, or before the number of the next request. */
  function hasGap(events: readonly NumberedEvent[], update: ChatUpdate): boolean {
    let expected = lastNumber + 1;
    for (const { number } of events) {
      if (number > expected) return true;
      expected = Math.max(expected, number + 1);
    }
    const next = update.nextNumber ?? 0;
    return next > nextNumber && next > expected;
  }

  const repeats = ({ event, number }: NumberedEvent): boolean => !known.has(number) && copies.has(event.content);

  const goesBack = (update: ChatUpdate): boolean => update.nextNumber !== undefined && update.nextNumber < nextNumber;

  function beginCount(): void {
    known.clear();
    places.clear();
    base = lastSequence + 1;
    lastNumber = -1;
    nextNumber = 0;
  }

  return {
    /** Another chat begins, or the one of the page before the reload goes on from its mark. */
    begin(mark: Mark | undefined): void {
      saved = mark;
      copies.clear();
      lastSequence = -1;
      beginCount();
      isFirst = true;
      if (!mark) return;
      base = mark.sequence - mark.number;
      learn(mark.number, { timeMs: mark.timeMs, content: undefined });
    },
    get mark() {
      const last = known.get(lastNumber);
      return last && { number: lastNumber, sequence: base + lastNumber, timeMs: last.timeMs };
    },
    /** The highest number in the service's present numbering; -1 before the first event. */
    get lastNumber() {
      return lastNumber;
    },
    /** The highest sequence so far; -1 before the first event. */
    get lastSequence() {
      return lastSequence;
    },
    /** `overlaps`: the request asked for the last known event again. */
    isDoubtful(update: ChatUpdate, overlaps: boolean): boolean {
      const events = numbered(update.events);
      if (overlaps && !events.some(({ number }) => number === lastNumber)) return true;
      return goesBack(update) || hasGap(events, update) || events.some((one) => contradicts(one) || repeats(one));
    },
    take(answer: ChatAnswer) {
      const isBehind = goesBack(answer);
      const seen = numbered(answer.events);
      const isPartOfKnown = isBehind && seen.every(({ number }) => known.has(number));
      const hasRestarted = seen.some(contradicts) || (answer.isWhole && !isPartOfKnown && leavesOut(seen));
      const before = new Map(hasRestarted ? copies : []);
      if (hasRestarted) beginCount();
      const renumberedUpTo = isFirst && hasRestarted ? (saved?.timeMs ?? 0) : 0;
      isFirst = false;
      const lines: TakenLine[] = [];
      let state = answer.events.findLast(({ id }) => id === undefined)?.state;
      for (const { event, number } of hasRestarted ? numbered(answer.events) : seen) {
        if (known.get(number)?.content !== undefined) continue;
        learn(number, event);
        if (event.id !== undefined) places.set(event.id, number);
        const { content, line, timeMs } = event;
        state = event.state ?? state;
        if (!line) continue;
        const left = before.get(content) ?? 0;
        if (left > 0) before.set(content, left - 1);
        else {
          copies.set(content, (copies.get(content) ?? 0) + 1);
          const isRenumbered = timeMs !== undefined && timeMs <= renumberedUpTo;
          const sequence = base + number;
          const isEarlier = isRenumbered || sequence <= (saved?.sequence ?? -1);
          lines.push({ line, sequence, timeMs, isEarlier, isRenumbered });
        }
      }
      const isStale = isBehind && !hasRestarted;
      if (!isStale) nextNumber = answer.nextNumber ?? nextNumber;
      return {
        /** In the order of their numbers. */
        lines: lines as readonly TakenLine[],
        /** The answer is older than earlier ones. Its state of the chat is out of date. */
        isStale,
        /** The chat's state, if a new event changes it. */
        state,
      };
    },
  };
}
