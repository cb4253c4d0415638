import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { calmPollMs, quickPollMs, quickPolls } from './limits.ts';

export interface EngagementPollingPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  /** Asks the service once; the outcome is the adapter's state. Never rejects. */
  readonly check: () => Promise<void>;
  /** Available or unavailable: the answer is known. */
  readonly isKnown: () => boolean;
  /** Waiting or chatting: nothing is asked, neither by time nor by wish (CH-182). */
  readonly isBusy: () => boolean;
}

export interface EngagementPolling {
  /** The first check, then polls for the life of the channel. */
  start(): Promise<void>;
  /** Asks now; ignored while a chat runs. */
  refresh(): Promise<void>;
}

/** CH-180 to CH-182: quick and slower while nothing is known, every two minutes once it is. */
export function createEngagementPolling(ports: EngagementPollingPorts): EngagementPolling {
  const { clock, lifetime } = ports;
  let polls = 0;
  let cancel = (): void => {};
  let running: Promise<void> | undefined;

  function nextWaitMs(): number {
    if (ports.isKnown()) {
      polls = 0;
      return calmPollMs;
    }
    polls += 1;
    return quickPollMs * 2 ** Math.max(0, polls - quickPolls);
  }

  function schedule(): void {
    if (lifetime.ended) return;
    cancel();
    cancel = lifetime.add(clock.after(nextWaitMs(), () => void refresh()));
  }

  async function refresh(): Promise<void> {
    if (lifetime.ended) return;
    if (!ports.isBusy()) {
      running ??= ports.check().finally(() => {
        running = undefined;
      });
      await running;
    }
    schedule();
  }

  return { start: refresh, refresh };
}
