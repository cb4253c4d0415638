import { defineConfig } from 'playwright/test';
import browserTests from '../browser/playwright.config.ts';

/** Frameworks that are too large to be installed with the product. Their packages come from the registry. */
export default defineConfig({ ...browserTests, testDir: '.', testMatch: '*.spec.ts', workers: 1, timeout: 300_000 });
