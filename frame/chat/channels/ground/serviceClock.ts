import type { Clock } from '../../../platform/clock.ts';

/** Smaller corrections by `learn` are not reported, because they have no visible effect. */
const reportedChangeMs = 1_000;

/** An estimate of the service's clock. The visitor's clock may be wrong by days (F-DL7). */
export function createServiceClock(clock: Clock, onChange: (aheadMs: number) => void) {
  let aheadMs: number | undefined;
  let reportedMs = 0;
  /** How far a learned `aheadMs` may be off. */
  let errorMs = Number.POSITIVE_INFINITY;

  const fromVisitor = (visitorMs: number): number => visitorMs + (aheadMs ?? 0);
  const now = (): number => fromVisitor(clock.now());

  function set(next: number): void {
    if (next === aheadMs) return;
    aheadMs = next;
    reportedMs = next;
    onChange(next);
  }

  /**
   * Records the service's time that has just arrived: it was read at some moment since the visitor's `askedAtMs`. The error is
   * at most half of the round trip.
   */
  function learn(serviceMs: number, askedAtMs: number): void {
    const measuredErrorMs = (clock.now() - askedAtMs) / 2;
    const measuredMs = serviceMs - (askedAtMs + measuredErrorMs);
    const mayAgree = Math.abs(measuredMs - (aheadMs ?? 0)) <= measuredErrorMs + errorMs;
    // A negative round trip means that the visitor's clock was changed in between.
    if (measuredErrorMs < 0 || (mayAgree && measuredErrorMs > errorMs)) return;
    errorMs = measuredErrorMs;
    const next = Math.round(measuredMs);
    if (Math.abs(next - reportedMs) > reportedChangeMs) set(next);
    else aheadMs = next;
  }

  return {
    /** How far it is ahead of the visitor's clock, ms; undefined while that is unknown. Then the visitor's clock is used. */
    get aheadMs(): number | undefined {
      return aheadMs;
    },
    now,
    fromVisitor,
    set,
    learn,
    /** The service's time is at least this. The visitor's clock may have been set back in the meantime. */
    notBefore(serviceMs: number | undefined): void {
      if (serviceMs !== undefined && serviceMs > now()) set(Math.ceil(serviceMs - clock.now()));
    },
  };
}

export type ServiceClock = ReturnType<typeof createServiceClock>;
