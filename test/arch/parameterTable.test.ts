import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { queryTable } from '../../frame/host/queryParameters.ts';
import { parameterList } from './parameterTable.ts';

const readme = readFileSync(new URL('../../frame/host/README.md', import.meta.url), 'utf8');
/** The formatter breaks long lines and separates paragraphs. */
const wordsOf = (text: string): string => text.replace(/\s+/g, ' ').trim();
const [, published = ''] = /<!-- parameters -->\n([\s\S]*?)<!-- end of parameters -->/.exec(readme) ?? [];

it('[F-SE18] the README lists every parameter of the page’s address, as the table has it', () => {
  expect(wordsOf(published)).toBe(wordsOf(parameterList()));
});

it('[F-SE18] the list has a line for every parameter', () => {
  for (const name of Object.keys(queryTable)) expect(published.split(`- \`${name}\`: `), name).toHaveLength(2);
});
