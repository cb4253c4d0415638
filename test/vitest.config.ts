import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { readSources } from './support/sources.ts';

/**
 * What the next test file in the same worker would see too: mocked modules, spies, changed globals and prototypes, listeners of the
 * process, a DOM. Some files in `support/` do the same for the tests that import them.
 */
const leavesTraces = new RegExp(
  [
    /\bvi\.(?!fn\b|waitFor\b)/,
    /\bglobalThis\b/,
    /\bdefineProperty\(/,
    /\bconsole\.\w+ =/,
    /\bprocess\.(?:on\b|env\.\w+ =)/,
    /\/support\/(?:bridgeEnds|renderChat)\b/,
    /@vitest-environment/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

const folders = ['unit', 'property', 'model', 'contract', 'arch', 'types'];

/**
 * A worker of its own costs a file 0.4 s, mostly to load the same modules again. Tests share workers, except the files that
 * would leave traces in them.
 */
const sharing = readSources(
  folders.map((folder) => `test/${folder}`),
  /\.test\.tsx?$/,
)
  .filter(({ text }) => !leavesTraces.test(text))
  .map(({ path }) => path);

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    environment: 'node',
    // One more than there are cores, because some files only wait for a server.
    maxWorkers: availableParallelism() + 1,
    // Generous, for a busy machine.
    testTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'shared workers', include: sharing, isolate: false } },
      {
        extends: true,
        test: {
          name: 'own workers',
          include: folders.map((folder) => `test/${folder}/**/*.test.{ts,tsx}`),
          exclude: sharing,
        },
      },
    ],
  },
});
