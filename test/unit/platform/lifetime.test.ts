import { describe, expect, it, vi } from 'vitest';
import { createLifetime } from '../../../frame/platform/lifetime.ts';

describe('lifetime', () => {
  it('runs its tasks in reverse order, each once', () => {
    const order: number[] = [];
    const lifetime = createLifetime();
    for (const step of [1, 2, 3]) lifetime.add(() => order.push(step));
    lifetime.end();
    lifetime.end();
    expect(order).toEqual([3, 2, 1]);
    expect(lifetime.ended).toBe(true);
  });

  it('runs a task at once when the end has passed', () => {
    const lifetime = createLifetime();
    lifetime.end();
    const task = vi.fn();
    lifetime.add(task)();
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('runs a task early, once, by the function that add returned', () => {
    const lifetime = createLifetime();
    const task = vi.fn();
    const dispose = lifetime.add(task);
    dispose();
    dispose();
    lifetime.end();
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('aborts its signal at the end', () => {
    const lifetime = createLifetime();
    expect(lifetime.signal.aborted).toBe(false);
    lifetime.end();
    expect(lifetime.signal.aborted).toBe(true);
  });

  it('ends a child with it, and a child alone', () => {
    const lifetime = createLifetime();
    const first = lifetime.child();
    const second = lifetime.child();
    first.end();
    expect([first.ended, second.ended, lifetime.ended]).toEqual([true, false, false]);
    lifetime.end();
    expect(second.ended).toBe(true);
  });

  it('gives a child of an ended lifetime that has ended too', () => {
    const lifetime = createLifetime();
    lifetime.end();
    expect(lifetime.child().ended).toBe(true);
  });

  it('[CH-212] goes on with the other tasks when one throws, and reports the error', () => {
    const errors: unknown[] = [];
    const lifetime = createLifetime((error) => errors.push(error));
    const task = vi.fn();
    lifetime.add(task);
    lifetime.add(() => {
      throw new Error('stuck');
    });
    lifetime.end();
    expect(task).toHaveBeenCalledTimes(1);
    expect(errors).toMatchObject([{ message: 'stuck' }]);
  });

  it('lets a task end the lifetime again without running anything twice', () => {
    const lifetime = createLifetime();
    const task = vi.fn(() => lifetime.end());
    lifetime.add(task);
    lifetime.end();
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('forgets a child that has ended, so that a long life does not grow', () => {
    const lifetime = createLifetime();
    const early = vi.fn();
    for (let turn = 0; turn < 1_000; turn += 1) {
      const child = lifetime.child();
      child.add(early);
      child.end();
    }
    expect(early).toHaveBeenCalledTimes(1_000);
    lifetime.end();
    expect(early).toHaveBeenCalledTimes(1_000);
  });
});
