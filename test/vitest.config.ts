import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { readSources } from './support/sources.ts';

/**
 * What the next test file in the same worker would see too: mocked modules, spies, changed globals and prototypes, listeners of the
 * process.
 */
const traces = [
  /\bvi\.(?!fn\b|waitFor\b|restoreAllMocks\b|unstubAllGlobals\b|useRealTimers\b|advanceTimers)/,
  /\b(?:globalThis|happyDOM)\b/,
  /\bdefineProperty\(/,
  /\bconsole\.\w+ =/,
  /\bprocess\.(?:on\b|env\.\w+ =)/,
];

/** Traces that a file removes itself, with the call that does it. */
const removed: readonly (readonly [trace: RegExp, call: string])[] = [
  [/\bvi\.spyOn\b/g, 'vi.restoreAllMocks'],
  [/\bvi\.stubGlobal\b/g, 'vi.unstubAllGlobals'],
  [/\bvi\.useFakeTimers\b/g, 'vi.useRealTimers'],
  // React asks for this one in every test with a DOM, and such tests share no worker with others.
  [/\bglobalThis, \{ IS_REACT_ACT_ENVIRONMENT: true \}/g, '@vitest-environment'],
];

function leavesTraces(text: string): boolean {
  const rest = removed.reduce((left, [trace, call]) => (left.includes(call) ? left.replace(trace, '') : left), text);
  return traces.some((trace) => trace.test(rest));
}

const folders = ['unit', 'property', 'model', 'contract', 'arch', 'types'];

/**
 * A worker of its own costs a file 0.4 s, mostly to load the same modules again. Tests share workers, except the files that
 * would leave traces in them.
 */
const sharing = readSources(
  folders.map((folder) => `test/${folder}`),
  /\.test\.tsx?$/,
)
  .filter(({ text }) => !leavesTraces(text))
  .map(({ path }) => path);

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    environment: 'node',
    maxWorkers: availableParallelism(),
    // Generous, for a busy machine.
    testTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared workers',
          include: sharing,
          isolate: false,
          setupFiles: ['test/support/canParse.ts', 'test/support/freshDocument.ts'],
        },
      },
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
