import { afterEach, describe, expect, it, vi } from 'vitest';
import { dispatchGuarded } from '../../bridge/endpoint.ts';
import { frameMethods, hostMethods } from '../../bridge/wire.ts';
import {
  type BridgeEnd,
  closeEnds,
  createEnd,
  delivered,
  exposeFrame,
  exposeLoader,
  pass,
  passQuarter,
} from '../support/bridgeEnds.ts';

/** Where each limit of the bridge lies: what is just allowed arrives, one more does not. */

afterEach(() => {
  closeEnds();
  vi.restoreAllMocks();
});

async function flood(end: BridgeEnd, name: string, count: number): Promise<number> {
  const before = end.reached.length;
  for (let sent = 0; sent < count; sent += 1) end.post(end.call(name, []));
  await delivered();
  return end.reached.length - before;
}

describe('a message to the page', () => {
  it('[BR-25] is one of 250 in the quarter of a second after the first', async () => {
    const end = createEnd(exposeLoader, hostMethods);
    expect(await flood(end, 'page', 1)).toBe(1);
    passQuarter();
    expect(await flood(end, 'page', 300)).toBe(250);
    passQuarter();
    expect(await flood(end, 'page', 300)).toBe(250);
  });

  it('[BR-25] is one of 250 in the quarter of a second before it, whenever the others came', async () => {
    const end = createEnd(exposeLoader, hostMethods);
    await flood(end, 'page', 1);
    vi.advanceTimersByTime(200);
    await flood(end, 'page', 1);
    vi.advanceTimersByTime(50);
    expect(await flood(end, 'page', 300)).toBe(249);
    vi.advanceTimersByTime(249);
    expect(await flood(end, 'page', 1)).toBe(0);
    vi.advanceTimersByTime(1);
    expect(await flood(end, 'page', 300)).toBe(249);
  });
});

describe('a message to the frame', () => {
  it('[BR-25] is one of 1,000 a second', async () => {
    const end = createEnd(exposeFrame, frameMethods);
    const floodAfter = (ms: number): Promise<number> => {
      pass(ms);
      return flood(end, 'look', 1_200);
    };
    expect(await floodAfter(0)).toBe(1_000);
    expect(await floodAfter(999)).toBe(0);
    expect(await floodAfter(1)).toBe(1_000);
    expect(await floodAfter(900)).toBe(0);
    expect(await floodAfter(100)).toBe(1_000);
  });

  it('[SH-020] calls listed names only, whatever else the object can do', async () => {
    const secret = vi.fn();
    const api = { look: vi.fn(), secret };
    const end = createEnd({ ...exposeFrame, expose: (port) => dispatchGuarded(port, ['look'], api) }, []);
    await end.attack(end.call('secret'));
    await end.attack(end.call('look'));
    expect(secret).not.toHaveBeenCalled();
    expect(api.look).toHaveBeenCalledOnce();
  });
});
