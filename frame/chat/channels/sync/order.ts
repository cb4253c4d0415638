import type { MessageOrder } from '../../conversation.ts';

/** The places of the lines of one chat. */
export interface LineOrder {
  /**
   * The place of a line. `atMs` never falls as the sequence rises, and is never after `now`, so that a missing or wrong time
   * does not move other lines, and later lines come later. Both times are by the service's clock.
   */
  place(sequence: number, timeMs: number | undefined, now: number): MessageOrder;
  /** The time of the last line; undefined before the first. */
  readonly lastMs: number | undefined;
}

export function createLineOrder(): LineOrder {
  /** By rising sequence. */
  const places: MessageOrder[] = [];

  return {
    place(sequence, timeMs, now) {
      const at = places.findLastIndex((one) => one.sequence < sequence) + 1;
      const before = places[at - 1]?.atMs ?? Number.NEGATIVE_INFINITY;
      const after = places[at]?.atMs ?? Number.POSITIVE_INFINITY;
      const place = { sequence, atMs: Math.min(Math.max(Math.min(timeMs ?? now, now), before), after) };
      places.splice(at, 0, place);
      return place;
    },
    get lastMs() {
      return places.at(-1)?.atMs;
    },
  };
}
