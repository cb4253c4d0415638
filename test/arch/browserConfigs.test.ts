import { expect, it } from 'vitest';
import { readSources } from '../support/sources.ts';

const configs = readSources(['test'], /playwright\.config\.ts$/);
const others = configs.filter(({ path }) => !path.endsWith('test/browser/playwright.config.ts'));

it('the browser tests and the stories are one project, because each project starts workers of its own', () => {
  const [browser] = configs.filter((config) => !others.includes(config));
  expect(browser?.text).toContain("testMatch: '**/{acceptance,browser}/*.spec.ts'");
  expect(browser?.text).not.toContain('projects');
});

// A config that takes over the setup of the browser tests would otherwise run them, too, or nothing.
it.each(others.map(({ path, text }) => [path, text] as const))('%s names its own tests', (_path, text) => {
  expect(text).toMatch(/testMatch: /);
});

it('no browser test makes Playwright start other workers for its file', () => {
  const specs = readSources(['test/browser', 'test/acceptance'], /\.ts$/).filter(
    ({ path }) => !path.endsWith('.config.ts'),
  );
  const ownWorkers = specs.filter(({ text }) => /scope: 'worker'|launchOptions/.test(text)).map(({ path }) => path);
  expect(ownWorkers).toEqual(['test/browser/fixtures.ts']);
});
