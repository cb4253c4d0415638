import { afterEach, describe, expect, it, vi } from 'vitest';
import { dispatchGuarded } from '../../bridge/endpoint.ts';
import { frameMethods, hostMethods } from '../../bridge/wire.ts';
import {
  type BridgeEnd,
  call,
  closeEnds,
  createEnd,
  delivered,
  exposeFrame,
  exposeLoader,
  notify,
  passQuarter,
} from '../support/bridgeEnds.ts';

/** Where each limit of the bridge lies: what is just allowed arrives, one more does not. */

afterEach(() => {
  closeEnds();
  vi.restoreAllMocks();
});

async function flood(end: BridgeEnd, name: string, count: number): Promise<number> {
  const before = end.reached.length;
  for (let sent = 0; sent < count; sent += 1) notify(end.port, name, []);
  await delivered();
  return end.reached.length - before;
}

/** `count` values in arrays of 1,000, each of which counts, too. */
function fields(count: number): readonly unknown[] {
  const thousands = Array.from({ length: Math.floor(count / 1_001) }, () => Array.from({ length: 1_000 }, () => 0));
  return [...thousands, ...Array.from({ length: count % 1_001 }, () => 0)];
}

/** The JSON of a message around an argument: `["call","page",…]`. */
const around = JSON.stringify(call('page', 0)).length - 1;

/** An argument whose message has so many characters in JSON, in strings of 9,000. */
function textOf(characters: number): readonly string[] {
  const perString = 9_003;
  const strings = Array.from({ length: Math.floor((characters - around) / perString) - 1 }, () => 'x'.repeat(9_000));
  const rest = characters - around - JSON.stringify(strings).length - 3;
  return [...strings, 'x'.repeat(rest)];
}

describe('a message to the page', () => {
  // The message itself, its id, its name and the argument's own array are fields, too.
  it.each<[string, unknown, unknown]>([
    ['an array of 10,000', Array.from({ length: 10_000 }, () => 0), Array.from({ length: 10_001 }, () => 0)],
    ['a text of 10,000', 'x'.repeat(10_000), 'x'.repeat(10_001)],
    ['12,000 fields', fields(11_996), fields(11_997)],
    ['100,000 characters', textOf(100_000), textOf(100_001)],
  ])('[BR-24] may hold %s, and no more', async (_, most, more) => {
    const end = createEnd(exposeLoader, hostMethods);
    await end.attack(call('page', more));
    expect(end.reached).toEqual([]);
    await end.attack(call('page', most));
    expect(end.reached).toHaveLength(1);
  });

  it('[BR-25] is one of 250 in the quarter of a second after the first', async () => {
    const end = createEnd(exposeLoader, hostMethods);
    expect(await flood(end, 'page', 1)).toBe(1);
    passQuarter();
    expect(await flood(end, 'page', 300)).toBe(250);
    passQuarter();
    expect(await flood(end, 'page', 300)).toBe(250);
  });

  it('[BR-25] is one of 250 in each quarter, also after calls that came late in the one before', async () => {
    const end = createEnd(exposeLoader, hostMethods);
    await flood(end, 'page', 1);
    vi.advanceTimersByTime(200);
    await flood(end, 'page', 1);
    vi.advanceTimersByTime(50);
    expect(await flood(end, 'page', 300)).toBe(250);
    vi.advanceTimersByTime(249);
    expect(await flood(end, 'page', 300)).toBe(0);
  });
});

describe('a message to the frame', () => {
  it('[BR-25] is one of 1,000 a second', async () => {
    const now = vi.spyOn(performance, 'now');
    const end = createEnd(exposeFrame, frameMethods);
    const floodAt = (ms: number): Promise<number> => {
      now.mockReturnValue(ms);
      return flood(end, 'look', 1_200);
    };
    expect(await floodAt(0)).toBe(1_000);
    expect(await floodAt(1_000)).toBe(0);
    expect(await floodAt(1_001)).toBe(1_000);
    expect(await floodAt(1_900)).toBe(0);
    expect(await floodAt(2_002)).toBe(1_000);
  });

  it('[BR-29] has an id of at most 64 characters', async () => {
    const end = createEnd(exposeFrame, frameMethods);
    await end.attack(['x'.repeat(65), 'look']);
    expect(end.reached).toEqual([]);
    await end.attack(['x'.repeat(64), 'look']);
    expect(end.answers).toEqual([{ id: 'x'.repeat(64), value: undefined }]);
  });

  it('[SH-020] calls listed names only, whatever else the object can do', async () => {
    const secret = vi.fn();
    const api = { look: vi.fn(), secret };
    const end = createEnd((port) => dispatchGuarded(port, ['look'], api), []);
    await end.attack(call('secret'));
    await end.attack(call('look'));
    expect(secret).not.toHaveBeenCalled();
    expect(api.look).toHaveBeenCalledOnce();
  });
});
