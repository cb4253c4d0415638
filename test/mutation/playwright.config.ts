import { defineConfig } from 'playwright/test';
import config from '../browser/playwright.config.ts';

/** The browser tests of the loader, until the first one fails. */
export default defineConfig({
  ...config,
  testDir: '../browser',
  testMatch: ['bridge{Handshake,Reconnect,Strangers}', 'isolation*', 'layout', 'links', 'loader*', 'pageLife'].map(
    (name) => `**/${name}.spec.ts`,
  ),
  outputDir: '../../.cache/mutation-results',
  workers: 4,
  retries: 1,
  maxFailures: 1,
  timeout: 45_000,
  // Most changes show as something that never appears.
  expect: { timeout: 8_000 },
  reporter: 'list',
});
