import { maxReconnectMs, reconnectBaseMs, spreadMs, stableConnectionMs } from './limits.ts';

/**
 * How long to wait before the next connection. Each wait is random between 0 and a limit (full jitter), and the limit
 * doubles with each failure since the last stable connection. A connection that lasts only seconds is not stable; otherwise
 * it would be replaced at the same rate forever.
 */
export function createReconnectWaits(random: () => number) {
  let losses = 0;
  let failures = 0;

  const below = (firstLimitMs: number, doublings: number): number =>
    Math.round(random() * Math.min(maxReconnectMs, firstLimitMs * 2 ** Math.min(doublings, 20)));

  return {
    /**
     * After a connection that was up. If nobody waits for it, the limit starts high: a service that restarts loses all of its
     * clients at the same moment, and they must not all return at the same moment.
     */
    afterLoss(upForMs: number, isAwaited: boolean): number {
      if (upForMs >= stableConnectionMs) {
        losses = 0;
        failures = 0;
      }
      losses += 1;
      return below(isAwaited ? reconnectBaseMs : spreadMs, losses - 1);
    },
    afterFailure(): number {
      failures += 1;
      return below(reconnectBaseMs, failures - 1);
    },
  };
}
