import { createCount } from '../../frame/outreach/count.ts';
import { createLifetime } from '../../frame/platform/lifetime.ts';
import { createFakeClock } from '../support/fakeClock.ts';

export interface IdleCost {
  /** Microseconds of one look at the clock, median; there is one each second while the pop-up is waited for. */
  readonly lookUs: number;
  /** Reads and writes over the bridge in a minute of waiting: one of each. */
  readonly bridgeCallsPerMinute: number;
}

/** What the proactive count costs a page on which nothing happens (SH-115, SH-116). */
export async function measureIdleCount(): Promise<IdleCost> {
  const clock = createFakeClock();
  const looks: (() => void)[] = [];
  let bridgeCalls = 0;
  const count = createCount({
    clock: {
      ...clock,
      every: (_, task) => {
        looks.push(task);
        return () => {};
      },
    },
    lifetime: createLifetime(),
    popUpTimeMs: 600_000,
    mayWelcome: () => false,
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
  const [look] = looks;
  if (!look) throw new Error('the count has not begun');

  const times: number[] = [];
  for (let minute = 0; minute < 200; minute += 1) {
    const start = performance.now();
    for (let second = 0; second < 60; second += 1) look();
    times.push(((performance.now() - start) * 1_000) / 60);
  }
  times.sort((a, b) => a - b);
  return { lookUs: times[Math.floor(times.length / 2)] ?? 0, bridgeCallsPerMinute: bridgeCalls };
}
