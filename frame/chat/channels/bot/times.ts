import type { Clock } from '../../../platform/clock.ts';

export type Times = ReturnType<typeof createTimes>;

/** The times of the first and the last message of a turn that is shown. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/**
 * The times of messages. They order the messages of the window, and come from two clocks: the visitor's for live messages,
 * and the service's for the history. If the clocks contradict the order of the turns, a time is moved to the nearest
 * consistent one.
 */
export function createTimes(clock: Pick<Clock, 'now'>) {
  const spans = new Map<string, Span>();
  let order: readonly string[] = [];
  let latest = 0;

  /** The times of the messages before and after the next message of this turn. */
  function neighbours(turnId: string): readonly [after: number, before: number] {
    const at = order.indexOf(turnId);
    if (at < 0) return [latest + 1, Number.POSITIVE_INFINITY];
    const earlier = order.findLast((id, place) => place <= at && spans.has(id));
    const later = order.find((id, place) => place > at && spans.has(id));
    const after = (earlier !== undefined && spans.get(earlier)?.last) || 0;
    const before = (later !== undefined && spans.get(later)?.first) || Number.POSITIVE_INFINITY;
    return [after, before];
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
