import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSources, root, withoutComments } from '../support/sources.ts';
import { badNames, offences, sourceRules, tooLong } from './sourceRules.ts';

const sources = readSources(['bridge', 'loader', 'frame', 'styles'], /\.tsx?$/);
const all = [...sources, ...readSources(['test'], /\.tsx?$/)];

/** What DESIGN fixes, with the files that tools ask for. Dotfiles and what .gitignore names come on top. */
const topLevel = [
  'LICENSE',
  'README.md',
  'bridge',
  'build.mjs',
  'frame',
  'loader',
  'package-lock.json',
  'package.json',
  'styles',
  'test',
  'tsconfig.json',
];
const ignored = [
  'node_modules',
  'dist',
  'dist.next-build',
  'dist.last-build',
  'test-results',
  'playwright-report',
  'bench.json',
  'bench-peers.json',
];

describe('sources', () => {
  it.each(Object.entries(sourceRules))('%s', (_, rule) => {
    expect(offences(rule, sources)).toEqual([]);
  });

  it('[F-SE15] open tabs without a referrer, except the sign-in page, which sends a message to its opener', () => {
    const tabs = sources.flatMap(({ path, text }) =>
      [...withoutComments(text).matchAll(/_blank[^>]*?rel="([^"]*)"/g)].map(([, rel]) => `${path}: ${rel}`),
    );
    // A call of `open` says it in its third argument.
    const all = sources.flatMap(({ text }) => withoutComments(text).match(/_blank(?!', 'noopener')/g) ?? []);
    expect(tabs).toHaveLength(all.length);
    expect(tabs.filter((tab) => !tab.endsWith(': noopener noreferrer'))).toEqual([
      'frame/chat/views/Notices.tsx: noopener opener',
    ]);
  });

  it('have names that say something', () => {
    expect(badNames(all.map(({ path }) => path))).toEqual([]);
  });

  it('have at most 400 lines, or say on the first line why they are long', () => {
    expect(tooLong(all)).toEqual([]);
  });

  it('stand in the fixed top level', () => {
    const strangers = readdirSync(root).filter(
      (name) => !name.startsWith('.') && !name.endsWith('.log') && !topLevel.includes(name) && !ignored.includes(name),
    );
    expect(strangers).toEqual([]);
  });
});

describe('the checks themselves', () => {
  it.each(Object.entries(sourceRules))('refuse an offender: %s', (_, rule) => {
    const text = `// a comment\nconst before = 'text';\n${rule.offence}\n`;
    expect(offences(rule, [{ path: 'frame/chat/phase.ts', text }])).toHaveLength(1);
  });

  it('pass over comments, strings and properties of the same name', () => {
    const text = [
      '/** Calls fetch(url) and setTimeout(task) and Math.random(). */',
      "const sentence = 'eval(text) in localStorage'; // document.cookie",
      'const value = ports.fetch(url) + ports.setTimeout(task);',
      'const other = `innerHTML $' + '{ports.open(url)} eval(x)`;',
    ].join('\n');
    for (const rule of Object.values(sourceRules)) {
      expect(offences(rule, [{ path: 'frame/chat/phase.ts', text }])).toEqual([]);
    }
  });

  it('refuse names without meaning', () => {
    expect(
      badNames(['frame/utils/a.ts', 'frame/chat/chatHelper.ts', 'frame/common.ts', 'frame/chat/chatManager.ts']),
    ).toHaveLength(4);
    expect(badNames(['frame/chat/commonality.ts', 'frame/experts/matching.ts'])).toEqual([]);
  });

  it('refuse a long file without a reason', () => {
    const lines = 'x;\n'.repeat(401);
    expect(tooLong([{ path: 'a.ts', text: lines }])).toHaveLength(1);
    expect(tooLong([{ path: 'a.ts', text: `// Long because one table is one thought.\n${lines}` }])).toEqual([]);
  });
});
