import { describe, expect, it, vi } from 'vitest';
import { readPaneState, reopenFrame, savePaneState } from '../../../frame/platform/reopen.ts';

function setUp() {
  const history = {
    state: null as unknown,
    replaceState(state: unknown, unused: string) {
      history.state = state;
      order.push(`save${unused}`);
    },
  };
  const order: string[] = [];
  const release = vi.fn(async () => void order.push('release'));
  const self = { location: { reload: () => void order.push('reload') }, history } as unknown as Window;
  return { history, order, release, self };
}

describe('the pane’s saved state', () => {
  it('is for the next document on the same page', () => {
    const { history } = setUp();
    expect(readPaneState(history, 5)).toBeUndefined();
    savePaneState(history, { page: 5, pane: 'shown' });
    expect(readPaneState(history, 5)).toBe('shown');
    expect(readPaneState(history, 6)).toBeUndefined();
  });
});

describe('loading the frame again', () => {
  it('[SH-173] asks past the cache whether it can be reached, gives the page back what the pane took, and reloads', async () => {
    const { history, order, release, self } = setUp();
    const request = vi.fn(async () => ({ ok: true }) as Response);
    expect(await reopenFrame(self, 5, request, release)).toBe(true);
    expect(request).toHaveBeenCalledExactlyOnceWith('', { cache: 'no-store', signal: expect.any(AbortSignal) });
    expect(order).toEqual(['release', 'save', 'reload']);
    expect(readPaneState(history, 5)).toBe('released');
  });

  it.each([
    ['is offline', () => Promise.reject(new TypeError('offline'))],
    ['has no such document', async () => ({ ok: false }) as Response],
  ])('[SH-173] changes nothing when the browser %s', async (_, request) => {
    const { order, release, self } = setUp();
    expect(await reopenFrame(self, 5, request, release)).toBe(false);
    expect(order).toEqual([]);
  });

  it('[SH-173] gives a network that hangs up after ten seconds', async () => {
    const { order, release, self } = setUp();
    const late = new AbortController();
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    const request = (_: unknown, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    const reopened = reopenFrame(self, 5, request, release);
    late.abort();
    expect(await reopened).toBe(false);
    expect(limit).toHaveBeenCalledWith(10_000);
    expect(order).toEqual([]);
    vi.restoreAllMocks();
  });
});
