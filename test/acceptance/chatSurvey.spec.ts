import { readFileSync } from 'node:fs';
import { log, reopen, send } from '../browser/chatSteps.ts';
import { expect, test } from '../browser/fixtures.ts';
import { desk, ofAgent, talkToAgent } from '../browser/liveSteps.ts';
import { agent, bodies, configureChat, lines, openChat, reached } from './chat.ts';
import { given, sees, when } from './steps.ts';

const question = 'Was your question answered?';

test('[CH-068] chat 201, 202: a survey that cannot be fetched is noted, and the chat ends with a transcript', async ({
  host,
  sandbox,
  problems,
}) => {
  const pane = await given('a chat whose survey fails', async () => {
    const opened = await talkToAgent(host, sandbox);
    await sandbox.rules({
      path: `/api/account/4711/chat/${(await desk(sandbox))[0]?.id}/exitSurvey`,
      status: 500,
      body: {},
    });
    return opened;
  });
  await when('the agent ends it with a survey', () => agent(sandbox, 'survey'));
  await sees('a transcript, and no survey', async () => {
    await expect(pane.getByRole('button', { name: 'Download transcript' })).toBeVisible();
    await expect.poll(() => lines(problems.warnings, 'The chat ends without it.')).toBe(1);
    await expect(pane.getByText(question)).toHaveCount(0);
    await expect(pane.getByRole('form')).toHaveCount(0);
  });
  await when('the visitor starts a new chat, and no agent is left', async () => {
    await sandbox.command('liveChat', { available: false });
    await sandbox.rules({ path: '/api/account/4711/chat/request', status: 500, body: {} });
    await pane.getByRole('button', { name: 'Start new chat' }).click();
  });
  await sees('a warning that it cannot start', () =>
    expect.poll(() => lines(problems.warnings, 'Cannot start chat.')).toBeGreaterThan(0),
  );
});

for (const { skill, button } of [
  { skill: 'northwind-guide', button: 'Send answers' },
  { skill: 'console-contact', button: 'Skip' },
] as const) {
  const restarts = skill === 'northwind-guide';
  test(`[CH-048][CH-050][CH-059] chat 73, 75: after ${button}, the bot ${restarts ? 'starts again' : 'stays away'} where ${skill} is the bot to come back`, async ({
    host,
    page,
    sandbox,
  }) => {
    const pane = await given('an agent to whom the bot has handed over for good', async () => {
      await configureChat(page, (chat) => Object.assign(chat, { restartSkill: skill }));
      const opened = await openChat(host, 'security');
      await send(opened, 'no way back');
      await log(opened).getByRole('button', { name: 'Chat with an agent' }).click();
      await reached(sandbox);
      await agent(sandbox, 'say', { text: 'Hello, this is Natalie.' });
      await expect(ofAgent(opened)).toContainText('Hello, this is Natalie.');
      return opened;
    });
    await when('the agent ends the chat with a survey, and the visitor is done with it', async () => {
      await agent(sandbox, 'survey');
      await expect(pane.getByText(question)).toBeVisible();
      await expect(pane.getByRole('banner')).toContainText('This chat has ended');
      await expect(ofAgent(pane)).toContainText('Hello, this is Natalie.');
      if (restarts) await pane.getByText('Yes', { exact: true }).click();
      await pane.getByRole('button', { name: button }).click();
      await expect(pane.getByText(question)).toHaveCount(0);
    });
    const conversations = async () =>
      new Set((await bodies(sandbox, '/bot/v2/message/history')).map((body) => JSON.stringify(body))).size;
    await sees(restarts ? 'a new chat with the bot' : 'no bot', async () => {
      if (restarts) {
        await expect(pane.getByRole('textbox')).toBeVisible();
        await expect.poll(conversations).toBe(2);
      } else {
        await expect(pane.getByRole('button', { name: 'Start new chat' })).toBeVisible();
        await host.changeAddress();
        expect(await conversations()).toBe(1);
      }
    });
  });
}

test('[CH-043][CH-070][CH-071] chat 148, 149: days have names in the window and in the transcript', async ({
  host,
  page,
  sandbox,
}) => {
  const pane = await given('a bot with messages of three days and of another year', async () => {
    const opened = await openChat(host, 'cloud');
    await expect(log(opened)).toContainText('What can I help you with?');
    await page.route(/\/message\/history$/, async (route) => {
      const response = await route.fetch();
      const turns = (await response.json()) as { timestamp: string }[];
      const turn = (daysAgo: number) => ({
        _id: `old-${daysAgo}`,
        timestamp: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
        data: {
          input: { text: `${daysAgo} days ago` },
          output: { values: [{ items: [{ type: 'text', text: 'Yes' }] }] },
        },
      });
      await route.fulfill({ response, json: [turn(400), turn(5), turn(1), ...turns] });
    });
    return reopen(page, host);
  });
  const days = (...ago: readonly number[]) =>
    ago.map((one) => {
      const date = new Date(Date.now() - one * 86_400_000);
      const year = date.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' as const };
      const format = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'Europe/Berlin', ...year } as const;
      return new Intl.DateTimeFormat('en-US', format).format(date);
    });
  await sees('the days above their messages', async () => {
    await expect(log(pane)).toContainText('400 days ago');
    const shown = () => log(pane).locator('[data-kind=dateHeader] [aria-hidden]').allTextContents();
    await expect.poll(shown).toEqual([...days(400, 5), 'Yesterday', 'Today']);
  });
  const file = await when(
    'the visitor asks for an agent, who ends the chat, and downloads the transcript',
    async () => {
      await send(pane, 'no way back');
      await log(pane).getByRole('button', { name: 'Chat with an agent' }).last().click();
      await reached(sandbox);
      await agent(sandbox, 'say', { text: 'Hello' });
      await expect(ofAgent(pane)).toContainText('Hello');
      await agent(sandbox, 'end');
      const download = page.waitForEvent('download');
      await pane.getByRole('button', { name: 'Download transcript' }).click();
      return download;
    },
  );
  await sees('the same days in brackets', async () => {
    const all = readFileSync(await file.path(), 'utf8').split('\n');
    const [old = ''] = days(400);
    expect(all.find((line) => line.includes('400 days ago'))).toMatch(
      new RegExp(`^\\[${old},? .+\\] You: 400 days ago$`),
    );
    expect(all.find((line) => line.includes('1 days ago'))).toMatch(/^\[Yesterday .+\] You: 1 days ago$/);
    expect(all.find((line) => line.endsWith(': Hello'))).toMatch(/^\[Today .+\] Natalie: Hello$/);
  });
});
