/** Tries changes of the loader, one build for each, with the browser tests of the loader. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundleLoader } from '../../build.mjs';
import { instrument } from './quick.mjs';
import { changed } from './types.mjs';

/** A copy of the build, in which the loader is replaced. */
const folder = resolve('.cache/mutation-browser');

/** Returns `most` changes as StrykerJS reports them, always the same for the same seed and sources. */
export async function runInBrowser(names, { most, seed }) {
  const { changes } = await instrument(names);
  const rankOf = ({ file, location, replacement }) =>
    createHash('sha256')
      .update(`${seed} ${file} ${JSON.stringify(location)} ${replacement}`)
      .digest('hex');
  const chosen = changes
    .map(({ fileName, ...change }) => ({ ...change, file: fileName }))
    .sort((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1))
    .slice(0, most);
  cpSync('dist', folder, { recursive: true });
  // The server would prefer them.
  for (const suffix of ['gz', 'br']) rmSync(join(folder, `loader.js.${suffix}`), { force: true });
  try {
    writeFileSync(join(folder, 'loader.js'), await bundleLoader());
    const failed = failedTest();
    if (failed) throw new Error(`A test fails without a change: ${failed}`);
    const results = [];
    for (const change of chosen) {
      const status = await statusOf(change);
      console.log(`${results.length + 1} of ${chosen.length}: ${change.file}:${change.location.start.line} ${status}`);
      results.push({ ...change, fileName: resolve(change.file), status });
    }
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function statusOf(change) {
  const path = resolve(change.file);
  const load = ({ path: asked }) => (asked === path ? { contents: changed(change), loader: 'ts' } : undefined);
  const plugin = { name: 'change', setup: (build) => build.onLoad({ filter: /\/loader\/\w+\.ts$/ }, load) };
  writeFileSync(join(folder, 'loader.js'), await bundleLoader({ plugins: [plugin] }));
  const failed = failedTest();
  if (failed) console.log(`  ${failed}`);
  return failed ? 'Killed' : 'Survived';
}

/** The first test that fails with the loader in the folder. */
function failedTest() {
  const { status, stdout } = spawnSync(
    'npx',
    ['playwright', 'test', '--config', 'test/mutation/playwright.config.ts'],
    {
      env: { ...process.env, WIDGET_DIST: folder },
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    },
  );
  if (status === 0) return undefined;
  return /^\s+1\) (.*?)\s*$/m.exec(stdout)?.[1] ?? 'the run';
}
