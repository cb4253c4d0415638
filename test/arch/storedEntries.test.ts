import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as hostKeys from '../../bridge/hostKeys.ts';
import { rememberedPillKey } from '../../bridge/wire.ts';
import { frameKeys, leftKeys } from '../../frame/platform/storage.ts';
import { keptKeys, storedEntries } from './storedEntries.ts';

const readme = readFileSync(new URL('../../frame/platform/README.md', import.meta.url), 'utf8');
const [, list = ''] = /<!-- stores -->\n([\s\S]*?)<!-- end of stores -->/.exec(readme) ?? [];
// An entry may go on in the next line.
const published = list
  .trim()
  .split(/\n(?=- )/)
  .map((entry) => entry.replace(/\s+/g, ' '));

it('the README lists everything that the widget stores, as the registries have it', () => {
  expect(published).toEqual(storedEntries());
});

it('the list has an entry for every name, in the frame and on the page', () => {
  for (const name of [...Object.keys(frameKeys), ...Object.values(hostKeys), rememberedPillKey])
    expect(published.filter((entry) => entry.startsWith(`- \`${name}\` (`))).toHaveLength(1);
});

it('the list says about every entry of the frame whether it goes with its visitor, and why not', () => {
  expect([...leftKeys, ...Object.keys(keptKeys)].toSorted()).toEqual(Object.keys(frameKeys).toSorted());
});
