import { availableParallelism } from 'node:os';
import base from '../browser/playwright.config.ts';

/** `npm run gallery`: the browser tests' setup for every state in every language of the gallery. */
export default {
  ...base,
  testDir: '.',
  projects: [
    { name: 'record', testMatch: 'record.spec.ts' },
    { name: 'check', testMatch: 'check.spec.ts', dependencies: ['record'] },
  ],
  workers: availableParallelism(),
  timeout: 300_000,
  reporter: [['list']],
};
