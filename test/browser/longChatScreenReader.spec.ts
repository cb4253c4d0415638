import { chromium } from 'playwright/test';
import { browserArgs, findTestBrowser } from './findBrowser.ts';
import { test as base, expect } from './fixtures.ts';
import { openLongChat } from './longChatSteps.ts';

/** In the browser as it runs with a screen reader. Without one, Chromium makes no accessibility tree of what it skips. */
const test = base.extend({
  context: async ({ viewport, contextOptions }, use) => {
    const browser = await chromium.launch({
      executablePath: findTestBrowser()?.path ?? '',
      args: [...browserArgs, '--force-renderer-accessibility'],
    });
    await use(await browser.newContext({ ...contextOptions, viewport, locale: 'en-US' }));
    await browser.close();
  },
});

test('[CH-037][CH-042][F-PG9] offers a long conversation to screen readers from its first message to its last', {
  tag: '@core',
}, async ({ page, host, sandbox }) => {
  const { list, rows, isDrawn } = await openLongChat(page, host, sandbox, 500);
  await isDrawn();
  const isLaidOut = rows.nth(200).evaluate((row) => row.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isLaidOut).toBe(false);
  await expect(list).toHaveAttribute('aria-live', 'off');

  const client = await page.context().newCDPSession(page);
  const { frameTree } = await client.send('Page.getFrameTree');
  const frameId = frameTree.childFrames?.[0]?.frame.id ?? '';
  const { nodes } = await client.send('Accessibility.getFullAXTree', { frameId });
  const spoken = nodes
    .filter(({ ignored, role }) => !ignored && role?.value === 'StaticText')
    .map(({ name }) => String(name?.value))
    .filter((text) => /^(?:Question|Answer) \d+$/.test(text));
  const turns = Array.from({ length: 500 }, (_, turn) => [`Question ${turn}`, `Answer ${turn}`]);
  expect(spoken).toEqual(turns.flat());
});
