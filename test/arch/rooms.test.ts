import { describe, expect, it } from 'vitest';
import { readImports } from '../support/imports.ts';
import { readSources } from '../support/sources.ts';
import { type Pair, placeOf, roomPairs, upwardPairs } from './rooms.ts';

/** Room for a few more. Ours: a picture with more arrows is no longer read. */
const mostPairs = 116;
const mostUpward = 2;

const pairs = roomPairs(readSources(['bridge', 'loader', 'frame', 'styles'], /\.tsx?$/).flatMap(readImports));
const spell = (list: readonly Pair[] | undefined) => list?.map(({ from, to }) => `${from} -> ${to}`);

describe('rooms', () => {
  it(`import each other in at most ${mostPairs} pairs`, () => {
    expect(pairs.length).toBeLessThanOrEqual(mostPairs);
  });

  it(`can be layered with at most ${mostUpward} imports upward`, () => {
    expect(spell(upwardPairs(pairs, mostUpward))).toBeDefined();
  });
});

describe('the count itself', () => {
  const parse = (path: string, text: string) => readImports({ path, text });
  const pair = (text: string): Pair => ({ from: text[0] ?? '', to: text[1] ?? '' });

  it('takes folders and files of the frame as places, and each other top-level folder as one', () => {
    expect(['frame/chat/views/Log.tsx', 'frame/main.ts', 'bridge/wire.ts'].map(placeOf)).toEqual([
      'chat',
      'frame/main.ts',
      'bridge',
    ]);
  });

  it('counts a pair once, whether types, values or chunks are imported, and no import within a place', () => {
    const found = roomPairs([
      ...parse('frame/chat/door.ts', "import type { Log } from '../platform/log.ts';\nimport './openChat.ts';"),
      ...parse('frame/chat/views/Log.tsx', "const a = import('../../platform/lazy.ts');\nimport 'react';"),
    ]);
    expect(spell(found)).toEqual(['chat -> platform']);
  });

  it.each([
    ['none in a layered graph', ['ab', 'ac', 'bc', 'cd'], 0],
    ['one in a circle', ['ab', 'bc', 'ca', 'cd'], 1],
    ['one when two circles share a pair', ['ab', 'ba', 'bc', 'ca'], 1],
    ['two in circles that share nothing', ['ab', 'ba', 'cd', 'dc'], 2],
  ] as const)('finds %s', (_, graph, count) => {
    expect(upwardPairs(graph.map(pair), 2)).toHaveLength(count);
  });

  it('gives up where it takes more than the limit', () => {
    expect(upwardPairs(['ab', 'ba', 'cd', 'dc', 'ef', 'fe'].map(pair), 2)).toBeUndefined();
  });
});
