import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../frame/contact/file/fileSchema.ts';
import { documents } from '../support/documents.ts';
import { root } from '../support/sources.ts';

/** The code that the documents show to people who embed or run the widget. Recipes for its developers are in recipes.test.ts. */

const pages = ['README.md', 'loader/EMBEDDING.md', 'loader/package/README.md', 'test/pages/guides/'];

const blocksOf = (text: string, language: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^ *\`\`\`(?:${language})\\n([\\s\\S]*?)^ *\`\`\``, 'gm'))].map(([, code = '']) => code);

/** What stands around the code in an app: its own state and its framework. */
const surroundings = `
declare const setUnread: (count: number) => void;
declare const page: import('playwright/test').Page;
declare const test: typeof import('playwright/test').test;
declare const expect: typeof import('playwright/test').expect;
declare module 'next/headers' { export function headers(): Promise<Headers>; }
`;

describe('the code of the documents', () => {
  it('[F-AD24] compiles against the npm package', { timeout: 300_000 }, async () => {
    const folder = join(root, '.cache', `snippets-${process.pid}`);
    mkdirSync(folder, { recursive: true });
    const shown = documents
      .filter(({ path }) => pages.some((page) => path.startsWith(page)))
      .flatMap(({ path, text }) =>
        blocksOf(text, 'tsx?|js').map((code, at) => ({ name: `${path.replaceAll('/', '-')}-${at}.tsx`, code })),
      );
    expect(shown.length).toBeGreaterThanOrEqual(9);
    for (const { name, code } of shown) writeFileSync(join(folder, name), `${code}\nexport {};\n`);
    writeFileSync(join(folder, 'surroundings.d.ts'), surroundings);
    const options = { noUnusedLocals: false, incremental: false };
    const config = { extends: '../../tsconfig.json', compilerOptions: options, include: ['./*'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const errors = await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).then(
      () => '',
      ({ stdout }: { readonly stdout: string }) => stdout,
    );
    rmSync(folder, { recursive: true });
    expect(errors).toBe('');
  });

  it('[F-AD24] in a contact file is what the check of contact files accepts', () => {
    const files = documents
      .flatMap(({ path, text }) => blocksOf(text, 'json').map((code) => [path, code] as const))
      .filter(([, code]) => code.includes('"languages"'));
    expect(files.map(([path]) => path)).toContain('frame/contact/file/README.md');
    for (const [path, code] of files) expect(problemsOf(JSON.parse(code)), path).toEqual([]);
  });
});
