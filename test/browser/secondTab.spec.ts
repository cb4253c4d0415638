import { mine } from './chatSteps.ts';
import { createHost, expect, test } from './fixtures.ts';
import { agentSays, askForAgent, desk, openChatEntry, talkToAgent } from './liveSteps.ts';

/** A live chat in one tab, and a second tab of the same browser. */

const elsewhere = 'Your chat is open in another tab of this browser. Please continue there.';

test('[F-CH28] a second tab says that the chat runs in another tab, and starts one when that tab is gone', {
  tag: '@core',
}, async ({ host, page, sandbox, context }) => {
  await talkToAgent(host, sandbox);
  const second = createHost(await context.newPage(), sandbox);
  await second.open('/plain', { attrs: { 'data-focus-area': 'data' } });
  const frame = await second.openPane();
  await (await openChatEntry(frame)).click();
  await expect(frame.getByText(elsewhere)).toBeVisible();
  await expect(frame.getByRole('textbox')).toBeDisabled();
  expect(await desk(sandbox)).toHaveLength(1);
  await frame.getByRole('button', { name: 'Back to menu' }).click();
  await page.close();
  const start = await openChatEntry(frame);
  await expect(async () => {
    if (await start.isVisible()) await start.click();
    await expect(frame.getByRole('textbox')).toBeEnabled({ timeout: 1_000 });
  }).toPass();
  await expect.poll(async () => (await desk(sandbox)).length).toBe(2);
});

test('[F-CH28] a second tab of the bot’s conversation asks for no second agent', async ({ host, sandbox, context }) => {
  await agentSays(await askForAgent(host, sandbox, 'security'), sandbox, 'Hello');
  const second = createHost(await context.newPage(), sandbox);
  await second.open('/plain', { attrs: { 'data-focus-area': 'security' } });
  const frame = await second.openPane();
  await frame.getByRole('textbox').fill('agent now');
  await frame.getByRole('textbox').press('Enter');
  await expect(frame.getByText(elsewhere)).toBeVisible();
  expect(await desk(sandbox)).toHaveLength(1);
  await expect(mine(frame).last()).toContainText('agent now');
  await expect(frame.getByRole('textbox')).toBeVisible();
});
