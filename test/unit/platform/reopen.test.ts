import { describe, expect, it, vi } from 'vitest';
import { leaveTrace, readTrace, reopenFrame } from '../../../frame/platform/reopen.ts';

function setUp() {
  const history = {
    state: null as unknown,
    replaceState(state: unknown, unused: string) {
      history.state = state;
      order.push(`trace${unused}`);
    },
  };
  const order: string[] = [];
  const release = vi.fn(async () => void order.push('release'));
  const self = { location: { reload: () => void order.push('reload') }, history } as unknown as Window;
  return { history, order, release, self };
}

describe('the trace of a document', () => {
  it('is for the one that follows it on the same page', () => {
    const { history } = setUp();
    expect(readTrace(history, 5)).toBeUndefined();
    leaveTrace(history, { page: 5, pane: 'shown' });
    expect(readTrace(history, 5)).toBe('shown');
    expect(readTrace(history, 6)).toBeUndefined();
  });
});

describe('loading the frame again', () => {
  it('[SH-173] asks past the cache whether it can be reached, gives the page back what the pane took, and reloads', async () => {
    const { history, order, release, self } = setUp();
    const request = vi.fn(async () => ({ ok: true }) as Response);
    expect(await reopenFrame(self, 5, request, release)).toBe(true);
    expect(request.mock.calls).toEqual([['', { cache: 'no-store' }]]);
    expect(order).toEqual(['release', 'trace', 'reload']);
    expect(readTrace(history, 5)).toBe('released');
  });

  it.each([
    ['is offline', () => Promise.reject(new TypeError('offline'))],
    ['has no such document', async () => ({ ok: false }) as Response],
  ])('[SH-173] changes nothing when the browser %s', async (_, request) => {
    const { order, release, self } = setUp();
    expect(await reopenFrame(self, 5, request, release)).toBe(false);
    expect(order).toEqual([]);
  });
});
