import type { FrameLocator } from 'playwright/test';
import { mine, send } from './chatSteps.ts';
import { expect, test } from './fixtures.ts';
import { desk, leaveBot, ofAgent, talkToAgent, visitorTexts } from './liveSteps.ts';
import { everyNth, sampleOf } from './sample.ts';

const question = (frame: FrameLocator) => frame.getByText('Was your question answered?');

test('[CH-068] ends a live chat without a panel when its survey cannot be fetched, and with a transcript', async ({
  host,
  sandbox,
  problems,
}) => {
  const frame = await talkToAgent(host, sandbox);
  const survey = `/api/account/4711/chat/${(await desk(sandbox))[0]?.id}/exitSurvey`;
  await sandbox.rules({ path: survey, status: 500, body: {} });
  await sandbox.command('agent', { action: 'survey' });
  await expect(frame.getByRole('button', { name: 'Download transcript' })).toBeVisible();
  await expect.poll(async () => (await sandbox.requests(survey)).length).toBeGreaterThan(0);
  await expect
    .poll(() => problems.warnings.filter((line) => line.includes('The chat ends without it.')).length)
    .toBe(1);
  await expect(frame.getByRole('form')).toHaveCount(0);
  await expect(question(frame)).toHaveCount(0);
  await frame.getByRole('button', { name: 'Start new chat' }).click();
  await expect(frame.getByRole('textbox')).toBeVisible();
});

test('[CH-122][F-CH1] a chat that starts while a survey is open takes its place, and the survey does not come back', async ({
  host,
  page,
  sandbox,
}) => {
  const frame = await talkToAgent(host, sandbox);
  await sandbox.command('agent', { action: 'survey' });
  await expect(question(frame)).toBeVisible();
  await frame.getByRole('button', { name: 'Minimize' }).click();
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/contact', textContent: 'Ask' });
    link.dataset.contactLink = 'chat';
    document.querySelector('main')?.prepend(link);
  });
  await expect(page.locator('main > a').first()).toHaveText('Chat with us');
  await page.locator('main > a').first().click();
  await expect(frame.getByRole('textbox')).toBeVisible();
  await expect(question(frame)).toHaveCount(0);
  await send(frame, 'One more question');
  await expect(mine(frame).last()).toContainText('One more question');
  await expect.poll(async () => (await desk(sandbox)).length).toBe(2);
  await sandbox.command('agent', { action: 'say', text: 'Go on.' });
  await expect(ofAgent(frame).last()).toContainText('Go on.');
  await expect.poll(() => visitorTexts(sandbox)).toContain('One more question');
  await expect(question(frame)).toHaveCount(0);
  expect(((await sandbox.command('surveys')) as { surveys: unknown[] }).surveys).toEqual([]);
});

const endings = [
  { skill: 'northwind-guide', button: 'Send answers', restarts: true },
  { skill: 'northwind-guide', button: 'Skip', restarts: true },
  { skill: 'console-contact', button: 'Skip', restarts: false },
];

for (const { skill, button, restarts } of sampleOf(endings, everyNth(4))) {
  test(`[CH-050] after ${button}, the bot ${restarts ? 'talks again' : 'stays away'} where the bot of ${skill} is to come back`, async ({
    host,
    page,
    sandbox,
  }) => {
    await page.route(`${sandbox.widgetUrl}/frame/config.json`, async (route) => {
      const response = await route.fetch();
      const deployment = (await response.json()) as { chat: object };
      await route.fulfill({ response, json: { ...deployment, chat: { ...deployment.chat, restartSkill: skill } } });
    });
    const frame = await leaveBot(host, sandbox, 'security');
    await sandbox.command('agent', { action: 'say', text: 'Hello, this is Natalie.' });
    await expect(ofAgent(frame)).toContainText('Hello, this is Natalie.');
    await sandbox.command('agent', { action: 'survey' });
    await expect(question(frame)).toBeVisible();
    if (button === 'Send answers') await frame.getByText('Yes', { exact: true }).click();
    await frame.getByRole('button', { name: button }).click();
    await expect(question(frame)).toHaveCount(0);
    if (restarts) await expect(frame.getByRole('textbox')).toBeVisible();
    else await expect(frame.getByRole('button', { name: 'Start new chat' })).toBeVisible();
    const conversations = async () =>
      new Set((await sandbox.requests('/bot/v2/message/history')).map(({ body }) => JSON.stringify(body))).size;
    if (restarts) await expect.poll(conversations).toBe(2);
    else {
      await host.changeAddress();
      await expect(frame.getByRole('button', { name: 'Start new chat' })).toBeVisible();
      expect(await conversations()).toBe(1);
    }
  });
}
