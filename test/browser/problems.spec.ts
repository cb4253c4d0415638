import type { FrameLocator } from 'playwright/test';
import { expect, type HostPageHelper, type SandboxControl, test } from './fixtures.ts';
import { desk } from './liveSteps.ts';
import { openEntry } from './menuSteps.ts';

/** What the visitor sees when a chat's service fails, and that the offered way works. */

const log = (frame: FrameLocator) => frame.getByRole('log');

async function startChat(host: HostPageHelper): Promise<FrameLocator> {
  await host.open('/plain', { attrs: { 'data-focus-area': 'data' } });
  const pane = await host.openPane();
  await (await openEntry(pane, 'chat')).getByRole('button', { name: 'Start chat' }).click();
  return pane;
}

/** A live chat in which the agent has sent "Good morning". */
async function chatWithAgent(host: HostPageHelper, sandbox: SandboxControl): Promise<FrameLocator> {
  const frame = await startChat(host);
  await expect.poll(async () => (await desk(sandbox)).length).toBe(1);
  await sandbox.command('agent', { action: 'join' });
  await sandbox.command('agent', { action: 'say', text: 'Good morning' });
  await expect(log(frame)).toContainText('Good morning');
  return frame;
}

test('[SH-111] ends the conversation when the visitor withdraws consent in the page’s banner', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  const frame = await chatWithAgent(host, sandbox);
  await page.context().addCookies([{ name: 'notice_preferences', value: '0:', url: sandbox.hostUrl }]);
  // An answer is read at the visitor's next input, at most once a second.
  await expect(async () => {
    await page.getByRole('heading').first().click();
    await expect(log(frame)).toHaveCount(0, { timeout: 2_000 });
  }).toPass();
  await expect(frame.locator('[data-block=chat]')).toHaveCount(0);
  await expect(frame.getByRole('heading', { name: 'Call us', exact: true })).toBeVisible();
});

test('[CH-216][F-CH32] shows a lost messaging connection until it is back, offers the other ways when it does not come back, and keeps the chat', {
  tag: '@core',
}, async ({ host, sandbox }) => {
  await sandbox.command('contact', { chat: 'messaging' });
  const frame = await startChat(host);
  await frame.getByRole('textbox').fill('Hello');
  await frame.getByRole('textbox').press('Enter');
  await expect.poll(async () => JSON.stringify(await sandbox.requests('/ws_api'))).toContain('Hello');
  await sandbox.rules({ path: '/ws_api', method: 'WS', status: 503 }, { path: '/ws_api', action: 'cut', times: 1 });
  await expect(frame.getByText('Connection lost. Reconnecting…')).toBeVisible();
  const others = frame.getByText('Please choose another way to reach us.');
  await expect(others).toHaveCount(0);
  await expect(others).toBeVisible({ timeout: 15_000 });
  await expect(frame.getByRole('textbox')).toBeVisible();
  await frame.getByRole('button', { name: 'Back to menu' }).click();
  await expect(frame.getByRole('button', { name: 'Call us', exact: true })).toBeVisible();
  await frame.getByRole('button', { name: 'Back to the chat', exact: true }).click();
  await expect(log(frame).locator('[data-kind=visitor]')).toContainText('Hello');
  await sandbox.forgetRules();
  // The browser's `online` event ends the wait for the next attempt (CH-149).
  await (await host.frameHandle()).evaluate(() => dispatchEvent(new Event('online')));
  await expect(others).toHaveCount(0);
  await expect(frame.getByText('Connection lost. Reconnecting…')).toBeHidden();
});

test('[CH-218] ends a chat with its message when the service fails, and a new one works', async ({ host, sandbox }) => {
  const frame = await chatWithAgent(host, sandbox);
  const failed = { chat: { link: [], events: { link: [] }, info: { state: 'error' } } };
  await sandbox.rules({ path: '/api/account/4711/chat/', method: 'GET', status: 200, body: failed });
  await expect(frame.getByText('Something went wrong and this chat has ended.').first()).toBeVisible();
  await sandbox.forgetRules();
  // By keyboard: the texts above the button may still move it, and a click that misses is tried again when the button has gone.
  await frame.getByRole('button', { name: 'Start new chat' }).press('Enter');
  await expect(frame.getByText('Something went wrong and this chat has ended.')).toHaveCount(0);
  await expect.poll(async () => (await desk(sandbox)).length).toBe(2);
  await sandbox.command('agent', { action: 'join' });
  await sandbox.command('agent', { action: 'say', text: 'And again' });
  await expect(log(frame)).toContainText('And again');
});

test('[CH-008][CH-028][SH-065][F-CH11] lists a queue on stand-by, says that it takes nobody, and offers it again when it does', async ({
  host,
  sandbox,
}) => {
  await sandbox.command('contact', { chat: 'messaging' });
  await sandbox.rules({ path: '/async/engagement', body: { status: 'StandBy' } });
  await host.open('/plain');
  const pane = await host.openPane();
  const block = pane.locator('[data-block=chat]');
  // On stand-by, the gateway is asked again and again.
  await expect.poll(async () => (await sandbox.requests('/async/engagement')).length).toBeGreaterThan(1);
  await block.getByRole('button').first().click();
  await block.getByRole('button', { name: 'Start chat' }).click();
  await expect(pane.getByText('Our agents are not available right now.', { exact: false })).toBeVisible();
  await expect(pane.getByRole('textbox')).toHaveCount(0);
  await sandbox.forgetRules();
  await expect(pane.getByText('Our agents are not available right now.', { exact: false })).toHaveCount(0);
  await sandbox.command('contact', { chat: 'messaging' });
  await host.open('/plain', { query: { 'cm-start-chat': '' } });
  await expect(host.frame().getByRole('textbox')).toBeVisible();
});
