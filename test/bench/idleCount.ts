import { createCount } from '../../frame/outreach/count.ts';
import { createLifetime } from '../../frame/platform/lifetime.ts';
import { createFakeClock, settle } from '../support/fakeClock.ts';

export interface IdleCost {
  /** The median time of one tick in µs. There is one tick per second until the pop-up opens. */
  readonly tickUs: number;
  /** The read and the write over the bridge with which the count begins. */
  readonly firstMinuteBridgeCalls: number;
  /** The bridge calls of the 200th minute. */
  readonly laterMinuteBridgeCalls: number;
}

/** Measures what the proactive count costs on an idle page (SH-115, SH-116). */
export async function measureIdleCount(): Promise<IdleCost> {
  const clock = createFakeClock();
  const ticks: (() => void)[] = [];
  const bridgeCallsOfMinutes: number[] = [];
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
    // Later than the last tick.
    popUpTimeMs: 1e9,
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
    const callsBefore = minute === 0 ? 0 : bridgeCalls;
    let tickMs = 0;
    for (let second = 0; second < 60; second += 1) {
      clock.jump(1_000);
      const start = performance.now();
      tick();
      tickMs += performance.now() - start;
      await settle();
    }
    times.push((tickMs * 1_000) / 60);
    bridgeCallsOfMinutes.push(bridgeCalls - callsBefore);
  }
  times.sort((a, b) => a - b);
  return {
    tickUs: times[Math.floor(times.length / 2)] ?? 0,
    firstMinuteBridgeCalls: bridgeCallsOfMinutes[0] ?? 0,
    laterMinuteBridgeCalls: bridgeCallsOfMinutes.at(-1) ?? Number.NaN,
  };
}
