import { describe, expect, it } from 'vitest';
import { once, sharedRun } from '../../../frame/platform/sharedRun.ts';

function setUp() {
  const runs: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const task = () => new Promise<string>((resolve, reject) => void runs.push({ resolve, reject }));
  return { runs, task };
}

describe('a task that runs once', () => {
  it('starts at the first call, and gives all calls its promise', async () => {
    const { runs, task } = setUp();
    const run = once(task);
    expect(runs).toHaveLength(0);
    const first = run();
    runs[0]?.resolve('done');
    expect([await first, await run(), runs.length]).toEqual(['done', 'done', 1]);
  });

  it('is not repeated after a failure', async () => {
    const { runs, task } = setUp();
    const run = once(task);
    const failed = run();
    runs[0]?.reject(new Error('refused'));
    await expect(failed).rejects.toThrow('refused');
    await expect(run()).rejects.toThrow('refused');
    expect(runs).toHaveLength(1);
  });
});

describe('a task with shared runs', () => {
  it('gives the calls during a run its promise, and runs again afterwards', async () => {
    const { runs, task } = setUp();
    const run = sharedRun(task);
    const during = [run(), run()];
    runs[0]?.resolve('one');
    expect(await Promise.all(during)).toEqual(['one', 'one']);
    const later = run();
    runs[1]?.resolve('two');
    expect([await later, runs.length]).toEqual(['two', 2]);
  });

  it('runs again after a failure', async () => {
    const { runs, task } = setUp();
    const run = sharedRun(task);
    const failed = run();
    runs[0]?.reject(new Error('refused'));
    await expect(failed).rejects.toThrow('refused');
    void run();
    expect(runs).toHaveLength(2);
  });
});
