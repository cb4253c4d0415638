import { createCount } from '../../frame/outreach/count.ts';
import { createLifetime } from '../../frame/platform/lifetime.ts';
import { createFakeClock } from '../support/fakeClock.ts';

export interface IdleCost {
  /** The median time of one tick in µs. There is one tick per second until the pop-up opens. */
  readonly tickUs: number;
  /** Reads and writes over the bridge per minute: one of each. */
  readonly bridgeCallsPerMinute: number;
}

/** Measures what the proactive count costs on an idle page (SH-115, SH-116). */
export async function measureIdleCount(): Promise<IdleCost> {
  const clock = createFakeClock();
  const ticks: (() => void)[] = [];
  let bridgeCalls = 0;
  const count = createCount({
    clock: {
      ...clock,
      every: (_, task) => {
        ticks.push(task);
        return () => {};
      },
    },
    lifetime: createLifetime(),
    popUpTimeMs: 600_000,
    firstType: () => 'proactiveInvite',
    isEarly: () => false,
    wake: () => {},
    store: {
      readJson: async () => {
        bridgeCalls += 1;
        return undefined;
      },
      writeCookie: async () => {
        bridgeCalls += 1;
      },
    },
  });
  count.start();
  await clock.advance(1_000);
  const [tick] = ticks;
  if (!tick) throw new Error('the count has not started');

  const times: number[] = [];
  for (let minute = 0; minute < 200; minute += 1) {
    const start = performance.now();
    for (let second = 0; second < 60; second += 1) tick();
    times.push(((performance.now() - start) * 1_000) / 60);
  }
  times.sort((a, b) => a - b);
  return { tickUs: times[Math.floor(times.length / 2)] ?? 0, bridgeCallsPerMinute: bridgeCalls };
}
