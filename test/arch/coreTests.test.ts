import { describe, expect, it } from 'vitest';
import { coreOfSpec } from '../runner/coreTests.mjs';
import { readSources } from '../support/sources.ts';

/** `npm test` on a developer's machine runs the browser tests tagged `@core`. README.md says which these are. */

/** Their tests take long, and another spec has a core test of the same feature. */
const withoutCore = {
  'pseudoLanguage.spec.ts': 'languages.spec.ts',
};

const specs = readSources(['test/browser'], /\.spec\.ts$/);

describe('the core of the browser tests', () => {
  it.each(specs.map(({ path, text }) => [path, text] as const))('%s', (path, text) => {
    const name = path.split('/').at(-1) ?? '';
    expect(coreOfSpec(text).core > 0).toBe(!(name in withoutCore));
  });

  it('is at most a third of all browser tests', () => {
    const sum = (field: 'all' | 'core') => specs.reduce((total, { text }) => total + coreOfSpec(text)[field], 0);
    expect(sum('core')).toBeGreaterThan(100);
    expect(sum('core') / sum('all')).toBeLessThan(1 / 3);
  });
});

it('reads tests and their tags', () => {
  const sample = [
    "test('a', async () => {});",
    "  test(`[SH-001] b`, { tag: '@core' }, async () => {});",
    "  test(`c`, {\n    tag: one === 'x' ? '@core' : [],\n  }, async () => {});",
    "test.describe('d', () => {});",
    "expect(/e/.test('e'));",
  ].join('\n');
  expect(coreOfSpec(sample)).toEqual({ all: 3, core: 2 });
});
