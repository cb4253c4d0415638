import type { Clock } from '../../../platform/clock.ts';

/**
 * An estimate of the service's clock, from the visitor's clock and the times of the chat. The visitor's clock may be off by
 * a day.
 */
export interface ServiceClock {
  /** How far it is ahead of the visitor's clock, ms; undefined while that is unknown. */
  readonly aheadMs: number | undefined;
  now(): number;
  /** Converts a time of the visitor's clock. */
  fromVisitor(ms: number): number;
  /** The service has created a chat at about this time of the visitor's clock. */
  chatRequested(atMs: number): void;
  /** When the service created that chat, by its own clock. Repeats are ignored. */
  chatCreated(atMs: number | undefined): void;
  /** Restores the offset of a chat of the previous page load. */
  restore(aheadMs: number | undefined): void;
  /** The service's time is at least this. The visitor's clock may have been set back in the meantime. */
  notBefore(atMs: number | undefined): void;
}

export function createServiceClock(clock: Clock, changed: (aheadMs: number) => void): ServiceClock {
  let aheadMs: number | undefined;
  /** When the chat was requested, by the visitor's clock, until the service's time of it is known. */
  let requestedMs: number | undefined;

  const fromVisitor = (ms: number): number => ms + (aheadMs ?? 0);

  function change(next: number): void {
    if (next === aheadMs) return;
    aheadMs = next;
    changed(next);
  }

  return {
    get aheadMs() {
      return aheadMs;
    },
    now: () => fromVisitor(clock.now()),
    fromVisitor,
    chatRequested(atMs) {
      requestedMs = atMs;
    },
    chatCreated(atMs) {
      if (requestedMs === undefined || atMs === undefined) return;
      change(Math.round(atMs - requestedMs));
      requestedMs = undefined;
    },
    restore(saved) {
      if (saved !== undefined) change(saved);
    },
    notBefore(atMs) {
      if (atMs !== undefined && atMs > fromVisitor(clock.now())) change(Math.ceil(atMs - clock.now()));
    },
  };
}
