import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';
import { readSources } from '../support/sources.ts';

/** The suites that show behaviour, unless `run.mjs` names others. The rest read the sources, which are changed here. */
const include = process.env.MUTATION_TESTS?.split(' ') ?? ['test/{unit,property,contract}/**/*.test.ts'];

/** A mocked module would be mocked in the next test file of the same worker, too. */
const exclude = readSources(['test/unit'], /\.test\.tsx?$/)
  .filter(({ text }) => /\bvi\.mock\(/.test(text))
  .map(({ path }) => path);

// In Node 20, `URL.canParse` refuses letters such as "ü" once it has been called often.
setFlagsFromString('--no-turbo-fast-api-calls');

export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  // Each change has a worker of its own anyway, and without isolation its tests take less than half of the time.
  test: { include, exclude, environment: 'node', isolate: false, testTimeout: 60_000 },
});
