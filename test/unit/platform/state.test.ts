import { proxy, ref, snapshot, subscribe } from 'valtio/vanilla';
import { describe, expect, it, vi } from 'vitest';
import { createState } from '../../../frame/platform/state.ts';

const setUp = () => createState({ count: 0, names: ['a'], open: false });
const valtio = { proxy, ref, subscribe };

describe('the state of a store in the core', () => {
  it('calls its listeners once for each change, with all of it done, until they stop', () => {
    const own = setUp();
    const seen: unknown[] = [];
    const stop = own.watch(() => seen.push({ ...own.state }));
    own.change({ count: 1, open: true });
    expect(seen).toEqual([{ count: 1, names: ['a'], open: true }]);
    stop();
    own.change({ count: 2 });
    expect(seen).toHaveLength(1);
  });

  it('is silent when nothing changes', () => {
    const own = setUp();
    const listener = vi.fn();
    own.watch(listener);
    own.change({ count: 0, names: own.state.names });
    own.change({});
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('the published state', () => {
  it('[SH-008][F-PG4] is a valtio proxy: rooms write it, views take snapshots, and both ends hear of every change', async () => {
    const own = setUp();
    const listener = vi.fn();
    own.watch(listener);
    own.publish(valtio);
    const heard = vi.fn();
    subscribe(own.state, heard, true);

    own.change({ count: 1, open: true });
    expect(listener).toHaveBeenCalledTimes(1);
    expect(heard).toHaveBeenCalled();
    expect(snapshot(own.state)).toEqual({ count: 1, names: ['a'], open: true });

    own.state.count = 2;
    expect(listener).toHaveBeenCalledTimes(2);
    own.change({ count: 2 });
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('keeps what its fields hold as it is, from before and after', () => {
    const before = ['a'];
    const after = ['b'];
    const own = createState({ names: before });
    own.publish(valtio);
    expect(own.state.names).toBe(before);
    own.change({ names: after });
    expect(own.state.names).toBe(after);
  });
});
