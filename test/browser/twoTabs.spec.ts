import { chromium } from 'playwright/test';
import { seedsOf } from '../model/seeds.ts';
import { browserArgs, findBrowser } from './findBrowser.ts';
import { test as base, expect } from './fixtures.ts';
import {
  atDesk,
  createProfile,
  type FaultyNetwork,
  openTab,
  type Profile,
  readWindow,
  setOffline,
  showChat,
  startChat,
  startNetwork,
  type Tab,
  write,
} from './twoTabsSteps.ts';
import { openPair, type Pair, play } from './twoTabsStories.ts';

// For all tests of the file. Worker fixtures would start another worker.
let networkOfFile: FaultyNetwork | undefined;
let pairOfFile: Pair | undefined;

const test = base.extend<{ network: FaultyNetwork; profile: Profile; pair: Pair }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to find the fixtures a function uses.
  network: async ({}, use) => {
    networkOfFile ??= await startNetwork();
    await use(networkOfFile);
  },

  profile: async ({ browser, network }, use) => {
    const profile = await createProfile(browser, network);
    await use(profile);
    await profile.context.close();
    expect(profile.uncaught).toEqual([]);
  },

  pair: async ({ browser, network }, use) => {
    pairOfFile ??= await openPair(await createProfile(browser, network));
    await use(pairOfFile);
  },
});

test.afterAll(async () => {
  await pairOfFile?.profile.context.close();
  await networkOfFile?.close();
});

/** A story may have to wait for a busy machine more than once. In one worker, which starts the network and opens the pair once. */
test.describe.configure({ mode: 'default', timeout: 180_000 });

/** Two tabs of one guest. The desk has the first text, and both show it. */
async function talkInTwoTabs(profile: Profile): Promise<readonly [Tab, Tab]> {
  const first = await openTab(profile, 'A');
  await startChat(first);
  await write(first, '[the first text]');
  await expect.poll(() => atDesk(profile.network)).toEqual(['[the first text]']);
  const second = await openTab(profile, 'B');
  await showChat(second);
  await expectShown(second, ['[the first text]']);
  return [first, second];
}

async function expectShown(tab: Tab, texts: readonly string[]): Promise<void> {
  await expect
    .poll(async () => (await readWindow(tab)).messages)
    .toEqual(texts.map((text) => ({ from: 'visitor', text, isSending: false, isNotSent: false })));
}

/** The connection of the tab breaks, and it cannot open another one. */
async function disconnect(tab: Tab, { proxy }: FaultyNetwork): Promise<void> {
  await setOffline(tab, true);
  proxy.reset();
}

/** Each tab sends what waits before what it writes now, so a second attempt would be at the desk after this. */
async function expectNoMore(network: FaultyNetwork, tabs: readonly Tab[], before: readonly string[]): Promise<void> {
  const texts = [...before];
  for (const tab of tabs) {
    texts.push(`[the last text of ${tab.name}]`);
    await write(tab, `[the last text of ${tab.name}]`);
    await expect.poll(() => atDesk(network)).toEqual(texts);
  }
  for (const tab of tabs) await expectShown(tab, texts);
}

/** The text of the log in a page from the back-forward cache. Playwright does not find frames there, but the browser does. */
async function logOfRestored({ devtools }: Tab): Promise<string> {
  const { frameTree } = await devtools.send('Page.getFrameTree');
  const frameId = frameTree.childFrames?.[0]?.frame.id ?? '';
  const { executionContextId } = await devtools.send('Page.createIsolatedWorld', { frameId });
  const expression = `document.querySelector('[role=log]')?.innerText ?? ''`;
  const { result } = await devtools.send('Runtime.evaluate', { contextId: executionContextId, expression });
  return String(result.value);
}

test('[CH-149][F-DL2] a text that waits in a tab without a network arrives once after a reload, although another tab has sent meanwhile', {
  tag: '@core',
}, async ({ network, profile }) => {
  const [first, second] = await talkInTwoTabs(profile);
  await disconnect(first, network);
  await write(first, '[waits in A]');
  await write(second, '[sent by B]');
  await expect.poll(() => atDesk(network)).toEqual(['[the first text]', '[sent by B]']);

  // Nothing reaches the service before the page is loaded again.
  network.proxy.mode = 'stallUp';
  await setOffline(first, false);
  await first.page.reload();
  expect(await atDesk(network)).toEqual(['[the first text]', '[sent by B]']);
  network.proxy.mode = 'pass';
  await showChat(first);
  const texts = ['[the first text]', '[sent by B]', '[waits in A]'];
  await expect.poll(() => atDesk(network)).toEqual(texts);
  for (const tab of [first, second]) await expectShown(tab, texts);

  await expectNoMore(network, [first, second], texts);
});

test('[CH-149][F-DL3] a waiting text is sent once, although another tab could send it, too', { tag: '@core' }, async ({
  network,
  profile,
}) => {
  const [first, second] = await talkInTwoTabs(profile);
  network.proxy.mode = 'refuse';
  network.proxy.reset();
  await write(first, '[waits in A]');
  const tried = network.proxy.opened;
  await expect.poll(() => network.proxy.opened).toBeGreaterThan(tried);
  network.proxy.mode = 'pass';
  // The other tab connects at once, and the first one after its wait.
  for (const isOffline of [true, false]) await setOffline(second, isOffline);
  const texts = ['[the first text]', '[waits in A]'];
  for (const tab of [second, first]) await expectShown(tab, texts);
  await expectNoMore(network, [first, second], texts);
});

test('[CH-149][F-DL3] a text that another tab has sent for a page in the back-forward cache is not sent again when the page is back', async ({
  network,
}) => {
  // The headless shell has no back-forward cache, and Playwright turns it off elsewhere.
  const browser = await chromium.launch({
    executablePath: findBrowser()?.path ?? '',
    args: [...browserArgs],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  const profile = await createProfile(browser, network);
  const [first, second] = await talkInTwoTabs(profile);
  const texts = ['[the first text]'];
  // A busy machine may discard a page, so try again.
  let isRestored = false;
  for (let turn = 1; turn <= 3 && !isRestored; turn += 1) {
    await disconnect(first, network);
    await write(first, `[waits in A, ${turn}]`);
    await first.page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await first.page.goto('about:blank');
    texts.push(`[waits in A, ${turn}]`);
    await expectShown(second, texts);
    await first.page.goBack({ waitUntil: 'commit' });
    isRestored = await first.page.evaluate(() => 'isSamePage' in window);
    await setOffline(first, false);
    if (!isRestored) await first.page.reload().then(() => showChat(first));
  }
  expect(isRestored).toBe(true);

  await expect.poll(() => logOfRestored(first)).toContain('[waits in A');
  await first.page.keyboard.insertText('[the last text of A]');
  await first.page.keyboard.press('Enter');
  texts.push('[the last text of A]');
  await expect.poll(() => atDesk(network)).toEqual(texts);
  await expectNoMore(network, [second], texts);
  await expect
    .poll(async () => (await logOfRestored(first)).match(/\[[^\]]*\]|Sending…|Not sent/g))
    .toEqual([...texts, '[the last text of B]']);
  expect(profile.uncaught).toEqual([]);
  await browser.close();
});

const seeds = seedsOf(2, 8);

for (let seed = seeds.first; seed < seeds.first + seeds.count; seed += 1) {
  test(`[CH-149] two tabs on a faulty network lose, duplicate and reorder nothing, seed ${seed}`, async ({ pair }) => {
    await play(pair, seed);
  });
}
