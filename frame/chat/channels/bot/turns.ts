import type { Clock } from '../../../platform/clock.ts';
import type { BotAnswer, HistoryTurn } from './wire.ts';

/** A message of the visitor to the bot, and its answer. */
export interface Turn {
  /** The ids of its messages are built from this: the service's own id, unless the service has used that before. */
  readonly id: string;
  /** The service's own id, unless the service repeats it. All tabs recognise the turn by it. */
  readonly key: string | undefined;
  /** Its index among the known turns. The history and live answers have the same indexes in one tab, but not in all tabs. */
  readonly position: number;
  /** The visitor's text. Empty for the greeting. */
  readonly text: string;
  /** The service's time; undefined if it sends none. */
  readonly timestamp: number | undefined;
}

export const bubbleId = (turnId: string, at: number): string => `${turnId}__${at}`;

export const visitorMessageId = (turnId: string): string => `${turnId}__visitor`;

/** The turn that a bubble belongs to. */
export const turnIdOf = (messageId: string): string => messageId.replace(/__\d+$/, '');

export type Turns = ReturnType<typeof createTurns>;

interface KnownTurn extends Turn {
  serviceId: string | undefined;
  isPartial: boolean;
  answer: BotAnswer;
}

/**
 * The turns of the conversation that this page knows.
 *
 * A turn is recognised by the visitor's text and the service's id. Ids alone are not enough, because some services repeat or
 * omit them. Equal turns are distinguished by their order.
 */
export function createTurns(createId: () => string) {
  /**
   * The turns of all conversations, so that no message of one overwrites a message of another. An earlier answer can still be rated and
   * its links pressed.
   */
  const byId = new Map<string, KnownTurn>();
  let known: KnownTurn[] = [];
  let lastPosition = -1;

  function add(text: string, answer: BotAnswer): KnownTurn {
    const serviceId = answer.id;
    const key = serviceId === undefined || byId.has(serviceId) ? undefined : serviceId;
    const id = key ?? createId();
    // The history does not have an answer that came with an error (CH-101).
    if (!answer.isFailure) lastPosition += 1;
    const { timestamp, isPartial } = answer;
    const turn = { id, key, serviceId, text, position: lastPosition, timestamp, isPartial, answer };
    byId.set(id, turn);
    known.push(turn);
    return turn;
  }

  const isSame = (one: KnownTurn, serviceId: string | undefined, text: string): boolean =>
    one.text === text && (one.serviceId === serviceId || one.serviceId === undefined || serviceId === undefined);

  return {
    /** The highest known position; -1 if no turn is known. */
    get lastPosition() {
      return lastPosition;
    },
    /** The turn of a live answer. No history is read between its question and the answer, so it is new. */
    answered: (answer: BotAnswer, visitorText: string): Turn => add(visitorText.trim(), answer),
    /** The whole answer of a turn that `answered` knew by its first part. */
    completed({ id }: Turn, answer?: BotAnswer): void {
      const turn = byId.get(id);
      if (!turn) return;
      turn.serviceId = answer?.id ?? turn.serviceId;
      turn.answer = answer ?? turn.answer;
      turn.isPartial = false;
    },
    /** The answer that a message belongs to; undefined if it is not from an answer of this page. */
    answerOf: (messageId: string) => byId.get(turnIdOf(messageId))?.answer,
    /**
     * The turns of a history. A turn is new only once, even if the history is read again. One whose answer was not complete may have more of
     * it now.
     */
    addHistory(history: readonly HistoryTurn[]) {
      const left = [...known];
      return history.map(({ visitorText, answer }) => {
        const text = visitorText.trim();
        const at = left.findIndex((one) => isSame(one, answer.id, text));
        const [found] = at < 0 ? [] : left.splice(at, 1);
        if (!found) return { turn: add(text, answer), isNew: true, mayHaveMore: false };
        const mayHaveMore = found.isPartial;
        if (mayHaveMore) found.answer = answer;
        // A history that lags behind takes nothing back.
        found.isPartial &&= answer.isPartial;
        return { turn: found, isNew: false, mayHaveMore };
      });
    },
    at: (position: number): Turn | undefined => known.find((one) => one.position === position),
    /** Called when another conversation starts. */
    clear(): void {
      known = [];
      lastPosition = -1;
    },
  };
}

export type Times = ReturnType<typeof createTimes>;

/**
 * The times of messages. They order the messages of the window, and come from two clocks: the visitor's for live messages,
 * and the service's for the history. If the clocks contradict the order of the turns, a time is moved to the nearest
 * consistent one.
 */
export function createTimes(clock: Pick<Clock, 'now'>) {
  /** The times of the first and the last message of each turn that is shown. */
  const spans = new Map<string, { readonly first: number; readonly last: number }>();
  let order: readonly string[] = [];
  let latest = 0;

  /** The times of the messages before and after the next message of this turn. */
  function neighbours(turnId: string): readonly [after: number, before: number] {
    const at = order.indexOf(turnId);
    if (at < 0) return [latest + 1, Number.POSITIVE_INFINITY];
    const shown = order.map((id) => spans.get(id));
    const after = shown.slice(0, at + 1).findLast((span) => span)?.last ?? 0;
    return [after, shown.slice(at + 1).find((span) => span)?.first ?? Number.POSITIVE_INFINITY];
  }

  return {
    /** The time of a message that belongs to no turn. It comes after all shown messages. */
    next(): number {
      latest = Math.max(clock.now(), latest + 1);
      return latest;
    },
    /** The time of the next message of this turn: now, or `wantedMs`. */
    of(turnId: string, wantedMs: number = clock.now()): number {
      const [after, before] = neighbours(turnId);
      const time = Math.max(after, Math.min(wantedMs, before - 1));
      const span = spans.get(turnId);
      spans.set(turnId, { first: span?.first ?? time, last: time });
      latest = Math.max(latest, time);
      return time;
    },
    /** The turns of a history, oldest first. A turn that is in no history comes after all shown messages. */
    setOrder(turnIds: readonly string[]): void {
      order = turnIds;
    },
  };
}
