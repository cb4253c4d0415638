import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['test/{unit,property,model,contract,arch,types}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Use every core. The default leaves one idle, which is half of a machine with two.
    maxWorkers: availableParallelism(),
    // Generous, for a busy machine.
    testTimeout: 60_000,
  },
});
