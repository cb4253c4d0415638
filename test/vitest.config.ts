import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['test/{unit,property,contract,arch,types}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Nothing else runs beside; the default leaves one core idle, half the machine where there are two.
    maxWorkers: availableParallelism(),
    // For a machine that does much else.
    testTimeout: 60_000,
  },
});
