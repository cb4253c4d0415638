import { expect, test } from './fixtures.ts';

/** Third-party scripts and services that are missing or late. */

const warned = (lines: readonly string[], text: string): number => lines.filter((line) => line.includes(text)).length;

test('[CH-153][CH-214] logs once and shows that the support chat’s script is missing, and the other ways work', async ({
  host,
  problems,
  sandbox,
}) => {
  await sandbox.rules({ path: '/support-chat/deployment.js', status: 404, body: {} });
  await host.open('/plain', { attrs: { 'data-focus-area': 'security' } });
  const pane = await host.openPane();
  const block = pane.locator('[data-block=support]');
  await block.getByRole('button').first().click();
  await block.getByRole('button', { name: 'Start support chat' }).click();
  await expect(pane.getByText('This chat is not available right now.', { exact: false })).toBeVisible();
  await expect(pane.getByText('Online now')).toHaveCount(0);
  expect(warned(problems.warnings, 'The support chat cannot be used.')).toBe(1);
  expect(await sandbox.requests('/support-chat/start')).toEqual([]);
  await pane.getByRole('button', { name: 'Back to menu' }).click();
  const chat = pane.locator('[data-block=chat]');
  await chat.getByRole('button').first().click();
  await chat.getByRole('button', { name: 'Start chat' }).click();
  await expect(pane.getByRole('log')).toContainText('Northwind guide');
});

test('[CH-106][CH-157][SH-065] logs once that the hosted assistant’s script is missing, offers no chat when the older product’s is, and the menu shows the other ways', {
  tag: '@core',
}, async ({ host, problems, sandbox, page }) => {
  await test.step('[CH-106] logs once that the hosted assistant’s script is missing, and the menu shows the other ways', async () => {
    await sandbox.command('contact', { chat: 'assistant' });
    await sandbox.rules({ path: '/assistant/entry.js', status: 404, body: {} });
    await host.open('/plain');
    const pane = await host.openPane();
    await expect.poll(() => warned(problems.warnings, 'The bot cannot be used.')).toBe(1);
    await expect(pane.locator('[data-block=phone]')).toBeVisible();
    await expect(pane.locator('[data-block=chat]')).toHaveCount(0);
  });
  await test.step('[CH-157][SH-065] offers no chat when the older product’s script is missing, and the other ways work', async () => {
    await sandbox.reset();
    await sandbox.command('contact', { chat: 'older' });
    await page.route('**/olderChat.js', (route) => route.fulfill({ status: 404, body: 'gone' }));
    await host.open('/older-chat');
    const pane = await host.openPane();
    await expect(pane.locator('[data-block=phone]')).toBeVisible();
    await expect(pane.locator('[data-block=chat]')).toHaveCount(0);
    expect(problems.uncaught).toEqual([]);
    expect(warned(problems.consoleErrors, '[contact-widget]')).toBe(0);
  });
});

test('[CH-209] delays neither the pane nor a message when the analytics service never answers', async ({
  host,
  sandbox,
}) => {
  await sandbox.rules({ path: '/analytics', hang: true });
  await host.open('/plain', { query: { 'cm-start-chat': '' } });
  const frame = host.frame();
  await expect(frame.getByRole('log')).toContainText('Northwind guide');
  await expect.poll(async () => (await sandbox.requests('/analytics/events')).length).toBeGreaterThan(0);
  await frame.getByRole('textbox').fill('Pricing');
  await frame.getByRole('textbox').press('Enter');
  await expect(frame.getByRole('log')).toContainText('by the second');
  await frame.getByRole('button', { name: 'Minimize' }).click();
  await host.openPane();
});

test('[CH-209][CH-210] sends waiting events by beacon when the visitor leaves, without personal data', async ({
  host,
  page,
  sandbox,
}) => {
  // Keep the batch waiting until the visitor leaves, however busy this machine is.
  await page.addInitScript(() => {
    const real = window.setTimeout;
    window.setTimeout = ((task: TimerHandler, delayMs?: number, ...args: unknown[]) =>
      real(task, delayMs === 2_000 ? 600_000 : delayMs, ...args)) as typeof window.setTimeout;
  });
  const user = {
    firstName: 'Grace',
    lastName: 'Okonkwo',
    email: 'grace@okonkwo.example',
    signedin: true,
    iui: 'nw-77',
  };
  await host.open('/plain', {
    query: { 'cm-start-chat': '', ref: 'from-a-letter' },
    globals: { contactWidgetUser: user },
  });
  const frame = host.frame();
  await expect(frame.getByRole('log')).toContainText('Northwind guide');
  await frame.getByRole('textbox').fill('I am at 5 Harbour Street');
  await frame.getByRole('textbox').press('Enter');
  await expect(frame.getByRole('log').locator('[data-kind=visitor]')).toContainText('Harbour');
  expect(await sandbox.requests('/analytics/events')).toEqual([]);
  await page.goto('about:blank');
  await expect.poll(async () => (await sandbox.requests('/analytics/events')).length).toBe(1);
  const [batch] = await sandbox.requests('/analytics/events');
  expect(batch?.headers['content-type']).toMatch(/^text\/plain/);
  const text = typeof batch?.body === 'string' ? batch.body : JSON.stringify(batch?.body);
  for (const name of ['CM_CHAT_START', 'CM_CHAT_CONNECT', 'CM_CHAT_FIRST_MESSAGE', 'CM_PANE_SHOWN']) {
    expect(text).toContain(name);
  }
  expect(text).toContain(`"pageUrl":"${sandbox.hostUrl}/plain`);
  expect(text).not.toMatch(/grace|okonkwo|nw-77|harbour|from-a-letter/i);
});
