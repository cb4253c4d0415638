import { defineConfig } from 'vitest/config';

/** Whole browsers, one after the other; limits are for slow machines. */
export default defineConfig({
  root: new URL('../../..', import.meta.url).pathname,
  test: {
    include: ['test/browser/engines/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
