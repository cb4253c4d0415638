import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../support/sources.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const { runs } = JSON.parse(read('test/golden/accessibility/matrix.json')) as {
  readonly runs: Readonly<Record<string, { readonly states: readonly string[] }>>;
};

/** The states that the gallery labels, each with the findings that it shows. */
const labels = [
  ...read('test/pages/playground/gallery.js').matchAll(/^ {2}'?([^':]+(?:: [^']+)?)'?: '(F-UX[^']*)',$/gm),
].map(([, state = '', ids = '']) => ({ state, ids: ids.split(', ') }));

it('each finding of the design has a state in the gallery; only F-UX7 is about words everywhere', () => {
  const wanted = Array.from({ length: 21 }, (_, index) => `F-UX${index + 1}`).filter((id) => id !== 'F-UX7');
  expect([...new Set(labels.flatMap(({ ids }) => ids))].sort()).toEqual(wanted.sort());
});

it('each label of the gallery is a state that both checkers have seen', () => {
  const known = new Set(Object.values(runs).flatMap(({ states }) => states));
  expect(labels.map(({ state }) => state).filter((state) => !known.has(state))).toEqual([]);
});
