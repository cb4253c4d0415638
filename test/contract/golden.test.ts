import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../support/sources.ts';

/** The emitted declarations of the contract: a change of what crosses shows as a diff. UPDATE_GOLDEN=1 accepts it. */
function emitDeclarations(files: readonly string[]): ReadonlyMap<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-'));
  try {
    execFileSync(
      join(root, 'node_modules/.bin/tsc'),
      [
        ...files.map((file) => join(root, 'bridge', `${file}.ts`)),
        ...['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--allowImportingTsExtensions'],
        ...['--target', 'ES2022', '--module', 'ESNext', '--moduleResolution', 'bundler', '--strict'],
        ...['--types', '', '--outDir', folder],
      ],
      { cwd: folder, stdio: 'pipe' },
    );
    return new Map(files.map((file) => [file, readFileSync(join(folder, `${file}.d.ts`), 'utf8')]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the wire', () => {
  const golden = join(root, 'test/golden/bridge');
  const emitted = emitDeclarations(['contract', 'records']);

  it.each([...emitted])('matches its golden file: %s', (file, text) => {
    const path = join(golden, `${file}.d.ts`);
    if (process.env.UPDATE_GOLDEN) {
      mkdirSync(golden, { recursive: true });
      writeFileSync(path, text);
    }
    expect(text).toBe(readFileSync(path, 'utf8'));
  });
});
