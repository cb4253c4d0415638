import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';

/** The suites that show behaviour, unless `run.mjs` names others. The rest read the sources, which are changed here. */
const include = process.env.MUTATION_TESTS?.split(' ') ?? ['test/{unit,property,contract}/**/*.test.ts'];

// In Node 20, `URL.canParse` refuses letters such as "ü" once it has been called often.
setFlagsFromString('--no-turbo-fast-api-calls');

export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  // Each change has a worker of its own anyway, and without isolation its tests take less than half of the time.
  test: { include, environment: 'node', isolate: false, testTimeout: 60_000 },
});
