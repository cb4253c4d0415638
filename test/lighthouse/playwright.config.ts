import { defineConfig } from 'playwright/test';
import browserTests from '../browser/playwright.config.ts';

/** `npm run test:lighthouse`. Lighthouse brings 160 packages, so it is installed for the test, from the registry. */
export default defineConfig({ ...browserTests, testDir: '.', testMatch: '*.spec.ts', workers: 1, timeout: 600_000 });
