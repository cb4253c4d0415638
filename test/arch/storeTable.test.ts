import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as hostKeys from '../../bridge/hostKeys.ts';
import { rememberedPillKey } from '../../bridge/wire.ts';
import { frameKeys, leftKeys } from '../../frame/platform/storage.ts';
import { keptKeys, storeTable } from './storeTable.ts';

const readme = readFileSync(new URL('../../frame/platform/README.md', import.meta.url), 'utf8');
const rowsOf = (text: string): readonly string[] =>
  text
    .trim()
    .split('\n')
    // The formatter pads the cells and the line below the head.
    .map((line) => line.replace(/\s+/g, ' ').replace(/-{3,}/g, '---'));
const [, published = ''] = /<!-- stores -->\n([\s\S]*?)<!-- end of stores -->/.exec(readme) ?? [];

it('the README lists everything that the widget stores, as the registries have it', () => {
  expect(rowsOf(published)).toEqual(rowsOf(storeTable()));
});

it('the list has a row for every name, in the frame and on the page', () => {
  for (const name of [...Object.keys(frameKeys), ...Object.values(hostKeys), rememberedPillKey])
    expect(rowsOf(published).filter((row) => row.startsWith(`| \`${name}\` |`))).toHaveLength(1);
});

it('the list says of every entry of the frame whether it goes with its visitor, and why not', () => {
  expect([...leftKeys, ...Object.keys(keptKeys)].toSorted()).toEqual(Object.keys(frameKeys).toSorted());
});
