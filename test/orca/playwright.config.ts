import base from '../browser/playwright.config.ts';

/** `npm run test:orca`: the browser tests' setup, in a visible browser on a virtual display. One screen reader speaks at a time. */
export default { ...base, testDir: '.', testMatch: '*.spec.ts', workers: 1, timeout: 180_000 };
