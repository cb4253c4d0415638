import { botMessages, log, mine, openChat, readHostStorage, send } from './chatSteps.ts';
import { expect, test } from './fixtures.ts';
import { agentSays } from './liveSteps.ts';

test('[CH-014][CH-082][CH-088][CH-094] greets with a privacy notice, a connection line and choices, sends a chosen one once, and ends the conversation when the visitor signs out', {
  tag: '@core',
}, async ({ context, host, page, sandbox }) => {
  await context.addCookies([{ name: 'ajs_anonymous_id', value: '%2250YTYC81B4%22', url: sandbox.hostUrl }]);
  const frame = await openChat(host);
  const items = log(frame).locator('li[data-kind]:not([data-kind=dateHeader])');
  await expect(items.nth(0)).toContainText('virtual assistant');
  await expect(items.nth(1)).toContainText('connected');
  await expect(items.nth(2)).toContainText('Northwind guide');
  await frame.getByRole('button', { name: 'Pricing' }).click();
  await expect(mine(frame)).toContainText('Pricing');
  await expect(log(frame)).toContainText('by the second');
  const sent = (await botMessages(sandbox)).map((body) => (body.input as { text: string }).text);
  expect(sent).toEqual(['', 'Pricing']);
  expect((await botMessages(sandbox)).at(-1)?.context).toMatchObject({ auId: '50YTYC81B4', signedin: false });
  await page.evaluate(() => Object.assign(window, { contactWidgetUser: { signedin: true, iui: 'nw-77' } }));
  const nextContext = () => send(frame, 'Thank you').then(async () => (await botMessages(sandbox)).at(-1)?.context);
  await expect.poll(nextContext).toMatchObject({ signedin: true, iui: 'nw-77' });
  await page.evaluate(() => Object.assign(window, { contactWidgetUser: { signedin: false } }));
  await expect(log(frame)).toHaveCount(0);
  const stored = async () => (await host.frameHandle()).evaluate(() => localStorage.getItem('cm-conversations'));
  await expect.poll(stored).toBeNull();
});

test('[CH-095][CH-098] opens a clicked link through the page without waiting for the report', async ({
  page,
  host,
  sandbox,
}) => {
  const frame = await openChat(host);
  await sandbox.rules({ path: '/bot/v2/update', hang: true });
  await send(frame, 'everything');
  const link = log(frame).getByRole('link', { name: /Read the documentation/ });
  await page.context().route('https://docs.northwind.example/**', (route) => route.fulfill({ body: 'docs' }));
  const popup = page.waitForEvent('popup');
  await link.click();
  const tab = await popup;
  await tab.waitForURL(/docs\.northwind\.example/);
  await expect.poll(async () => (await sandbox.requests('/bot/v2/update')).length).toBe(1);
});

test('[CH-095] navigates the page on a link to the page’s own host', async ({ page, host }) => {
  const frame = await openChat(host);
  await send(frame, 'tell me about Northwind Data');
  await log(frame).getByRole('link', { name: 'Read more about Northwind Data' }).click();
  await page.waitForURL(/\/data/);
});

test('[CH-097] rates an answer once: thumbs up is valid, thumbs down is not and gets a reply', async ({
  host,
  sandbox,
}) => {
  const frame = await openChat(host);
  await send(frame, 'pricing');
  const up = log(frame).getByRole('button', { name: 'Yes, this helped' });
  await up.click();
  await expect(up).toHaveAttribute('aria-pressed', 'true');
  await up.click({ force: true });
  const votes = async () =>
    (await sandbox.requests('/bot/v2/validate')).map((call) => (call.body as { valid: boolean }).valid);
  await expect.poll(votes).toEqual([true]);
  await send(frame, 'products');
  const down = log(frame).getByRole('button', { name: 'No, this did not help' });
  await expect(down).toHaveCount(2);
  await down.last().click();
  await expect.poll(votes).toEqual([true, false]);
  await expect(log(frame)).toContainText("I'm sorry");
});

test('[CH-215][CH-214] marks and keeps an undelivered message, and Try again delivers it once', {
  tag: '@core',
}, async ({ host, sandbox }) => {
  const frame = await openChat(host);
  await sandbox.rules({ path: '/bot/v2/message', status: 503, body: {}, times: 1 });
  await send(frame, 'thank you');
  await expect(mine(frame)).toContainText('Not sent.');
  await expect(frame.getByText('This chat is not available right now.')).toBeVisible();
  await expect(frame.getByRole('button', { name: 'Back to menu' })).toBeVisible();
  await frame.getByRole('button', { name: 'Try again' }).click();
  await expect(log(frame)).toContainText('welcome');
  await expect(mine(frame)).toHaveCount(1);
  await expect(mine(frame)).not.toContainText('Not sent.');
  await expect(frame.getByRole('textbox')).toBeVisible();
});

test('[CH-214] offers the other ways to reach us when neither the bot nor live chat is available', async ({
  host,
  sandbox,
}) => {
  await sandbox.command('bot', { status: 'Offline' });
  await sandbox.rules({ path: '/api/account', status: 503 });
  await host.open('/plain');
  const frame = await host.openPane();
  await expect(frame.locator('[data-block=phone]')).toBeVisible();
  await expect(frame.locator('[data-block=chat]')).toHaveCount(0);
});

test('[CH-052][SH-025] restores the conversation and the draft after a reload, and stores neither on the page', async ({
  page,
  host,
  sandbox,
}) => {
  const frame = await openChat(host);
  await send(frame, 'what does a server cost');
  await expect(log(frame)).toContainText('Northwind Cloud:');
  await frame.getByRole('textbox').fill('half a sentence');
  const [first] = (await botMessages(sandbox)).slice(-1);
  await page.reload();
  await host.pressPill();
  await expect(log(host.frame())).toContainText('what does a server cost');
  await expect(log(host.frame())).toContainText('Northwind Cloud:');
  await expect(host.frame().getByRole('textbox')).toHaveValue('half a sentence');
  await send(host.frame(), 'thanks');
  await expect(log(host.frame())).toContainText('welcome');
  const last = (await botMessages(sandbox)).at(-1);
  const idOf = (body: Record<string, unknown> | undefined) =>
    (body?.context as Record<string, unknown> | undefined)?.conversation_id;
  expect(idOf(last)).toBe(idOf(first));
  const stored = await readHostStorage(page);
  for (const secret of [String(idOf(last)), 'server cost', 'half a sentence']) expect(stored).not.toContain(secret);
});

test('[CH-105][CH-106][CH-109][F-CH2] starts the hosted assistant in the frame with its four options and shows its option lists', async ({
  host,
  sandbox,
}) => {
  await host.open('/plain', {
    attrs: { 'data-focus-area': 'cloud' },
    query: { 'cm-bot-skill': 'assistant-api', 'cm-start-chat': '' },
  });
  const frame = host.frame();
  await expect(log(frame)).toContainText('Northwind guide');
  const options = await (await host.frameHandle()).evaluate(
    () => (window as unknown as { hostedAssistantStarted: unknown }).hostedAssistantStarted,
  );
  expect(options).toMatchObject({ integrationID: 'northwind-guide', region: 'us-east', locale: 'en-US', zIndex: 1 });
  expect((await sandbox.requests('/assistant/entry.js')).length).toBe(1);
  // The vendor's program sends the messages.
  const sent = (await sandbox.requests('/bot/v2/message')).filter(({ path }) => path === '/bot/v2/message');
  expect(sent.map(({ headers }) => headers['x-sent-by'])).toEqual(['hosted-assistant']);
  await frame.getByRole('listitem').getByRole('button', { name: 'Book a meeting' }).click();
  await expect(log(frame).getByRole('button', { name: 'Book a 30-minute call with an expert' })).toBeVisible();
  await send(frame, 'Northwind Cloud');
  await expect(log(frame).getByRole('link', { name: /Read more about Northwind Cloud/ })).toBeVisible();
  await expect(log(frame).getByRole('button', { name: 'Chat with an agent' })).toBeVisible();
});

test('[CH-024][CH-022][CH-023] asks by keyboard before ending a chat: focus is on Keep chatting, Escape means the same, End chat ends it', async ({
  page,
  host,
  sandbox,
}) => {
  await host.open('/plain', { attrs: { 'data-focus-area': 'data' }, query: { 'cm-start-chat': '' } });
  const frame = host.frame();
  await agentSays(frame, sandbox, 'Good morning');
  const close = frame.getByRole('button', { name: 'Close chat' });
  await close.focus();
  await page.keyboard.press('Enter');
  const no = frame.getByRole('button', { name: 'Keep chatting', exact: true });
  await expect(no).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(frame.getByRole('button', { name: 'End chat', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(no).toBeHidden();
  await expect(close).toBeFocused();
  await expect(frame.getByRole('textbox')).toBeEnabled();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(frame.getByText('Thank you for chatting with us.')).toBeVisible();
});
