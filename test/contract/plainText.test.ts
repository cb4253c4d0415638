import { afterEach, describe, expect, it, vi } from 'vitest';
import { hostMethods } from '../../bridge/wire.ts';
import { apply, closeEnds, createEnd, exposeLoader } from '../support/bridgeEnds.ts';

/** The page reads JSON text of a known length from the frame, and nothing else. */

afterEach(() => {
  closeEnds();
  vi.restoreAllMocks();
});

describe('what the page reads of the frame', () => {
  const wide = 'x'.repeat(10_000);
  /** Each holds a call that would be run if the loader read it. */
  const containers: readonly [string, unknown][] = [
    ['a record', apply('page', 'attacked')],
    ['an array', ['page', 'attacked']],
    ['an array that says it is short', Object.assign([JSON.stringify(apply('page', 'attacked'))], { note: wide })],
    ['a text object', new String(JSON.stringify(apply('page', 'attacked')))],
    ['a map', new Map(Object.entries(apply('page', 'attacked')))],
    ['a set', new Set([JSON.stringify(apply('page', 'attacked'))])],
    ['bytes of a call', new TextEncoder().encode(JSON.stringify(apply('page', 'attacked')))],
    ['a buffer', new ArrayBuffer(8)],
    ['a blob', new Blob([JSON.stringify(apply('page', 'attacked'))])],
    ['a date', new Date(0)],
    ['a number', 7],
    ['nothing', undefined],
    ['null', null],
  ];

  it.each(containers)(
    '[F-SE24] is no %s: the loader runs nothing, answers nothing and leaves',
    async (_what, value) => {
      const end = createEnd(exposeLoader, hostMethods);
      await end.attackRaw(value);
      expect(end.left()).toBe(1);
      expect(end.answers).toEqual([]);
      expect(end.reached).toEqual([]);
    },
  );

  it.each<[string, unknown[]]>([
    ['one text', [wide]],
    ['an array of one text', [[wide]]],
    ['arrays in arrays', [[[[[wide.slice(0, 5_000)]]], [[wide.slice(0, 5_000)]]]]],
    ['many short texts', Array.from({ length: 2_000 }, () => 'short')],
    ['many empty arrays', [Array.from({ length: 5_000 }, () => [])]],
    ['a record with a length of its own', [{ length: 1, text: wide }]],
    ['the names of a record', [{ [wide]: 1 }]],
  ])('[F-SE24] is at most 10,000 characters, however they are packed: %s', async (_what, values) => {
    const end = createEnd(exposeLoader, hostMethods);
    await end.attack(apply('page', ...values));
    expect(end.left()).toBe(1);
    expect(end.reached).toEqual([]);
    expect(end.answers).toEqual([]);
  });

  it('[F-SE24] is a call of exactly 10,000 characters, and none of 10,001', async () => {
    const end = createEnd(exposeLoader, hostMethods);
    const callOf = (characters: number): string => {
      const { length } = JSON.stringify(apply('page', ''));
      return JSON.stringify(apply('page', 'x'.repeat(characters - length)));
    };
    expect(callOf(10_000)).toHaveLength(10_000);
    await end.attackRaw(callOf(10_000));
    expect([end.reached.length, end.left()]).toEqual([1, 0]);
    await end.attackRaw(callOf(10_001));
    expect([end.reached.length, end.left()]).toEqual([1, 1]);
  });

  it('[F-SE24] holds plain values only: no argument has a prototype or a function of the frame', async () => {
    const end = createEnd(exposeLoader, hostMethods);
    await end.attackRaw(
      '{"id":"call","path":["draw"],"argumentList":[{"value":{"__proto__":{"visibility":"visible"},"title":"x"}}]}',
    );
    const drawing = end.reached[0]?.args[0] as { readonly visibility?: string };
    expect(Object.getPrototypeOf(drawing)).toBe(Object.prototype);
    expect(drawing.visibility).toBeUndefined();
    expect(({} as Record<string, unknown>).visibility).toBeUndefined();
  });
});
