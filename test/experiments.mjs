/** Runs recorded experiment vectors against our client: `npm run test:experiments -- FILE…`. Without a file, runs our own. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const files = process.argv.slice(2).map((path) => resolve(process.env.INIT_CWD ?? process.cwd(), path));
const missing = files.filter((path) => !existsSync(path));
if (missing.length > 0) {
  console.error(`File not found: ${missing.join(', ')}`);
  process.exit(2);
}
const root = fileURLToPath(new URL('..', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'test/vitest.config.ts',
    '--reporter=verbose',
    'test/unit/insight/vectors.test.ts',
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, EXPERIMENT_VECTORS: files.join('\n') } },
);
process.exit(status ?? 1);
