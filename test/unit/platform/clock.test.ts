import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browserClock, whenIdle } from '../../../frame/platform/clock.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { pause } from '../../../frame/platform/pause.ts';
import { within } from '../../../frame/platform/within.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

describe('the browser’s clock', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000 }));
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('runs a task once, or again and again, until it is cancelled', () => {
    const ran: string[] = [];
    const cancel = browserClock.after(100, () => ran.push('never'));
    browserClock.after(100, () => ran.push('once'));
    const stop = browserClock.every(100, () => ran.push('again'));
    cancel();
    vi.advanceTimersByTime(250);
    expect(ran).toEqual(['once', 'again', 'again']);
    stop();
    vi.advanceTimersByTime(250);
    expect(ran).toHaveLength(3);
    expect(browserClock.now()).toBe(1_500);
  });

  it('runs an idle task within two seconds', () => {
    const request = vi.fn();
    vi.stubGlobal('requestIdleCallback', request);
    const task = () => {};
    whenIdle(task);
    expect(request.mock.calls).toEqual([[task, { timeout: 2_000 }]]);
  });

  it('runs an idle task after 200 ms where the browser has no idle callback', () => {
    vi.stubGlobal('requestIdleCallback', undefined);
    const task = vi.fn();
    whenIdle(task);
    vi.advanceTimersByTime(199);
    expect(task).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(task).toHaveBeenCalledOnce();
  });
});

describe('a pause', () => {
  it.each([
    ['after its time', (clock: ReturnType<typeof createFakeClock>) => clock.advance(100)],
    ['when the lifetime ends', (_: unknown, end: () => void) => end()],
  ])('ends %s, and leaves no timer', async (_, finish) => {
    const clock = createFakeClock();
    const lifetime = createLifetime();
    let isOver = false;
    const paused = pause({ clock, lifetime }, 100).then(() => {
      isOver = true;
    });
    await clock.advance(99);
    expect(isOver).toBe(false);
    await finish(clock, () => lifetime.end());
    await clock.advance(0);
    expect([isOver, clock.pending]).toEqual([true, 0]);
    await paused;
  });
});

describe('a limit in time', () => {
  it('gives the value, or the fallback when it is late', async () => {
    const clock = createFakeClock();
    expect(await within(clock, 100, Promise.resolve('value'), 'fallback')).toBe('value');
    await clock.advance(0);
    expect(clock.pending).toBe(0);
    const late = within(clock, 100, new Promise<string>(() => {}), 'fallback');
    await clock.advance(100);
    expect(await late).toBe('fallback');
    await expect(within(clock, 100, Promise.reject(new Error('no')), 'fallback')).rejects.toThrow('no');
  });
});
