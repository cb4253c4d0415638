import { defineConfig } from 'vitest/config';

/** The suites that show behaviour, unless `run.mjs` names others. The rest read the sources, which are changed here. */
const include = process.env.MUTATION_TESTS?.split(' ') ?? ['test/{unit,property,contract}/**/*.test.ts'];

export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: { include, environment: 'node', testTimeout: 60_000 },
});
