import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { root } from '../../support/sources.ts';

/** Starts a server below a parent that is killed, as `npm start` is, and returns whether the server ends too. */
async function endsWithParent(env: NodeJS.ProcessEnv, waitMs: number): Promise<boolean> {
  const server = `import { endWithParent } from ${JSON.stringify(pathToFileURL(`${root}/test/sandbox/endWithParent.mjs`).href)};
    setInterval(() => {}, 1000);
    endWithParent(() => process.exit(0), { intervalMs: 20 });
    // Not before: a parent that has already gone would be nobody's.
    console.log(process.pid);`;
  const parent = spawn(
    process.execPath,
    [
      '-e',
      `require('node:child_process').spawn(process.execPath, ['--input-type=module', '-e', process.argv[1]], { stdio: 'inherit' })`,
      server,
    ],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const pid = await new Promise<number>((resolve) => {
    parent.stdout.once('data', (text) => resolve(Number(`${text}`)));
  });
  parent.kill('SIGKILL');
  for (const endMs = Date.now() + waitMs; Date.now() < endMs; ) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await new Promise((done) => setTimeout(done, 20));
  }
  process.kill(pid);
  return false;
}

it('the server of npm start ends with the shell in which npm has started it', { timeout: 30_000 }, async () => {
  expect(await endsWithParent({ npm_lifecycle_event: 'start' }, 20_000)).toBe(true);
});

it('a server that no npm has started goes on without the shell (control)', async () => {
  expect(await endsWithParent({ npm_lifecycle_event: undefined }, 500)).toBe(false);
});
