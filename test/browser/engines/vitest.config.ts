import { defineConfig } from 'vitest/config';

/** Whole browsers, two at once, since much of their time is waiting; limits are for slow machines. */
export default defineConfig({
  root: new URL('../../..', import.meta.url).pathname,
  test: {
    include: ['test/browser/engines/**/*.test.ts'],
    environment: 'node',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
