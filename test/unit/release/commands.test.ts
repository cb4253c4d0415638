import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../../support/sources.ts';

/** Releases as an operator makes and publishes them, with a deployment of their own, in one folder over several versions. */

const folder = mkdtempSync(join(tmpdir(), 'widget-commands-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const dist = join(folder, 'dist');
const server = join(folder, 'server');
writeFileSync(
  join(folder, 'config.json'),
  '{"allowedHosts": ["https://www.example.com"], "contact": {"hosts": ["https://contact.example.com"]}}',
);
const deployment = ['--config', 'config.json', '--out', 'dist'];

/** What `npm run COMMAND -- ARGUMENTS` prints in this folder, and whether it succeeds. */
async function run(...args: readonly string[]): Promise<{ readonly isDone: boolean; readonly said: string }> {
  const env = { ...process.env, INIT_CWD: folder };
  return promisify(execFile)('node', [join(root, 'build.mjs'), ...args], { cwd: root, env }).then(
    ({ stdout }) => ({ isDone: true, said: stdout }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ isDone: false, said: `${stdout}${stderr}` }),
  );
}

const release = (...args: readonly string[]) => run('release', ...args);
const read = (...path: readonly string[]): string => readFileSync(join(folder, ...path), 'utf8');

describe('npm run release, version after version into one folder', () => {
  it('[F-AD10][F-SE12] keeps each release, refuses to make one again, publishes all, and goes back', {
    timeout: 300_000,
  }, async () => {
    const changelog = readFileSync(join(root, '.release/CHANGELOG.md'), 'utf8');
    const first = await release('1.0.0', ...deployment);
    expect(first.said).toContain('with the origin of your widget in place of\nhttps://widget.example:');
    expect(first.said).toContain('src="https://widget.example/v1.0.0/loader.js"');
    const sums = read('dist/release/v1.0.0/SHA256SUMS');
    writeFileSync(join(dist, 'release/v1.0.0/SHA256SUMS.minisig'), 'signed');

    await release('1.0.1', ...deployment);
    await run('build', ...deployment);
    expect(readdirSync(dist).filter((name) => name.startsWith('v'))).toEqual(['v1.0.0', 'v1.0.1']);
    expect(existsSync(join(dist, 'headers/v1.0.0/nginx.conf'))).toBe(true);
    expect(read('dist/release/v1.0.0/SHA256SUMS')).toBe(sums);
    expect(read('dist/release/v1.0.0/SHA256SUMS.minisig')).toBe('signed');
    // The project’s own list of changes is not the deployment’s.
    expect(readFileSync(join(root, '.release/CHANGELOG.md'), 'utf8')).toBe(changelog);
    expect(read('dist/release/v1.0.1/CHANGES.md')).toMatch(/^## 1\.0\.1 /);

    const again = await release('1.0.0', ...deployment);
    expect(again.isDone).toBe(false);
    expect(again.said).toContain(`The release v1.0.0 already exists: ${dist}/v1.0.0. A release never changes.`);

    const published = await release('publish', 'dist', 'server');
    expect(published.said).toContain('Published dist. Serve server/public.');
    expect(readdirSync(join(server, 'public')).filter((name) => name.startsWith('v'))).toEqual(['v1.0.0', 'v1.0.1']);
    expect(read('server/public/frame/config.json')).not.toContain('"version":"1.0.0"');

    const back = await release('publish', 'dist', 'server', '1.0.0');
    expect(back.said).toContain('Published the release 1.0.0 of dist.');
    expect(read('server/public/frame/config.json')).toContain('"version":"1.0.0"');
    const [, hash = ''] = /script-src 'self' ('sha256-[^']+')/.exec(read('server/public/frame/index.html')) ?? [];
    expect(hash).not.toBe('');
    expect(read('server/headers/moving.conf')).toContain(hash);
    expect(read('server/public/_headers')).toContain(hash);
  });

  it('[F-AD9] says which folder a failed publication is about, and what to do', async () => {
    writeFileSync(join(dist, 'v1.0.1/loader.js'), 'changed');
    const { isDone, said } = await release('publish', 'dist', 'server');
    expect(isDone).toBe(false);
    expect(said.trim().split('\n')).toEqual([
      'npm run release -- publish failed.',
      `${server}/public/v1.0.1 holds v1.0.1 already, with another loader.js. A published release never changes, so nothing was published.`,
      'Choose the next version: make it with npm run release, delete this one from the build, and publish again.',
    ]);
  });

  it.each([
    [['publish', 'nothing', 'server'], `${folder}/nothing is not a build of the widget.`],
    [['off', 'nothing'], `${folder}/nothing has no published widget.`],
  ])('[F-AD9] names a folder that is not what it should be: %j', async (args, sentence) => {
    const { isDone, said } = await release(...args);
    expect(isDone).toBe(false);
    expect(said).toContain(sentence);
    expect(said).not.toContain('holds no build');
  });

  it.each([
    [[], 'The version is missing.'],
    [['1.2'], '"1.2" is neither a version, such as 1.2.3, nor publish, off or on.'],
    [['01.2.3'], '"01.2.3" is neither a version, such as 1.2.3, nor publish, off or on.'],
    [['publish', 'dist'], 'publish needs two folders: the build, and the folder of the server; a version may follow.'],
    [['off'], 'off needs one folder: the one that you publish to.'],
    [['off', 'server', 'other'], 'off needs one folder: the one that you publish to.'],
  ])('[F-AD9] says what a command lacks: %j', async (args, sentence) => {
    const { isDone, said } = await release(...args);
    expect(isDone).toBe(false);
    expect(said).toContain(`${sentence}\nUse: npm run release -- VERSION`);
  });
});
