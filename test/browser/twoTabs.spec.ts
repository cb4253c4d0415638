import { browserArgs, findTestBrowser } from './findBrowser.ts';
import { test as base, createProfile } from './twoTabsSteps.ts';
import { openPair, type Pair, play } from './twoTabsStories.ts';

const test = base.extend<object, { pair: Pair }>({
  pair: [
    async ({ browser, network }, use) => {
      const profile = await createProfile(browser, network);
      await use(await openPair(profile));
      await profile.context.close();
    },
    { scope: 'worker' },
  ],
});

/** Visitors' browsers have a back-forward cache. Playwright turns it off by default. */
test.use({
  launchOptions: {
    executablePath: findTestBrowser()?.path ?? '',
    args: [...browserArgs],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

const seeds = { first: Number(process.env.SEED ?? 1), count: Number(process.env.SEEDS ?? 20) };

for (let seed = seeds.first; seed < seeds.first + seeds.count; seed += 1) {
  test(`[CH-149] two tabs on a faulty network lose, double and reorder nothing, seed ${seed}`, async ({ pair }) => {
    await play(pair, seed);
  });
}
