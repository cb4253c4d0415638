import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';

const root = new URL('../../..', import.meta.url).pathname;

const script = `
const { runQuickly } = await import('./test/mutation/quick.mjs');
const changes = await runQuickly(['test/mutation/fixture/subject.ts']);
console.log('changes: ' + JSON.stringify(changes));
// Vitest fails, because of the file that does not load.
process.exitCode = 0;`;

interface Change {
  readonly replacement: string;
  readonly status: string;
  readonly location: { readonly start: { readonly line: number } };
}

let printed = '';
let changes: Change[] = [];

/** A process of its own, because one vitest cannot run inside another. */
beforeAll(async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    env: { PATH: process.env.PATH, NO_COLOR: '1', MUTATION_TESTS: 'test/mutation/fixture/*.test.ts' },
    timeout: 55_000,
  });
  printed = `${stdout}${stderr}`;
  changes = JSON.parse(/^changes: (.*)$/m.exec(printed)?.[1] ?? '[]') as Change[];
}, 60_000);

const statusOf = (line: number, replacement: string) =>
  changes.find((change) => change.location.start.line === line && change.replacement === replacement)?.status;

describe('the quick mode of the mutation tests', () => {
  it('counts a change as noticed if a test fails with it', () => {
    expect(statusOf(3, 'age < 18')).toBe('Killed');
  });

  it('counts a change as a survivor if all tests pass with it', () => {
    expect(statusOf(3, 'age > 18')).toBe('Survived');
  });

  it('notices an endless loop', () => {
    expect(statusOf(7, 'at -= 1')).toBe('Killed');
  });

  it('notices a test that hangs', () => {
    expect(statusOf(14, 'false')).toBe('Killed');
  });

  it('leaves out a test that fails without a change, and names it', () => {
    expect(statusOf(17, 'number * 2')).toBe('Survived');
    expect(printed).toContain('fails without one: test/mutation/fixture/subject.test.ts > fails without a change');
  });

  it('leaves out the constants of a module', () => {
    expect(statusOf(17, '() => undefined')).toBe('Ignored');
  });

  it('says why a test file does not load', () => {
    expect(printed).toContain('does not load: This file does not load, and isAdult is not tested here.');
  });
});
