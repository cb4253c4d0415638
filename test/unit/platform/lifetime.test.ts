import { describe, expect, it, vi } from 'vitest';
import { createLifetime } from '../../../frame/platform/lifetime.ts';

describe('lifetime', () => {
  it('runs its tasks once each, in reverse order', () => {
    const order: number[] = [];
    const lifetime = createLifetime();
    for (const step of [1, 2, 3]) lifetime.add(() => order.push(step));
    lifetime.end();
    lifetime.end();
    expect(order).toEqual([3, 2, 1]);
    expect(lifetime.ended).toBe(true);
  });

  it('runs a task immediately when it has already ended', () => {
    const lifetime = createLifetime();
    lifetime.end();
    const task = vi.fn();
    lifetime.add(task)();
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('runs a task early, once, through the function that add returns', () => {
    const lifetime = createLifetime();
    const task = vi.fn();
    const dispose = lifetime.add(task);
    dispose();
    dispose();
    lifetime.end();
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('aborts its signal when it ends', () => {
    const lifetime = createLifetime();
    expect(lifetime.signal.aborted).toBe(false);
    lifetime.end();
    expect(lifetime.signal.aborted).toBe(true);
  });

  it('has an aborted signal for those who ask after its end', () => {
    const lifetime = createLifetime();
    lifetime.end();
    expect(lifetime.signal.aborted).toBe(true);
  });

  it('ends its children, and a child can end alone', () => {
    const lifetime = createLifetime();
    const first = lifetime.child();
    const second = lifetime.child();
    first.end();
    expect([first.ended, second.ended, lifetime.ended]).toEqual([true, false, false]);
    lifetime.end();
    expect(second.ended).toBe(true);
  });

  it('creates an ended child after it has ended', () => {
    const lifetime = createLifetime();
    lifetime.end();
    expect(lifetime.child().ended).toBe(true);
  });

  it('[CH-212] runs the other tasks when one throws, and reports the error', () => {
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

  it('runs nothing twice when a task ends the lifetime again', () => {
    const lifetime = createLifetime();
    const task = vi.fn(() => lifetime.end());
    lifetime.add(task);
    lifetime.end();
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('releases a child that has ended, so that memory does not grow', () => {
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
