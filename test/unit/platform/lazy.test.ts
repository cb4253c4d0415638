import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLazy, downloadLimitMs } from '../../../frame/platform/lazy.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

const failure = new TypeError('Failed to fetch dynamically imported module');

/** A download that fails as often as asked, then succeeds. */
function setUp(failures: number, options: { retries?: 'nextUse' | 'onRequest'; queueLimit?: number } = {}) {
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const onFailure = vi.fn();
  const create = vi.fn((module: string) => `${module} is here`);
  let left = failures;
  const download = vi.fn(async () => {
    left -= 1;
    if (left >= 0) throw failure;
    return 'chat';
  });
  const lazy = createLazy({ download, create, onFailure, lifetime, clock, ...options });
  return { lazy, download, create, onFailure, lifetime, clock };
}

describe('a lazy part', () => {
  it('is downloaded once, however often it is asked for', async () => {
    const { lazy, download, create } = setUp(0);
    expect(lazy.peek()).toBeUndefined();
    const [one, other] = await Promise.all([lazy.get(), lazy.get()]);
    expect([one, other, await lazy.get(), lazy.peek()]).toEqual(Array(4).fill('chat is here'));
    expect(download).toHaveBeenCalledTimes(1);
    expect(create).toHaveBeenCalledTimes(1);
  });

  it('runs waiting tasks in order after the download, and later ones at once', async () => {
    const { lazy } = setUp(0);
    const ran: string[] = [];
    lazy.whenReady(() => ran.push('first'));
    lazy.whenReady(() => ran.push('second'));
    expect(ran).toEqual([]);
    await lazy.get();
    lazy.whenReady(() => ran.push('third'));
    expect(ran).toEqual(['first', 'second', 'third']);
  });

  it('keeps no more waiting tasks than its limit', async () => {
    const { lazy } = setUp(0, { queueLimit: 2 });
    const ran: number[] = [];
    for (const number of [1, 2, 3]) lazy.whenReady(() => ran.push(number));
    await lazy.get();
    expect(ran).toEqual([1, 2]);
  });

  it('has room for new tasks after a failed download has dropped the old ones', async () => {
    const { lazy } = setUp(1, { queueLimit: 2 });
    const ran: number[] = [];
    for (const number of [1, 2]) lazy.whenReady(() => ran.push(number));
    await lazy.get().catch(() => {});
    for (const number of [3, 4, 5]) lazy.whenReady(() => ran.push(number));
    await lazy.get();
    expect(ran).toEqual([3, 4]);
  });

  it('[SH-173] is downloaded again by the next use after a failure', async () => {
    const { lazy, download, onFailure } = setUp(1);
    await expect(lazy.get()).rejects.toBe(failure);
    expect(onFailure.mock.calls).toEqual([[failure]]);
    await expect(lazy.get()).resolves.toBe('chat is here');
    expect(download).toHaveBeenCalledTimes(2);
  });

  it('drops the tasks that waited for a failed download', async () => {
    const { lazy } = setUp(1);
    const ran: string[] = [];
    lazy.whenReady(() => ran.push('dropped'));
    await expect(lazy.get()).rejects.toBe(failure);
    lazy.whenReady(() => ran.push('kept'));
    await lazy.get();
    expect(ran).toEqual(['kept']);
  });

  it('with retries on request, stays failed until somebody asks to try again', async () => {
    const { lazy, download } = setUp(1, { retries: 'onRequest' });
    await expect(lazy.get()).rejects.toBe(failure);
    expect(lazy.get()).toBe(lazy.get());
    await expect(lazy.get()).rejects.toBe(failure);
    expect(download).toHaveBeenCalledTimes(1);
    lazy.retry();
    await expect(lazy.get()).resolves.toBe('chat is here');
  });

  it('with retries on request, drops the tasks that come after a failure', async () => {
    const { lazy } = setUp(1, { retries: 'onRequest' });
    const ran: string[] = [];
    await lazy.get().catch(() => {});
    lazy.whenReady(() => ran.push('dropped'));
    lazy.retry();
    await lazy.get();
    expect(ran).toEqual([]);
  });

  it('has its value when it says that it is ready, before the waiting tasks run', async () => {
    const order: unknown[] = [];
    const lazy = createLazy({
      download: async () => 'chat',
      create: (module) => module,
      onReady: (value) => order.push(['ready', value, lazy.peek()]),
    });
    lazy.whenReady(() => order.push('task'));
    await lazy.get();
    expect(order).toEqual([['ready', 'chat', 'chat'], 'task']);
  });

  it('does not start a second download because of a retry while the first is under way', async () => {
    const { lazy, download } = setUp(0, { retries: 'onRequest' });
    const first = lazy.get();
    lazy.retry();
    expect(lazy.get()).toBe(first);
    await first;
    lazy.retry();
    await lazy.get();
    expect(download).toHaveBeenCalledTimes(1);
  });

  it('fails with CHUNK_FAILED when the download hangs; a later attempt gets what has arrived by then', async () => {
    const clock = createFakeClock();
    let arrive = (_: string): void => {};
    // Like `import()`: every call of a URL that is under way gets the same promise.
    const request = new Promise<string>((resolve) => {
      arrive = resolve;
    });
    const lazy = createLazy({ download: () => request, create: (module) => module, clock });
    for (const _ of [1, 2]) {
      const outcome = expect(lazy.get()).rejects.toMatchObject({ code: 'CHUNK_FAILED' });
      clock.advance(downloadLimitMs);
      await outcome;
    }
    arrive('late');
    await expect(lazy.get()).resolves.toBe('late');
  });

  it('creates its value once, also when what uses it throws', async () => {
    const thrown: unknown[] = [];
    const onRejection = (error: unknown): void => void thrown.push(error);
    process.on('unhandledRejection', onRejection);
    onTestFinished(() => void process.off('unhandledRejection', onRejection));
    const create = vi.fn((module: string) => module);
    const ran: string[] = [];
    const lazy = createLazy({
      download: async () => 'chat',
      create,
      onReady: () => {
        throw new Error('ready');
      },
    });
    lazy.whenReady(() => {
      throw new Error('task');
    });
    lazy.whenReady(() => ran.push('next task'));
    await expect(lazy.get()).resolves.toBe('chat');
    await lazy.get();
    await new Promise((done) => setImmediate(done));
    expect(create).toHaveBeenCalledTimes(1);
    expect(ran).toEqual(['next task']);
    expect(thrown.map(String)).toEqual(['Error: ready', 'Error: task']);
  });

  it('uses nothing that is created after the end of its lifetime', async () => {
    const lifetime = createLifetime();
    const onReady = vi.fn();
    const lazy = createLazy({
      download: async () => 'chat',
      async create(module) {
        lifetime.end();
        return module;
      },
      onReady,
      lifetime,
    });
    await expect(lazy.get()).rejects.toMatchObject({ name: 'AbortError' });
    expect([lazy.peek(), onReady.mock.calls]).toEqual([undefined, []]);
  });

  it('leaves no timer behind', async () => {
    const { lazy, clock } = setUp(1);
    await lazy.get().catch(() => {});
    await lazy.get();
    expect(clock.pending).toBe(0);
  });

  it('creates nothing after the end of its lifetime, and reports nothing', async () => {
    const { lazy, create, onFailure, lifetime } = setUp(0);
    const ran: string[] = [];
    lazy.whenReady(() => ran.push('too late'));
    lifetime.end();
    await expect(lazy.get()).rejects.toMatchObject({ name: 'AbortError' });
    expect(create).not.toHaveBeenCalled();
    expect(onFailure).not.toHaveBeenCalled();
    expect(ran).toEqual([]);
  });

  it('downloads nothing after the end of its lifetime', async () => {
    const { lazy, download, lifetime } = setUp(0);
    lifetime.end();
    await expect(lazy.get()).rejects.toMatchObject({ name: 'AbortError' });
    expect(download).not.toHaveBeenCalled();
  });

  it('counts a value that cannot be created as a failed download', async () => {
    const onFailure = vi.fn();
    const lazy = createLazy({
      download: async () => 'of another release',
      create: () => {
        throw failure;
      },
      onFailure,
    });
    await expect(lazy.get()).rejects.toBe(failure);
    expect(lazy.peek()).toBeUndefined();
    expect(onFailure).toHaveBeenCalledWith(failure);
  });
});
