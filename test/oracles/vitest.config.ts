import { defineConfig } from 'vitest/config';

/** Only run by `npm run test:oracles`, where the recorded schemas are at hand. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: { include: ['test/oracles/**/*.test.ts'], environment: 'node', testTimeout: 60_000 },
});
