import type { Locator, Page } from 'playwright/test';
import { type Demo, startDemo } from '../sandbox/demo.ts';
import { prosodyPath, whyNoProsodyAt } from '../sandbox/prosody.ts';
import { mine, send } from './chatSteps.ts';
import { createControl, createHost, expect, fromRoot, test } from './fixtures.ts';
import { ofAgent, startChat } from './liveSteps.ts';

/** `npm start -- --xmpp` as a newcomer uses it: a visitor on the demo page, and Converse as the agent's client, over prosody. */

const missing = whyNoProsodyAt(prosodyPath);
test.skip(missing !== undefined, missing);

let demo: Demo | undefined;

test.beforeAll(async () => {
  demo = await startDemo({ port: 0, distDir: fromRoot('dist'), wantsXmpp: true });
});

test.afterAll(() => demo?.close());

/** Opens Converse, which logs in by itself. */
async function openConverse(visitorsPage: Page): Promise<Page> {
  const desk = await visitorsPage.context().newPage();
  await desk.goto(`${demo?.sandbox.servicesUrl}/agent/xmpp`);
  await expect(desk.getByText('I am online')).toBeVisible({ timeout: 20_000 });
  return desk;
}

/** The visitor's page, and Converse beside it. */
async function openBoth(page: Page) {
  if (!demo) throw new Error('The demo has not started.');
  return { host: createHost(page, createControl(demo.sandbox)), desk: await openConverse(page) };
}

const composer = (desk: Page): Locator => desk.getByPlaceholder('Message');

test('[F-AD2][F-AD13] a visitor of the demo page and an agent in Converse talk over prosody', { tag: '@core' }, async ({
  page,
}) => {
  test.slow();
  const { host, desk } = await openBoth(page);
  await host.open('/', { query: { panel: 'open' } });
  const reloaded = page.waitForEvent('load');
  await page.getByLabel('Chat product').selectOption({ label: 'XMPP (npm start -- --xmpp)' });
  await reloaded;
  const frame = await host.openPane();
  await startChat(frame);

  await send(frame, 'Do you ship to Norway?');
  await desk
    .getByRole('link', { name: /visitor-/ })
    .first()
    .click();
  const texts = desk.locator('.chat-msg__text');
  await expect(texts.getByText('Do you ship to Norway?')).toBeVisible();
  await expect(mine(frame).getByText(/^(Delivered|Seen)$/)).toBeVisible();

  await frame.getByRole('textbox').pressSequentially('And');
  await expect(desk.locator('.chat-content__notifications')).toContainText('is typing');

  await composer(desk).pressSequentially('Yes, in four');
  await expect(frame.getByText('Northwind sales is typing')).toBeAttached();
  await composer(desk).pressSequentially(' days');
  await composer(desk).press('Enter');
  await expect(ofAgent(frame)).toContainText('Yes, in four days');
  // The visitor has it, and has read it.
  await expect(desk.locator('.chat-msg', { hasText: 'Yes, in four days' }).locator('.chat-msg__receipt')).toBeVisible();

  await composer(desk).press('ArrowUp');
  await expect(composer(desk)).toHaveValue('Yes, in four days');
  await composer(desk).fill('Yes, in three days');
  await composer(desk).press('Enter');
  await expect(ofAgent(frame)).toContainText('Yes, in three days');
  await expect(ofAgent(frame)).toContainText('Edited');
  await expect(ofAgent(frame)).toHaveCount(1);

  const invoice = { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: Buffer.from('pdf') };
  await desk.locator('input.fileupload').setInputFiles(invoice);
  const file = ofAgent(frame).getByRole('link', { name: 'invoice.pdf' });
  await expect(file).toBeVisible();
  expect(await (await fetch((await file.getAttribute('href')) ?? '')).text()).toBe('pdf');
  await frame
    .locator('input[type=file]')
    .setInputFiles({ name: 'question.pdf', mimeType: 'application/pdf', buffer: Buffer.from('why') });
  await expect(desk.getByRole('link', { name: /question\.pdf/ })).toBeVisible();

  await frame.getByRole('textbox').fill('And by ship?');
  await frame.getByRole('textbox').press('Enter');
  await expect(texts.getByText('And by ship?')).toBeVisible();
});

test('[F-AD2] the focus area `xmpp` of the demo leads to the same desk', async ({ page }) => {
  test.slow();
  const { host, desk } = await openBoth(page);
  await host.open('/', { query: { focusArea: 'xmpp' } });
  const frame = await host.openPane();
  await startChat(frame);
  await send(frame, 'Is anybody there?');
  await expect(desk.getByRole('link', { name: /visitor-/ }).first()).toBeVisible();
  await expect(mine(frame).getByText(/^(Delivered|Seen)$/)).toBeVisible();
});
