import { createError } from '../../../../platform/errors.ts';
import type { Lifetime } from '../../../../platform/lifetime.ts';
import { pause } from '../../../../platform/pause.ts';
import type { ChannelPorts } from '../../../channel.ts';

export interface ArrivalPorts extends Pick<ChannelPorts, 'clock'> {
  /** Resolves when the service has answered a request that changes nothing. */
  readonly ping: () => Promise<unknown>;
}

/** The events since a replay was requested. */
export interface Arrival {
  /**
   * Call it when the request has been answered. Resolves to the last sequence of the replay; undefined if it did not come.
   * `expected` is an event that shows the replay; without one, any notification counts. Rejects when the connection ends.
   */
  last(connection: Lifetime, expected: number | undefined, waitMs: number): Promise<number | undefined>;
  forget(): void;
}

/**
 * Recognises the notification with the events of a replay, which follows the answer to its request.
 *
 * If none comes in time, a ping is sent. The service answers in order, so once the ping is answered, nothing of the replay
 * is on its way any more. Waiting alone would mistake a stalled connection for an empty replay.
 */
export interface Arrivals {
  /** Begin before the request is sent. */
  begin(): Arrival;
  record(sequences: readonly number[]): void;
}

export function createArrivals({ clock, ping }: ArrivalPorts): Arrivals {
  const begun = new Set<(sequences: readonly number[]) => void>();

  return {
    begin() {
      const batches: (readonly number[])[] = [];
      let check = (): void => {};
      const record = (sequences: readonly number[]): void => {
        batches.push(sequences);
        check();
      };
      begun.add(record);
      return {
        async last(connection, expected, waitMs) {
          const find = () => batches.find((one) => expected === undefined || one.includes(expected));
          const found = new Promise<void>((resolve) => {
            check = () => find() && resolve();
          });
          check();
          await Promise.race([found, pause({ clock, lifetime: connection }, waitMs)]);
          if (!find() && !connection.ended) await ping();
          if (connection.ended) throw createError('CALL_ABORTED', 'The connection was lost.');
          const batch = find();
          return batch && Math.max(...batch);
        },
        forget: () => void begun.delete(record),
      };
    },
    record(sequences) {
      for (const one of begun) one(sequences);
    },
  };
}
