import { defineConfig } from 'vitest/config';

/** Full browsers, two at once, because they mostly wait. The timeouts suit slow machines. */
export default defineConfig({
  root: new URL('../../..', import.meta.url).pathname,
  test: {
    include: ['test/browser/engines/**/*.test.ts'],
    environment: 'node',
    maxWorkers: 2,
    tags: [{ name: 'core', description: 'What `npm test` runs on a developer’s machine' }],
    // Drivers sometimes fail to start on a busy machine, so try twice.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
