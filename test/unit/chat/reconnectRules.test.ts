import { describe, expect, it } from 'vitest';
import { createCallers } from '../../../frame/chat/channels/ground/connection/callers.ts';
import { createReconnectWaits } from '../../../frame/chat/channels/ground/connection/reconnectWaits.ts';
import { watchPage } from '../../../frame/chat/channels/ground/connection/watchPage.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

const stable = 30_000;

describe('the waits before a reconnect', () => {
  it('[CH-149] double with each failure, from 100 ms to 30 s', () => {
    const waits = createReconnectWaits(() => 1);
    const limits = Array.from({ length: 11 }, () => waits.afterFailure());
    expect(limits).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000]);
  });

  it('[CH-149] are random below the limit, in whole milliseconds', () => {
    const values = [0, 0.5, 0.1234];
    const waits = createReconnectWaits(() => values.shift() ?? 1);
    expect([waits.afterFailure(), waits.afterFailure(), waits.afterFailure()]).toEqual([0, 100, 49]);
  });

  it('[CH-149] stay at 30 s after any number of failures', () => {
    const waits = createReconnectWaits(() => 1);
    for (let failures = 0; failures < 2_000; failures += 1) waits.afterFailure();
    expect(waits.afterFailure()).toBe(30_000);
  });

  it('[CH-149] are spread over 6 s after a loss that nobody waits for, and short if somebody does', () => {
    expect(createReconnectWaits(() => 1).afterLoss(stable, false)).toBe(6_000);
    expect(createReconnectWaits(() => 1).afterLoss(stable, true)).toBe(100);
  });

  it('[CH-149] double with each loss of a connection that was up for less than 30 s', () => {
    const waits = createReconnectWaits(() => 1);
    expect([1, 2, 3, 4].map(() => waits.afterLoss(stable - 1, false))).toEqual([6_000, 12_000, 24_000, 30_000]);
    expect(waits.afterLoss(stable - 1, true)).toBe(1_600);
    expect(waits.afterLoss(stable, false)).toBe(6_000);
  });

  it('[CH-149] begin again after a stable connection only', () => {
    const waits = createReconnectWaits(() => 1);
    waits.afterFailure();
    waits.afterLoss(stable - 1, true);
    expect(waits.afterFailure()).toBe(200);
    waits.afterLoss(stable, true);
    expect(waits.afterFailure()).toBe(100);
  });
});

describe('callers that wait', () => {
  it('are answered together, and each once', async () => {
    const callers = createCallers();
    expect(callers.areWaiting).toBe(false);
    const both = Promise.all([callers.wait(), callers.wait()]);
    expect(callers.areWaiting).toBe(true);
    callers.settle();
    expect(callers.areWaiting).toBe(false);
    expect(await both).toEqual([undefined, undefined]);
  });

  it('are refused together, and later ones wait for the next answer', async () => {
    const callers = createCallers();
    const refused = expect(callers.wait()).rejects.toThrow('gone');
    callers.settle(new Error('gone'));
    const next = callers.wait();
    callers.settle();
    await refused;
    expect(await next).toBeUndefined();
  });

  it('may wait again while they are answered', async () => {
    const callers = createCallers();
    let isAgain = false;
    const again = callers.wait().then(() => {
      isAgain = true;
      return callers.wait();
    });
    callers.settle();
    await Promise.resolve();
    expect([isAgain, callers.areWaiting]).toEqual([true, true]);
    callers.settle();
    await again;
  });
});

describe('the watch over page and device', () => {
  function watch() {
    const clock = createFakeClock();
    const lifetime = createLifetime();
    const page = new EventTarget();
    const heard: string[] = [];
    const hear = (name: string) => () => void heard.push(name);
    const watched = watchPage({ clock, lifetime }, page, {
      onHide: hear('hide'),
      onShow: hear('show'),
      onAwake: hear('awake'),
      onOnline: hear('online'),
    });
    return { clock, lifetime, heard, watched, fire: (name: string) => page.dispatchEvent(new Event(name)) };
  }

  it('[REL-10] notices a sleep of more than 20 s, once', async () => {
    const { clock, heard } = watch();
    await clock.advance(60_000);
    clock.jump(20_000);
    await clock.advance(10_000);
    expect(heard).toEqual([]);
    clock.jump(20_001);
    await clock.advance(10_000);
    expect(heard).toEqual(['awake']);
    await clock.advance(60_000);
    expect(heard).toEqual(['awake']);
  });

  it('[REL-10] hears nothing of sleep and network while the page is hidden, and its return once', async () => {
    const { clock, heard, watched, fire } = watch();
    fire('pageshow');
    fire('online');
    expect([heard, watched.isSuspended]).toEqual([['online'], false]);
    fire('pagehide');
    expect(watched.isSuspended).toBe(true);
    clock.jump(60_000);
    await clock.advance(10_000);
    fire('online');
    fire('pageshow');
    fire('pageshow');
    expect([heard, watched.isSuspended]).toEqual([['online', 'hide', 'show'], false]);
    await clock.advance(60_000);
    expect(heard).toHaveLength(3);
  });

  it('[REL-24] lets a caller wait until the page is shown', async () => {
    const { clock, watched, fire } = watch();
    await watched.whenShown();
    fire('pagehide');
    let isShown = false;
    const shown = watched.whenShown().then(() => {
      isShown = true;
    });
    await clock.advance(0);
    expect(isShown).toBe(false);
    fire('pageshow');
    await shown;
    await watched.whenShown();
  });

  it('[CH-016] has no timer and hears nothing once the widget is removed', () => {
    const { clock, lifetime, heard, fire } = watch();
    expect(clock.pending).toBe(1);
    lifetime.end();
    expect(clock.pending).toBe(0);
    fire('online');
    expect(heard).toEqual([]);
  });
});
