import base from '../browser/playwright.config.ts';

/** `npm run test:accessibility`: the browser tests' setup for every state in every mode. */
export default {
  ...base,
  testDir: '.',
  testMatch: '*.spec.ts',
  timeout: 1_200_000,
  reporter: [['list'], ['./matrixReporter.ts']],
  use: { ...base.use, contextOptions: { reducedMotion: 'reduce' } },
};
