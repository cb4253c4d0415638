import { availableParallelism } from 'node:os';
import { defineConfig } from 'playwright/test';
import { browserArgs, findTestBrowser } from './findBrowser.ts';
import { isComplete } from './sample.ts';

const browser = findTestBrowser();
if (!browser) {
  throw new Error(
    'No browser found. Install Chromium or Chrome, or run `npx playwright install chromium`, or set CHROME_PATH.',
  );
}
// Workers read this file too; log the browser once.
if (process.env.TEST_WORKER_INDEX === undefined) console.log(`Browser: ${browser.kind}, ${browser.path}`);

/** Timeouts are generous on purpose: a slow machine must not fail a test. */
export default defineConfig({
  testDir: '..',
  // Both folders in one project, because each project starts workers of its own.
  testMatch: '**/{acceptance,browser}/*.spec.ts',
  outputDir: '../../test-results',
  // More workers than cores, because a test often waits. With three for each core, the suite takes as long, and more CPU time.
  workers: Math.ceil(1.5 * availableParallelism()),
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: process.env.CI ? 1 : 0,
  timeout: 240_000,
  expect: { timeout: 40_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['line'], ['json']] : [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    // An animation draws every frame. The tests of motion ask for it, and a complete run has it everywhere, as most visitors do.
    contextOptions: { reducedMotion: isComplete ? 'no-preference' : 'reduce' },
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    trace: 'on-first-retry',
    launchOptions: { executablePath: browser.path, args: [...browserArgs] },
  },
});
