import { afterEach, describe, expect, it, vi } from 'vitest';
import { frameMethods, hostMethods } from '../../bridge/wire.ts';
import { apply, closeEnds, createEnd, exposeFrame, exposeLoader } from '../support/bridgeEnds.ts';

/** What the two ends answer: the loader each call once, and the frame nothing. */

afterEach(() => {
  closeEnds();
  vi.restoreAllMocks();
});

describe('answers', () => {
  it.each<[string, unknown]>([
    ['a number', 1],
    ['a record', { toString: 'x' }],
    ['a string of 1 MB', 'x'.repeat(1_000_000)],
    ['65 characters', 'x'.repeat(65)],
    ['nothing', undefined],
    ['null', null],
  ])('[BR-29] are at most one for a call whose id is %s, and short', async (_what, id) => {
    const end = createEnd(exposeLoader, hostMethods);
    await end.attack({ ...apply('page'), id });
    expect(end.answers.length).toBeLessThanOrEqual(1);
    expect(JSON.stringify(end.answers).length).toBeLessThan(200);
    expect(end.reached.length).toBeLessThanOrEqual(1);
    end.answers.length = 0;
    await end.attack(apply('page'));
    expect(end.answers).toEqual([{ id: 'call', type: 'RAW', value: null }]);
  });

  it('[BR-29] are one for each call with a repeated id', async () => {
    const end = createEnd(exposeLoader, hostMethods);
    await end.attack(apply('page'));
    await end.attack(apply('page'));
    expect(end.reached).toHaveLength(2);
    expect(end.answers).toEqual(Array.from({ length: 2 }, () => ({ id: 'call', type: 'RAW', value: null })));
  });

  it('[BR-29][F-PG6] are none from the frame, to a known or unknown name, so that two ends cannot loop', async () => {
    const end = createEnd(exposeFrame, frameMethods);
    for (const message of [
      ['look', 'x'],
      ['constructor', 'x'],
      apply('look'),
      { id: 'call', type: 'RAW', value: null },
      { id: 'call' },
      JSON.stringify(apply('look')),
    ])
      await end.attackRaw(message);
    expect(end.answers).toEqual([]);
    expect(end.reached).toEqual([{ name: 'look', args: ['x'] }]);
  });
});
