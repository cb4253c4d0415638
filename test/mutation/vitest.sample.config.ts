import { defineConfig } from 'vitest/config';

/** The quick suites only: the sample has four minutes. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    include: ['test/unit/**/*.test.ts'],
    exclude: ['test/unit/{build,release,sandbox}/**'],
    environment: 'node',
    testTimeout: 60_000,
  },
});
