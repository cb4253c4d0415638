import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followRecipe, type RecipeStep, readRecipe } from '../support/recipe.ts';
import { root } from '../support/sources.ts';

/** The recipes of the documents are followed in one copy of the project, which is then compiled and tested. */

const run = promisify(execFile);

interface Recipe {
  readonly title: string;
  readonly pages: readonly string[];
  /** The tests that the recipe adds or changes, and those of the rules that it must keep. */
  readonly tests: readonly string[];
  /** The tests of generated pages, which run with `UPDATE_GOLDEN=1`. */
  readonly recorded?: readonly string[];
  /** What else must compile. */
  readonly compiled?: readonly string[];
}

const recipes: readonly Recipe[] = [
  {
    title: 'a channel',
    pages: ['ADD', 'DESCRIBE', 'TRY'].map((name) => `frame/chat/${name}-A-CHANNEL.md`),
    tests: [
      'test/contract/parrotChannel.test.ts',
      'test/unit/chat/adapters.test.ts',
      'test/arch/frameCalls.test.ts',
      'test/contract/services/documents.test.ts',
      'test/contract/services/learned.test.ts',
      'test/contract/services/sandbox.test.ts',
    ],
    recorded: ['test/arch/messages.test.ts'],
  },
  {
    title: 'a menu entry',
    pages: ['frame/contact/ADD-A-MENU-ENTRY.md'],
    tests: ['test/unit/contact/visitEntry.test.ts', 'test/unit/contact/menu.test.ts', 'test/unit/text/languages'],
    compiled: ['test/types/languages.test.ts'],
  },
  {
    title: 'a bridge call',
    pages: ['bridge/ADD-A-BRIDGE-CALL.md'],
    tests: [
      'test/unit/host/pageTitle.test.ts',
      'test/types/bridge.test.ts',
      'test/contract/bridge.test.ts',
      'test/contract/attacks.test.ts',
    ],
  },
];

const copied = [
  '.release',
  'bridge',
  'loader',
  'frame',
  'styles',
  'test',
  'tsconfig.json',
  'package.json',
  '.biome.json',
];

/** What a failed command has printed. */
const outputOf = (error: unknown): string => {
  const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
  return `${stdout}${stderr}` || String(error);
};

const folder = mkdtempSync(join(tmpdir(), 'recipes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }), 120_000);
const bin = (name: string): string => join(root, 'node_modules/.bin', name);
const pathsOf = (select: (recipe: Recipe) => readonly string[] | undefined): readonly string[] =>
  recipes.flatMap((recipe) => select(recipe) ?? []);
const stepsOf = ({ pages }: Recipe): readonly RecipeStep[] =>
  pages.flatMap((page) => readRecipe(readFileSync(join(root, page), 'utf8')));

describe.each(recipes)('the recipe for $title', (recipe) => {
  const filesOf = (one: Recipe): readonly string[] => stepsOf(one).map(({ file }) => file);

  it('[F-AD24] has a place for each of its files', () => {
    expect(stepsOf(recipe).length).toBeGreaterThan(5);
  });

  it('[F-AD24] changes no file that another recipe changes, so that all are followed in one copy', () => {
    const others = recipes.filter((one) => one !== recipe).flatMap(filesOf);
    expect(filesOf(recipe).filter((file) => others.includes(file))).toEqual([]);
  });
});

describe('a project that has followed all recipes', () => {
  const steps = recipes.flatMap(stepsOf);

  beforeAll(() => {
    for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    followRecipe(folder, steps);
  }, 120_000);

  it('[F-AD24] compiles', async () => {
    const changed = steps.map(({ file }) => file).filter((file) => !file.endsWith('.md'));
    const config = {
      extends: './tsconfig.json',
      include: ['frame/**/*.d.ts'],
      files: [...new Set([...changed, ...pathsOf(({ compiled }) => compiled)])],
    };
    writeFileSync(join(folder, 'recipes.json'), JSON.stringify(config));
    const errors = await run(bin('tsc'), ['-p', 'recipes.json'], { cwd: folder }).then(() => '', outputOf);
    expect(errors).toBe('');
  }, 300_000);

  it('[F-AD24] passes the tests of the recipes, and those of the rules that they must keep', async () => {
    const tests = [...new Set([...pathsOf((one) => one.tests), ...pathsOf(({ recorded }) => recorded)])];
    const args = ['run', '--config', 'test/vitest.config.ts', ...tests];
    const env = { ...process.env, UPDATE_GOLDEN: '1' };
    const failures = await run(bin('vitest'), args, { cwd: folder, env }).then(() => '', outputOf);
    expect(failures).toBe('');
  }, 300_000);
});

describe('following a recipe', () => {
  const page = '1. Step.\n\n   <!-- a.ts, after: one(); -->\n\n   ```ts\n   two();\n   ```\n';

  it('reads the place and the code', () => {
    expect(readRecipe(page)).toEqual([{ file: 'a.ts', code: 'two();\n', line: { where: 'after', text: 'one();' } }]);
  });

  it('puts code in place of a line', () => {
    const folder = mkdtempSync(join(tmpdir(), 'recipe-'));
    writeFileSync(join(folder, 'a.ts'), 'zero();\n  one();\n');
    followRecipe(folder, readRecipe(page.replace('after: one', 'instead of: one')));
    expect(readFileSync(join(folder, 'a.ts'), 'utf8')).toBe('zero();\ntwo();\n');
    rmSync(folder, { recursive: true });
  });

  it('refuses a place that is not there, or twice', () => {
    const folder = mkdtempSync(join(tmpdir(), 'recipe-'));
    writeFileSync(join(folder, 'a.ts'), 'none();\n');
    expect(() => followRecipe(folder, readRecipe(page))).toThrow('a.ts has 0 lines “one();”. A recipe needs one.');
    rmSync(folder, { recursive: true });
  });
});
