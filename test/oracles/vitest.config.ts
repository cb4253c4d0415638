import { defineConfig } from 'vitest/config';

/** Run by `npm run test:oracles` only, because it needs the recorded vendor schemas. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: { include: ['test/oracles/**/*.test.ts'], environment: 'node', testTimeout: 60_000 },
});
