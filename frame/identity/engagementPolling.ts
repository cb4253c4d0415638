import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { sharedRun } from '../platform/sharedRun.ts';
import { knownPollMs, steadyPolls, unknownPollMs } from './limits.ts';

export interface EngagementPollingPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  /** Calls the service once and updates the adapter's state. Never rejects. */
  readonly check: () => Promise<void>;
  /** Whether the service has reported if an agent is available. After a failed check this is unknown. */
  readonly isKnown: () => boolean;
  /** The visitor is waiting or chatting: the service is not polled, and `refresh` does nothing (CH-182). */
  readonly isBusy: () => boolean;
}

export interface EngagementPolling {
  /** Checks at once, then polls until the channel's lifetime ends. */
  start(): Promise<void>;
  /** Checks at once, unless a chat is running. */
  refresh(): Promise<void>;
}

/** Polls with increasing intervals while the state is unknown, and every two minutes once it is known (CH-180 to CH-182). */
export function createEngagementPolling(ports: EngagementPollingPorts): EngagementPolling {
  const { clock, lifetime } = ports;
  let unknownPolls = 0;
  let cancel = (): void => {};
  const check = sharedRun(ports.check);

  function nextWaitMs(): number {
    if (ports.isKnown()) {
      unknownPolls = 0;
      return knownPollMs;
    }
    unknownPolls += 1;
    return unknownPollMs * 2 ** Math.max(0, unknownPolls - steadyPolls);
  }

  function schedule(): void {
    if (lifetime.ended) return;
    cancel();
    cancel = lifetime.add(clock.after(nextWaitMs(), () => void refresh()));
  }

  async function refresh(): Promise<void> {
    if (lifetime.ended) return;
    if (!ports.isBusy()) await check();
    schedule();
  }

  return { start: refresh, refresh };
}
