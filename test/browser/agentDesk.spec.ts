import type { FrameLocator, Page } from 'playwright/test';
import { createHost, expect, type HostPageHelper, type SandboxControl, test } from './fixtures.ts';

const log = (frame: FrameLocator) => frame.getByRole('log');

async function send(frame: FrameLocator, text: string): Promise<void> {
  await frame.getByRole('textbox').fill(text);
  await frame.getByRole('textbox').press('Enter');
}

/** Asks the bot for an agent, on a page that names Ada. */
async function askAsAda(host: HostPageHelper): Promise<FrameLocator> {
  await host.open('/plain', {
    attrs: { 'data-focus-area': 'cloud' },
    globals: { contactWidgetUser: { iui: 'nw-ada', firstName: 'Ada', lastName: 'Lindqvist', accountType: 'buyer' } },
    query: { 'cm-start-chat': '', plan: 'business' },
  });
  const frame = host.frame();
  await expect(log(frame)).toContainText('Northwind guide');
  await send(frame, 'what does a server cost');
  await expect(log(frame)).toContainText('Northwind Cloud:');
  await send(frame, 'agent now');
  await expect(frame.getByText('Connecting you…')).toBeVisible();
  return frame;
}

async function openDesk(page: Page, sandbox: SandboxControl): Promise<Page> {
  const desk = await page.context().newPage();
  await desk.goto(`${sandbox.servicesUrl}/agent`);
  return desk;
}

test('[F-CH17] the agent sees the conversation with the bot, who and where the visitor is, and a log, and chooses who goes on', {
  tag: '@core',
}, async ({ host, page, sandbox, problems }) => {
  const frame = await askAsAda(host);
  const desk = await openDesk(page, sandbox);
  await expect(desk.getByText('1 visitor is waiting.')).toBeVisible();
  await expect(desk.getByRole('heading', { name: 'Ada Lindqvist' })).toBeVisible();
  await expect(desk.locator('#facts')).toHaveText('Messaging · cloud-sales · buyer · Waiting');
  // Neither the page's own parameters are relayed nor ours (BR-34, BR-35).
  const address = desk.getByRole('link', { name: '/plain' });
  await expect(address).toHaveAttribute('href', /\/plain$/);
  const lines = desk.locator('#log > li');
  await expect(lines.first()).toHaveText('Before the handover, with the assistant');
  await expect(desk.locator('#log > li[data-earlier]').filter({ hasText: 'what does a server cost' })).toHaveCount(1);
  await expect(desk.locator('#log > li[data-from=bot]').filter({ hasText: 'by the second' }).first()).toBeVisible();
  await expect(lines.filter({ hasText: 'Handed over to an agent' })).toHaveCount(1);

  await desk.getByRole('button', { name: 'Accept' }).click();
  await expect(lines.last()).toContainText('Natalie joined.');
  await expect(log(frame)).toContainText('Natalie has joined the chat.');
  await desk.getByLabel('Transfer to').selectOption({ label: 'Jonas Weidmann' });
  await desk.getByRole('button', { name: 'Transfer' }).click();
  await expect(lines.last()).toContainText('Natalie handed the visitor over to Jonas.');
  await expect(log(frame)).toContainText('Jonas has joined the chat.');
  await desk.getByLabel('Transfer to').selectOption('shield-specialists');
  await desk.getByRole('button', { name: 'Transfer' }).click();
  await expect(lines.last()).toContainText('transferred the visitor to shield-specialists.');
  await expect(desk.locator('#facts')).toContainText('shield-specialists · buyer · Waiting');
  await desk.getByRole('button', { name: 'Accept' }).click();
  await frame.getByRole('button', { name: 'Close chat' }).click();
  await frame.getByRole('button', { name: 'End chat', exact: true }).click();
  await expect(lines.filter({ hasText: 'The visitor ended the conversation.' })).toHaveCount(1);
  expect(problems.consoleErrors.filter((line) => !line.includes('[contact-widget]'))).toEqual([]);
});

test('[F-CH17] the desk lists live chat beside messaging, counts what the agent has not seen, and plays a tone for it', async ({
  browser,
  host,
  page,
  sandbox,
}) => {
  const first = await askAsAda(host);
  const desk = await openDesk(page, sandbox);
  await desk.evaluate(() => {
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function count(...args) {
      document.body.dataset.tones = String(Number(document.body.dataset.tones ?? 0) + 1);
      start.apply(this, args);
    };
  });
  await desk.getByLabel('Sound').check();
  await expect(desk.locator('body')).toHaveAttribute('data-tones', '1');
  await expect(desk.getByRole('heading', { name: 'Ada Lindqvist' })).toBeVisible();

  // Another visitor, in a browser of their own.
  const context = await browser.newContext({ locale: 'en-US' });
  const other = createHost(await context.newPage(), sandbox);
  await other.open('/plain', { attrs: { 'data-focus-area': 'data' }, query: { 'cm-start-chat': '' } });
  await expect(other.frame().getByRole('textbox')).toBeEnabled();
  const list = desk.getByRole('navigation', { name: 'Conversations' }).getByRole('button');
  await expect(list).toHaveCount(2);
  const chat = list.filter({ hasText: 'Live chat' });
  await expect(chat).toHaveCount(1);
  await expect(list.filter({ hasText: 'Messaging' })).toContainText('Ada Lindqvist');
  await send(other.frame(), 'I am here as well');
  await chat.click();
  await desk.getByRole('button', { name: 'Accept' }).click();
  await expect(desk.locator('#log')).toContainText('I am here as well');
  const unread = list.filter({ hasText: 'Messaging' }).locator('.unread');
  await expect(unread).toBeHidden();
  const tones = Number(await desk.locator('body').getAttribute('data-tones'));
  await list.filter({ hasText: 'Messaging' }).click();
  await desk.getByRole('button', { name: 'Accept' }).click();
  await expect(desk.locator('#log')).toContainText('joined.');
  await chat.click();
  await send(first, 'still there?');
  await expect(unread).toHaveText('1');
  await expect(desk).toHaveTitle(/^\(1\) /);
  expect(Number(await desk.locator('body').getAttribute('data-tones'))).toBeGreaterThan(tones);
  await list.filter({ hasText: 'Messaging' }).click();
  await expect(unread).toBeHidden();
  await expect(desk).toHaveTitle(/^Northwind/);
  await context.close();
});

/** Asks the bot, as a guest, and then for somebody: the words decide for whom. */
async function askAsGuest(host: HostPageHelper, focusArea: string, words: string): Promise<FrameLocator> {
  await host.open('/plain', { attrs: { 'data-focus-area': focusArea }, query: { 'cm-start-chat': '' } });
  const frame = host.frame();
  await expect(log(frame)).toContainText('Northwind guide');
  await send(frame, 'what does a server cost');
  await expect(log(frame)).toContainText('Northwind Cloud:');
  await send(frame, words);
  await expect(frame.getByText('Connecting you…')).toBeVisible();
  return frame;
}

test('[F-CH29] after a guest’s talk with the bot, the agent of each queue has it', { tag: '@core' }, async ({
  host,
  page,
  sandbox,
}) => {
  for (const { queue, focusArea, words, facts } of [
    { queue: 'Messaging', focusArea: 'cloud', words: 'agent now', facts: 'Messaging · cloud-sales' },
    { queue: 'Live chat', focusArea: 'security', words: 'agent now', facts: 'Live chat · shield-sales' },
    { queue: 'Live chat', focusArea: 'security', words: 'specialist now', facts: 'Live chat · shield-specialists' },
  ]) {
    await test.step(`[F-CH29] ${queue}: after “${words}”, the agent of ${facts.split(' · ')[1]} has a guest’s talk with the bot`, async () => {
      await askAsGuest(host, focusArea, words);
      const desk = await openDesk(page, sandbox);
      await expect(desk.locator('#facts')).toContainText(facts);
      await expect(desk.locator('#facts')).toContainText('Waiting');
      const lines = desk.locator('#log > li');
      await expect(lines.first()).toHaveText('Before the handover, with the assistant');
      await expect(desk.locator('#log > li[data-earlier]').filter({ hasText: 'what does a server cost' })).toHaveCount(
        1,
      );
      await desk.close();
      await host.forgetVisitor();
      await sandbox.reset();
    });
  }
});
