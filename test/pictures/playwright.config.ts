import base from '../browser/playwright.config.ts';

/** `npm run pictures`: the browser tests' setup for the pictures in README.md. */
export default {
  ...base,
  testDir: '.',
  testMatch: '*.spec.ts',
  workers: 1,
  use: { ...base.use, contextOptions: { reducedMotion: 'reduce' } },
};
