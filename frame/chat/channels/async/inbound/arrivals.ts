import type { Clock } from '../../../../platform/clock.ts';
import { createError } from '../../../../platform/errors.ts';
import type { Lifetime } from '../../../../platform/lifetime.ts';
import { pause } from '../../../../platform/pause.ts';
import { emptyReplayWaitMs, replayWaitMs } from '../limits.ts';

export interface ArrivalPorts {
  readonly clock: Clock;
  /** Resolves when the service has answered a request that changes nothing. */
  readonly ping: () => Promise<unknown>;
}

/** The events of a replay that has been requested. */
export interface Arrival {
  /**
   * Call it when the request has been answered. Resolves to the last sequence of the replay; undefined if there is nothing to
   * replay, or not `first` any more. Rejects when the connection ends.
   */
  last(connection: Lifetime): Promise<number | undefined>;
  forget(): void;
}

/**
 * Recognises the notification with the events of a replay, which follows the answer to its request. `first` is an event that
 * is known already: only a replay repeats it. Without one, any notification counts.
 *
 * If none comes within moments, the service answers a later request first. It answers in order, so nothing of the replay is
 * on its way any more. A wait alone would take a stalled connection for an empty replay.
 */
export interface Arrivals {
  expect(first: number | undefined): Arrival;
  record(sequences: readonly number[]): void;
}

export function createArrivals({ clock, ping }: ArrivalPorts): Arrivals {
  const awaited = new Set<(sequences: readonly number[]) => void>();

  return {
    expect(first) {
      let found: number | undefined;
      let arrive = (): void => {};
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      const record = (sequences: readonly number[]): void => {
        if (found !== undefined || (first !== undefined && !sequences.includes(first))) return;
        found = Math.max(...sequences);
        arrive();
      };
      awaited.add(record);
      return {
        async last(connection) {
          const waitMs = first === undefined ? emptyReplayWaitMs : replayWaitMs;
          await Promise.race([arrived, pause({ clock, lifetime: connection }, waitMs)]);
          if (found === undefined && !connection.ended) await ping();
          if (connection.ended) throw createError('CALL_ABORTED', 'The connection was lost.');
          return found;
        },
        forget: () => void awaited.delete(record),
      };
    },
    record(sequences) {
      for (const one of awaited) one(sequences);
    },
  };
}
