import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Document, documents, projectFiles } from '../support/documents.ts';
import { root } from '../support/sources.ts';

/** Each command that a document shows exists, and so do the options and the paths that it shows with it. */

interface Shown {
  readonly page: string;
  readonly command: string;
}

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
/** npm's own, which need no script. */
const npmCommands = ['ci', 'install', 'pack', 'publish', 'start', 'test'];
const topFolders = readdirSync(root);

/** Where the options of `node build.mjs COMMAND` are read. */
const placesOf: Readonly<Record<string, readonly string[]>> = {
  build: ['.release/options.mjs'],
  release: ['.release/options.mjs'],
  start: ['test/sandbox'],
  bench: ['test/bench'],
  site: ['test/pages'],
  'check:contact': ['test/contact'],
  'check:services': ['test/services'],
};

const pages = documents.filter(({ path }) => !/^test\/spec\/|CHANGELOG\.md$/.test(path));

/** The commands in the code of a page, each alone and without its comment. */
function commandsIn({ path, text }: Document): readonly Shown[] {
  const blocks = [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].flatMap(([, block = '']) => block.split('\n'));
  const inline = [...text.replace(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  return [...blocks, ...inline]
    .flatMap((line) => line.replace(/(?:^|\s)#.*/, '').split(/&&|;|\|/))
    .map((command) => command.replace(/\s+/g, ' ').trim())
    .map((command) => command.replace(/^(?:\w+=\S+ )+/, ''))
    .filter((command) => /^(?:npm|npx|node) \S/.test(command))
    .map((command) => ({ page: path, command }));
}

/** What is wrong with a command, or undefined. */
function problemOf({ page, command }: Shown): string | undefined {
  const [program = '', first = '', ...rest] = command.split(' ');
  if (program === 'node' && !/\.mjs$/.test(first)) return undefined;
  const name = first === 'run' ? (rest[0] ?? '') : first;
  if (program === 'npm' && first === 'run' && name !== '' && scripts[name] === undefined) return 'no such script';
  if (program === 'npm' && first !== 'run' && !npmCommands.includes(first)) return 'no such command of npm';
  if (program === 'npx' && !existsSync(join(root, 'node_modules/.bin', first))) return 'no such tool';
  if (program === 'node' && ![root, join(root, dirname(page))].some((folder) => existsSync(join(folder, first))))
    return 'no such file';
  const script = program === 'npm' ? (scripts[name] ?? '') : command;
  const words = rest.filter((word) => !/^["'$]|[*{$]/.test(word));
  const wrongPath = words.find((word) => topFolders.includes(word.split('/')[0] ?? '') && !isThere(word));
  if (wrongPath !== undefined) return `no such path: ${wrongPath}`;
  const wrongOption = words.find((word) => /^--\w/.test(word) && !accepts(script, word.slice(2).split('=')[0] ?? ''));
  return wrongOption === undefined ? undefined : `no such option: ${wrongOption}`;
}

/** A filter of tests may be the beginning of a path. */
const isThere = (path: string): boolean =>
  path.startsWith('dist') || projectFiles.some((file) => file.startsWith(path));

/** Whether the program that a script runs reads the option. */
function accepts(script: string, option: string): boolean {
  if (/\b(?:vitest|playwright|biome|tsc|knip)\b/.test(script)) return ['config', 'project', 'write'].includes(option);
  const [, file = ''] = /\bnode (\S+\.mjs)/.exec(script) ?? [];
  const [, command = ''] = /build\.mjs (\S+)/.exec(script) ?? [];
  const places = file === 'build.mjs' ? (placesOf[command] ?? []) : [dirname(file)];
  const sources = projectFiles.filter(
    (path) => /\.m?[jt]s$/.test(path) && places.some((place) => path === place || path.startsWith(`${place}/`)),
  );
  const pattern = new RegExp(`--${option}\\b|\\b${option}: \\{ type:`);
  return sources.some((path) => pattern.test(readFileSync(join(root, path), 'utf8')));
}

describe('the commands of the documents', () => {
  const shown = pages.flatMap(commandsIn);

  it('are found', () => {
    expect(shown.length).toBeGreaterThan(100);
    const commands = shown.map(({ command }) => command);
    expect(commands).toEqual(
      expect.arrayContaining([
        'npm run build -- --config PATH --out PATH',
        'npm run release -- publish dist /srv/widget',
        'npm start -- --xmpp',
      ]),
    );
  });

  it('[F-AD24] exist, with their options and paths', () => {
    const problems = shown.flatMap((one) => {
      const problem = problemOf(one);
      return problem === undefined ? [] : [`${one.page}: ${one.command}: ${problem}`];
    });
    expect(problems).toEqual([]);
  });

  it.each([
    ['npm run biuld', 'no such script'],
    ['npm run build -- --confg PATH', 'no such option: --confg'],
    ['npm run config -- --out PATH', 'no such option: --out'],
    ['npm run test:unit -- test/unit/nowhere', 'no such path: test/unit/nowhere'],
    ['npx nothing', 'no such tool'],
    ['node nothing.mjs', 'no such file'],
  ])('are refused (control): %s', (command, problem) => {
    expect(problemOf({ page: 'README.md', command })).toBe(problem);
  });
});
