import { defineConfig } from 'vitest/config';

/** Whole browsers, two at once, since much of their time is waiting; limits are for slow machines. */
export default defineConfig({
  root: new URL('../../..', import.meta.url).pathname,
  test: {
    include: ['test/browser/engines/**/*.test.ts'],
    environment: 'node',
    maxWorkers: 2,
    // Drivers lose a start now and then on a busy machine; what fails twice is a failure.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
