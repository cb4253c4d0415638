import type { FrameLocator } from 'playwright/test';
import { mine, send } from './chatSteps.ts';
import { expect, test } from './fixtures.ts';
import { desk, ofAgent, talkToAgent, visitorTexts } from './liveSteps.ts';

const question = (frame: FrameLocator) => frame.getByText('Was your question answered?');

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
