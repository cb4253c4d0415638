import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { integrityBrowsers } from '../../.release/pinDocument.mjs';
import { allowedCookie } from '../../loader/cookies.ts';
import { documents as pages, projectFiles } from '../support/documents.ts';
import { root } from '../support/sources.ts';

/** A page is short enough to be read, fits on a screen, and its links lead somewhere. */

/** Lists with one entry for each requirement or version. */
const isList = (path: string): boolean => path.startsWith('test/spec/') || path === '.release/CHANGELOG.md';

const linesOf = (text: string): number => text.split('\n').length - 1;

/** Headings as addresses within a page, as GitHub writes them. */
const anchorsOf = (text: string): readonly string[] =>
  [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const withoutBlocks = (text: string): string => text.replace(/^ *```[\s\S]*?^ *```/gm, '');
const withoutCode = (text: string): string => withoutBlocks(text).replace(/`[^`\n]*`/g, '');

/** The links of a page to files of the project that are not there, or to sections that the file does not have. */
function brokenLinks({ path, text }: { readonly path: string; readonly text: string }): readonly string[] {
  const links = [...withoutCode(text).matchAll(/\]\((?!\w+:|\{)([^)\s]+)\)|(?:src|href)="(?!\w+:|\/)([^"]+)"/g)];
  return links
    .map(([, link, source]) => link ?? source ?? '')
    .filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : relative(root, join(root, dirname(path), file));
      if (!existsSync(join(root, target))) return true;
      if (anchor === undefined) return false;
      return !anchorsOf(file === '' ? text : readFileSync(join(root, target), 'utf8')).includes(anchor);
    });
}

/** As one line, because a sentence may be broken anywhere. */
const textOf = (path: string): string => (pages.find((page) => page.path === path)?.text ?? '').replace(/\s+/g, ' ');

const sources = projectFiles.filter((path) => /^(?:frame|loader|\.release)\b.*(?<!\.d)\.(?:tsx?|mjs)$/.test(path));
/** Their names say what they hold, in every room. */
const namedAlike = /^(?:limits|deployment|texts|ports|records)\.ts$/;
const filesIn = (page: { readonly path: string }): readonly string[] =>
  sources.filter((path) => dirname(path) === dirname(page.path)).map((path) => basename(path));
/** Pages with a list of the files in their folder: three entries or more. */
const rooms = pages.filter((page) => {
  const entries = [...page.text.matchAll(/^(?:- |\| )`([\w.-]+)`/gm)].map(([, name = '']) => name);
  return page.path.endsWith('README.md') && entries.filter((name) => filesIn(page).includes(name)).length >= 3;
});
const missingFiles = (page: { readonly path: string; readonly text: string }): readonly string[] =>
  filesIn(page)
    .filter((name) => !namedAlike.test(name) && !page.text.includes(`\`${name}\``))
    .map((name) => `${page.path}: ${name}`);

describe('documents', () => {
  it('are found', () => {
    expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(['README.md', '.release/README.md']));
  });

  it('[F-AD28] have at most 300 lines', () => {
    const long = pages.filter(({ path, text }) => !isList(path) && linesOf(text) > 300);
    expect(long.map(({ path, text }) => `${path}: ${linesOf(text)}`)).toEqual([]);
  });

  it('[F-AD28] have no table that is wider than 120 characters', () => {
    const wide = pages.filter(({ text }) => text.split('\n').some((line) => /^\s*\|.{119,}\|$/.test(line)));
    expect(wide.map(({ path }) => path)).toEqual([]);
  });

  it('[F-AD28] the main README has 200 to 260 lines', () => {
    const lines = linesOf(pages.find(({ path }) => path === 'README.md')?.text ?? '');
    expect(lines).toBeGreaterThanOrEqual(200);
    expect(lines).toBeLessThanOrEqual(260);
  });

  it('[F-AD28] the ten figures of the main README are those of the figures’ page', () => {
    const rowsOf = (path: string): readonly string[] =>
      (pages.find((page) => page.path === path)?.text ?? '')
        .split('\n')
        .filter((line) => line.startsWith('| '))
        .map((line) =>
          line
            .split('|')
            .slice(1, 3)
            .map((cell) => cell.trim())
            .join(': '),
        );
    const figures = (pages.find(({ path }) => path === 'README.md')?.text.split('## Ten figures')[1] ?? '').split(
      '\n## ',
    )[0];
    const ten = (figures ?? '')
      .split('\n')
      .filter((line) => /^\| (?!what|-)/.test(line))
      .map((line) =>
        line
          .split('|')
          .slice(1, 3)
          .map((cell) => cell.trim())
          .join(': '),
      );
    expect(ten).toHaveLength(10);
    expect(ten.filter((row) => !rowsOf('test/bench/README.md').includes(row))).toEqual([]);
  });

  it('[F-SE12] say which browsers check the integrity of every module', () => {
    const { Chromium, Firefox, Safari } = integrityBrowsers;
    const versions = `Chromium ${Chromium}, Firefox ${Firefox} and Safari ${Safari}`;
    for (const path of ['bridge/REVIEW.md', '.release/README.md']) expect(textOf(path)).toContain(versions);
  });

  it('[F-SE17] warn of every cookie that a taken-over frame can write', () => {
    const [, advice = ''] = /cookie that the widget may write \(([^)]+)\)/.exec(textOf('bridge/REVIEW.md')) ?? [];
    const named = [...advice.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    const [, names = ''] = /\(\(([\w|-]+)\)=/.exec(allowedCookie.source) ?? [];
    const writable = names.split('|').filter((name) => allowedCookie.exec(`${name}=1`)?.[2] === name);
    expect(writable).toHaveLength(5);
    const isNamed = (cookie: string): boolean =>
      named.some((name) => (name.endsWith('…') ? cookie.startsWith(name.slice(0, -1)) : cookie === name));
    expect(writable.filter((cookie) => !isNamed(cookie))).toEqual([]);
  });

  it('name every file of a room in its list of files', () => {
    expect(rooms.length).toBeGreaterThan(20);
    expect(rooms.flatMap(missingFiles)).toEqual([]);
  });

  it('finds a file that a list omits (control)', () => {
    const [room] = rooms;
    expect(room && missingFiles({ ...room, text: '' })).not.toEqual([]);
  });

  it('have links that lead to a file, and to a section that it has', () => {
    expect(pages.flatMap((page) => brokenLinks(page).map((link) => `${page.path}: ${link}`))).toEqual([]);
  });

  it('finds a link to nothing (control)', () => {
    const text = '# A page\n[a](nothing.md) [b](#a-page) [c](#nothing) [d](https://example.com)';
    expect(brokenLinks({ path: 'README.md', text })).toEqual(['nothing.md', '#nothing']);
  });
});
