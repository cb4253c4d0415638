import { describe, expect, it } from 'vitest';
import { createTimers } from '../../../../frame/chat/delivery/timers.ts';
import { createLifetime } from '../../../../frame/platform/lifetime.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';

function createBench() {
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const timers = createTimers(clock, lifetime);
  const runs: string[] = [];
  const set = (key: string, delayMs: number, name = key) => timers.set(key, delayMs, () => runs.push(name));
  return { clock, lifetime, timers, runs, set };
}

describe('timers by key', () => {
  it('run once each', async () => {
    const { clock, runs, set } = createBench();
    set('a', 10);
    set('b', 20);
    await clock.advance(100);
    expect(runs).toEqual(['a', 'b']);
  });

  it('replace the one with the same key', async () => {
    const { clock, runs, set } = createBench();
    set('a', 10, 'first');
    set('a', 20, 'second');
    await clock.advance(100);
    expect(runs).toEqual(['second']);
  });

  it('do not run once they are cancelled, one or all', async () => {
    const { clock, timers, runs, set } = createBench();
    for (const key of ['a', 'b', 'c']) set(key, 10);
    timers.cancel('a');
    await clock.advance(9);
    set('d', 10);
    timers.cancelAll();
    await clock.advance(100);
    expect([runs, clock.pending]).toEqual([[], 0]);
  });

  it('do not run after the end', async () => {
    const { clock, lifetime, runs, set } = createBench();
    set('a', 10);
    lifetime.end();
    await clock.advance(100);
    expect(runs).toEqual([]);
  });
});
