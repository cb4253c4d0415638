import { defineConfig } from 'vitest/config';

/** The suites that show behaviour. The others read the sources, which are changed here, or take long. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: { include: ['test/{unit,property,contract}/**/*.test.ts'], environment: 'node', testTimeout: 60_000 },
});
