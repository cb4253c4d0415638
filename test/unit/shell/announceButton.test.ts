import { describe, expect, it, vi } from 'vitest';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { announceButton } from '../../../frame/shell/announceButton.ts';

describe('the announcement of the button', () => {
  function setUp(isClickable: boolean) {
    const page = { isClickable };
    const announce = vi.fn();
    const watchers = new Set<() => void>();
    const lifetime = createLifetime();
    announceButton({
      ...{ lifetime, announce, isClickable: () => page.isClickable },
      onChange(listener) {
        watchers.add(listener);
        return () => watchers.delete(listener);
      },
    });
    const change = (next: boolean) => {
      page.isClickable = next;
      for (const watcher of watchers) watcher();
    };
    return { announce, watchers, lifetime, change };
  }

  it('[SH-009] is made at once when the pill can be clicked', () => {
    const { announce, watchers } = setUp(true);
    expect([announce.mock.calls.length, watchers.size]).toEqual([1, 0]);
  });

  it('[SH-009] is made once, when the pill can first be clicked', () => {
    const { announce, change } = setUp(false);
    change(false);
    expect(announce).not.toHaveBeenCalled();
    for (const next of [true, false, true]) change(next);
    expect(announce).toHaveBeenCalledOnce();
  });

  it('[SH-012] is not made after the end', () => {
    const { watchers, lifetime } = setUp(false);
    lifetime.end();
    expect(watchers.size).toBe(0);
  });
});
