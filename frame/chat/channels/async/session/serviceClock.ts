import type { Clock } from '../../../../platform/clock.ts';

/** An estimate of the service's clock, from its answers. The visitor's clock may be wrong by days (F-DL7). */
export interface ServiceClock {
  /** Whether the service has reported its time. Otherwise the visitor's clock is used. */
  readonly isKnown: boolean;
  /** The service's time now. */
  now(): number;
  /** Converts a time of the visitor's clock to the service's clock. */
  fromLocal(localMs: number): number;
  /** Records the service's time that has just arrived: it was read at some moment since the visitor's `askedAtMs`. */
  learn(serverMs: number, askedAtMs: number): void;
}

/** Smaller corrections are not reported, because they have no visible effect. */
const reportedChangeMs = 1_000;

export function createServiceClock(clock: Clock, onChange: (aheadMs: number) => void): ServiceClock {
  let aheadMs = 0;
  let reportedMs = 0;
  /** How far `aheadMs` may be off. */
  let errorMs = Number.POSITIVE_INFINITY;

  /** The error of a measurement is at most half of the round trip. */
  function learn(serverMs: number, askedAtMs: number): void {
    const measuredErrorMs = (clock.now() - askedAtMs) / 2;
    const measuredMs = serverMs - (askedAtMs + measuredErrorMs);
    const mayAgree = Math.abs(measuredMs - aheadMs) <= measuredErrorMs + errorMs;
    // A negative round trip means that the visitor's clock was changed in between.
    if (measuredErrorMs < 0 || (mayAgree && measuredErrorMs > errorMs)) return;
    aheadMs = Math.round(measuredMs);
    errorMs = measuredErrorMs;
    if (Math.abs(aheadMs - reportedMs) <= reportedChangeMs) return;
    reportedMs = aheadMs;
    onChange(aheadMs);
  }

  return {
    get isKnown() {
      return Number.isFinite(errorMs);
    },
    now: () => clock.now() + aheadMs,
    fromLocal: (localMs) => localMs + aheadMs,
    learn,
  };
}
