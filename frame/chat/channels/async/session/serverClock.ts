import type { Clock } from '../../../../platform/clock.ts';

/** The service's clock, as far as its answers tell. The visitor's clock may be wrong by days (F-DL7). */
export interface ServerClock {
  /** Whether the service has told its time. Without that, the visitor's clock counts as right. */
  readonly isKnown: boolean;
  /** The service's time now. */
  now(): number;
  /** A time of the visitor's clock on the service's clock. */
  fromLocal(localMs: number): number;
  /** Asks for the time. A failure changes nothing. */
  measure(ask: () => Promise<number | undefined>): Promise<void>;
}

/** Smaller corrections are not reported: they change nothing that the visitor sees. */
const reportedChangeMs = 1_000;

export function createServerClock(clock: Clock, onChange: (aheadMs: number) => void): ServerClock {
  let aheadMs = 0;
  let reportedMs = 0;
  /** How far `aheadMs` may be off. */
  let errorMs = Number.POSITIVE_INFINITY;

  /** The service read its clock between the two local times; half of the round trip is how far that may be off. */
  function learn(serverMs: number, askedAtMs: number, answeredAtMs: number): void {
    const measuredErrorMs = (answeredAtMs - askedAtMs) / 2;
    const measuredMs = serverMs - (askedAtMs + answeredAtMs) / 2;
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
    async measure(ask) {
      const askedAtMs = clock.now();
      const serverMs = await ask();
      if (serverMs !== undefined) learn(serverMs, askedAtMs, clock.now());
    },
  };
}
