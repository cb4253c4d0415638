import { log, mine, reopen, send } from './chatSteps.ts';
import { expect, test } from './fixtures.ts';
import { agentSays, askForAgent, desk, ofAgent, talkToAgent, visitorTexts } from './liveSteps.ts';

/** The survey after a chat with an agent, and what is left of the chat then. */

test('[F-CH27] after bot and agent, the survey is in the ended agent’s window, which thanks, keeps the transcript and starts a new chat', {
  tag: '@core',
}, async ({ host, sandbox }) => {
  const frame = await askForAgent(host, sandbox, 'security');
  await agentSays(frame, sandbox, 'Anything else?');
  await sandbox.command('agent', { action: 'survey' });
  await expect(frame.getByText('Was your question answered?')).toBeVisible();
  await expect(frame.locator('header')).toContainText('This chat has ended');
  await expect(frame.getByRole('button', { name: 'Close chat' })).toBeVisible();
  await expect(ofAgent(frame)).toContainText('Anything else?');
  await frame.getByText('Yes', { exact: true }).click();
  await frame.getByRole('button', { name: 'Send answers' }).click();
  await expect(frame.getByText('Thank you for your answers.')).toBeVisible();
  await expect(frame.locator('header')).toContainText('This chat has ended');
  await expect(frame.getByRole('button', { name: 'Download transcript' })).toBeVisible();
  await frame.getByRole('button', { name: 'Start new chat' }).click();
  await expect(frame.getByRole('textbox')).toBeVisible();
  await expect(frame.locator('header')).toContainText('Virtual assistant');
});

test('[CH-122][F-CH1][F-CH27] a reload keeps the survey, its chat and its transcript, and later the thanks; a chat that starts while another survey is open takes its place', async ({
  host,
  sandbox,
  page,
}) => {
  let frame = await talkToAgent(host, sandbox);
  await sandbox.command('agent', { action: 'survey' });
  await expect(frame.getByText('Was your question answered?')).toBeVisible();
  frame = await reopen(page, host);
  await expect(frame.getByText('Was your question answered?')).toBeVisible();
  await expect(frame.locator('header')).toContainText('This chat has ended');
  await expect(ofAgent(frame)).toContainText('Anything else?');
  await expect(log(frame)).toContainText('No, thank you.');
  await frame.getByText('Yes', { exact: true }).click();
  await frame.getByRole('button', { name: 'Send answers' }).click();
  await expect(frame.getByText('Thank you for your answers.')).toBeVisible();
  const { surveys } = (await sandbox.command('surveys')) as { surveys: { survey: Record<string, unknown> }[] };
  expect(surveys[0]?.survey).toMatchObject({ id: 361348, question: [{ id: 1, answer: 'yes' }] });
  expect(surveys[0]?.survey.conversationId).toBeTruthy();
  frame = await reopen(page, host);
  await expect(frame.getByText('Thank you for your answers.')).toBeVisible();
  await expect(frame.getByText('Was your question answered?')).toHaveCount(0);
  await expect(frame.getByRole('button', { name: 'Download transcript' })).toBeVisible();
  await frame.getByRole('button', { name: 'Start new chat' }).click();
  await expect(frame.getByRole('textbox')).toBeVisible();
  await expect(ofAgent(frame)).toHaveCount(0);
  await test.step('[CH-122][F-CH1] a chat that starts while a survey is open takes its place, and the survey does not come back', async () => {
    const question = frame.getByText('Was your question answered?');
    await expect.poll(async () => (await desk(sandbox)).length).toBe(2);
    await sandbox.command('agent', { action: 'say', text: 'Once more?' });
    await expect(ofAgent(frame)).toContainText('Once more?');
    await sandbox.command('agent', { action: 'survey' });
    await expect(question).toBeVisible();
    await frame.getByRole('button', { name: 'Minimize' }).click();
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/contact', textContent: 'Ask' });
      link.dataset.contactLink = 'chat';
      document.querySelector('main')?.prepend(link);
    });
    await expect(page.locator('main > a').first()).toHaveText('Chat with us');
    await page.locator('main > a').first().click();
    await expect(frame.getByRole('textbox')).toBeVisible();
    await expect(question).toHaveCount(0);
    await send(frame, 'One more question');
    await expect(mine(frame).last()).toContainText('One more question');
    await expect.poll(async () => (await desk(sandbox)).length).toBe(3);
    await sandbox.command('agent', { action: 'say', text: 'Go on.' });
    await expect(ofAgent(frame).last()).toContainText('Go on.');
    await expect.poll(() => visitorTexts(sandbox)).toContain('One more question');
    await expect(question).toHaveCount(0);
    expect(((await sandbox.command('surveys')) as { surveys: unknown[] }).surveys).toHaveLength(1);
  });
});

test('[F-CH27][CH-139] the input returns after a survey in messaging', async ({ host, sandbox }) => {
  const frame = await askForAgent(host, sandbox);
  await agentSays(frame, sandbox, 'Goodbye');
  await sandbox.command('agent', { action: 'survey' });
  await frame.getByRole('button', { name: '5', exact: true }).click();
  await expect(frame.getByRole('textbox')).toHaveCount(0);
  await frame.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect.poll(async () => (await desk(sandbox))[0]?.state).toBe('ended');
  await expect(frame.getByRole('textbox')).toBeVisible();
  await frame.getByRole('textbox').fill('One more question');
  await frame.getByRole('textbox').press('Enter');
  await expect(log(frame)).toContainText('One more question');
});
