import type { Clock } from '../../../../platform/clock.ts';

/** The service's clock, as far as its answers tell. The visitor's clock may be wrong by days (F-DL7). */
export interface ServiceClock {
  /** Whether the service has told its time. Without that, the visitor's clock counts as right. */
  readonly isKnown: boolean;
  /** The service's time now. */
  now(): number;
  /** A time of the visitor's clock on the service's clock. */
  fromLocal(localMs: number): number;
  /** Records the service's time that has just arrived: it was read at some moment since the visitor's `askedAtMs`. */
  learn(serverMs: number, askedAtMs: number): void;
}

/** Smaller corrections are not reported: they change nothing that the visitor sees. */
const reportedChangeMs = 1_000;

export function createServiceClock(clock: Clock, onChange: (aheadMs: number) => void): ServiceClock {
  let aheadMs = 0;
  let reportedMs = 0;
  /** How far `aheadMs` may be off. */
  let errorMs = Number.POSITIVE_INFINITY;

  /** Half of the round trip is how far a measurement may be off. */
  function learn(serverMs: number, askedAtMs: number): void {
    const measuredErrorMs = (clock.now() - askedAtMs) / 2;
    const measuredMs = serverMs - (askedAtMs + measuredErrorMs);
    const mayAgree = Math.abs(measuredMs - aheadMs) <= measuredErrorMs + errorMs;
    // A round trip below zero shows that the visitor's clock was set meanwhile.
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
