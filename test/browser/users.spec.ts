import type { BrowserContext, FrameLocator, Page } from 'playwright/test';
import { WebSocket } from 'ws';
import { createHost, expect, type HostPageHelper, type SandboxControl, test } from './fixtures.ts';
import { openEntry } from './menuSteps.ts';
import { openFromMenu } from './schedulerSteps.ts';

/** One browser context is one browser: its pages are tabs that share storage. */

interface Desk {
  readonly conversations: readonly { readonly messages: readonly { readonly from: string; readonly text: string }[] }[];
}

interface Tab {
  readonly page: Page;
  readonly host: HostPageHelper;
}

const ann = { signedin: true, iui: 'nw-ann', firstName: 'Ann' };
const bob = { signedin: true, iui: 'nw-bob', firstName: 'Bob' };
type User = typeof ann;

async function desk(sandbox: SandboxControl): Promise<Desk['conversations']> {
  const response = await fetch(`${sandbox.servicesUrl}/agent/conversations`);
  return ((await response.json()) as Desk).conversations;
}

/** What visitors have written, in the order of the conversations. */
const atDesk = async (sandbox: SandboxControl): Promise<readonly string[]> =>
  (await desk(sandbox))
    .toReversed()
    .flatMap(({ messages }) => messages.flatMap(({ from, text }) => (from === 'visitor' ? [text] : [])));

const log = (frame: FrameLocator) => frame.getByRole('log');

async function newTab(context: BrowserContext, sandbox: SandboxControl): Promise<Tab> {
  const page = await context.newPage();
  return { page, host: createHost(page, sandbox) };
}

/** Loads a page that names the user, or nobody. */
async function load({ host }: Tab, user?: User, query: Readonly<Record<string, string>> = {}): Promise<void> {
  await host.open('/plain', {
    ...{ attrs: { 'data-focus-area': 'cloud' }, query },
    ...(user && { globals: { contactWidgetUser: user } }),
  });
  await expect(host.pill()).toBeVisible();
}

async function openPane({ host }: Tab): Promise<FrameLocator> {
  const frame = host.frame();
  if (!(await host.iframe().isVisible())) await host.openPane();
  return frame;
}

async function send(frame: FrameLocator, text: string): Promise<void> {
  await frame.getByRole('textbox').fill(text);
  await frame.getByRole('textbox').press('Enter');
}

async function startChat(tab: Tab): Promise<FrameLocator> {
  const frame = await openPane(tab);
  await openEntry(frame, 'chat');
  await frame.getByRole('button', { name: 'Start chat', exact: true }).click();
  await expect(log(frame).locator('[data-kind=bot]').first()).toBeVisible();
  return frame;
}

/** Asks the bot for an agent, who then says a word. */
async function askForAgent(tab: Tab, sandbox: SandboxControl, greeting: string): Promise<FrameLocator> {
  const before = (await desk(sandbox)).length;
  const frame = await startChat(tab);
  await send(frame, 'agent now');
  await expect.poll(async () => (await desk(sandbox)).length).toBe(before + 1);
  await sandbox.command('agent', { action: 'say', text: greeting });
  await expect(log(frame)).toContainText(greeting);
  return frame;
}

/** Everything that the frame keeps in this tab and in this browser. */
async function stored({ host }: Tab): Promise<string> {
  const frame = await host.frameHandle();
  return frame.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
}

test('[CH-014][F-DL1] a text of one user is not sent, kept or shown after another has signed in, in any tab', async ({
  context,
  host,
  page,
  sandbox,
}) => {
  const first: Tab = { page, host };
  await load(first, ann);
  const frame = await askForAgent(first, sandbox, 'Hello Ann');
  await send(frame, 'the first text of Ann');
  await expect.poll(() => atDesk(sandbox)).toEqual(['the first text of Ann']);
  await sandbox.rules({ path: '/ws', action: 'cut' });
  await send(frame, 'the waiting text of Ann');
  await frame.getByRole('textbox').fill('the draft of Ann');
  await expect.poll(() => stored(first)).toContain('the waiting text of Ann');

  const second = await newTab(context, sandbox);
  await load(second, bob);
  // Ann's tab drops everything, and there is nothing to type into.
  await expect(log(frame)).toHaveCount(0);
  await expect(frame.getByRole('textbox')).toHaveCount(0);
  await expect(frame.getByRole('button', { name: 'Chat', exact: true })).toHaveCount(0);
  await expect(first.host.pill()).not.toContainText(/\d/);
  for (const tab of [first, second]) expect(await stored(tab)).not.toContain('of Ann');

  await sandbox.forgetRules();
  await first.page.close();
  await load(second, bob);
  const bobs = await askForAgent(second, sandbox, 'Hello Bob');
  await send(bobs, 'the text of Bob');
  await expect.poll(() => atDesk(sandbox)).toEqual(['the first text of Ann', 'the text of Bob']);
  await expect(log(bobs)).not.toContainText('Ann');
  await expect(bobs.getByRole('textbox')).toHaveValue('');
});

test('[CH-014][F-SE1] a tab that is loaded after another user has signed in elsewhere has nothing of the previous one', async ({
  context,
  host,
  page,
  sandbox,
}) => {
  const first: Tab = { page, host };
  const second = await newTab(context, sandbox);
  await load(first, ann);
  await load(second, ann);
  const frame = await askForAgent(second, sandbox, 'Hello Ann');
  await frame.getByRole('textbox').fill('the draft of Ann');
  await expect.poll(() => stored(second)).toContain('the draft of Ann');
  const token = /eyJ[\w-]+\.[\w-]+\.\w+/.exec(await stored(second))?.[0] ?? 'no token';
  expect(await stored(second)).toContain(token);
  // It cannot hear the other tab, and keeps its session storage.
  await second.page.goto('about:blank');
  await load(first, bob);
  await expect.poll(() => stored(first)).not.toContain('Ann');

  await load(second, bob);
  await askForAgent(second, sandbox, 'Hello Bob');
  expect(await stored(second)).not.toContain('of Ann');
  expect(await stored(second)).not.toContain(token);
  await expect(log(second.host.frame())).not.toContainText('Ann');
});

test('[F-SE13][CH-014][F-SE2] a sign-out revokes the tokens at the broker, and a page that names nobody forgets the user who has signed out', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  const tab: Tab = { page, host };
  await test.step('[F-SE13][CH-014] a sign-out revokes the tokens at the broker: whoever has kept one cannot use it', async () => {
    await load(tab, ann);
    await askForAgent(tab, sandbox, 'Hello Ann');
    const tokens = tokensIn(await stored(tab));
    expect(tokens.length).toBeGreaterThan(0);
    // Control: until then the service lets in whoever has a token.
    for (const token of tokens) expect(await knock(sandbox, token)).toBe('let in');

    await host.open('/plain', {
      attrs: { 'data-focus-area': 'cloud' },
      globals: { contactWidgetUser: { signedin: false } },
    });
    await expectRevoked(sandbox, tokens);
    expect(tokensIn(await stored(tab)).filter((token) => tokens.includes(token))).toEqual([]);
  });
  await test.step('[CH-014][F-SE2] a page that names nobody forgets the user who has signed out, and shows nothing of theirs meanwhile', async () => {
    await load(tab, ann);
    await send(await startChat(tab), 'a question of Ann');
    await expect(log(host.frame())).toContainText('a question of Ann');
    await expect.poll(() => stored(tab)).toContain('conversationId');

    await load(tab);
    await openPane(tab);
    await expect(log(host.frame())).toHaveCount(0);
    await expect.poll(() => stored(tab), { timeout: 40_000 }).not.toContain('conversationId');
    await expect(log(await startChat(tab))).not.toContainText('Ann');
  });
});

test('[CH-014][CH-106] the hosted assistant’s own session in the tab ends with its user’s', async ({ host, page }) => {
  const tab: Tab = { page, host };
  const assistant = { 'cm-bot-skill': 'assistant-api' };
  for (const signOut of [
    () => load(tab, bob, assistant),
    () => page.evaluate((user) => Object.assign(window, { contactWidgetUser: user }), bob),
  ]) {
    await load(tab, ann, assistant);
    await send(await startChat(tab), 'a question of Ann');
    await expect.poll(() => stored(tab)).toContain('a question of Ann');
    await signOut();
    await expect.poll(() => stored(tab)).not.toContain('of Ann');
  }
});

test('[CH-014] a deployment whose pages do not all name the visitor keeps the chat on those that name nobody', async ({
  host,
  page,
  sandbox,
}) => {
  await page.route(`${sandbox.widgetUrl}/frame/config.json`, async (route) => {
    const deployment = (await (await route.fetch()).json()) as { readonly chat: object };
    await route.fulfill({ json: { ...deployment, chat: { ...deployment.chat, visitorNamedOn: 'somePages' } } });
  });
  const tab: Tab = { page, host };
  await load(tab, ann);
  await send(await startChat(tab), 'a question of Ann');
  await expect(log(host.frame())).toContainText('a question of Ann');
  await load(tab);
  await expect(log(await openPane(tab))).toContainText('a question of Ann');
});

test('[CH-169][F-DL12] a guest is one guest in all tabs: a second tab shows the conversation with the agent', async ({
  context,
  host,
  page,
  sandbox,
}) => {
  const first: Tab = { page, host };
  await load(first);
  const frame = await askForAgent(first, sandbox, 'Hello guest');
  await send(frame, 'from the first tab');
  await expect.poll(() => atDesk(sandbox)).toEqual(['from the first tab']);

  const second = await newTab(context, sandbox);
  await load(second);
  const other = await openPane(second);
  await expect(log(other)).toContainText('Hello guest');
  await expect(log(other).getByText('from the first tab')).toHaveCount(1);
  await send(other, 'from the second tab');
  await expect.poll(() => atDesk(sandbox)).toEqual(['from the first tab', 'from the second tab']);
  await expect(log(frame)).toContainText('from the second tab');
  expect(await desk(sandbox)).toHaveLength(1);
  const hostStorage = await page.evaluate(
    () => `${document.cookie} ${JSON.stringify(localStorage)} ${JSON.stringify(sessionStorage)}`,
  );
  expect(hostStorage).not.toMatch(/eyJ|guest-\d/);

  // The guest goes when they sign in, and nobody else gets the conversation.
  await load(first, ann);
  await expect.poll(() => stored(first)).not.toContain('cm-profile-guest');
  const third = await newTab(context, sandbox);
  await load(third, bob);
  await expect(log(other)).toHaveCount(0);
  await askForAgent(third, sandbox, 'Hello Bob');
  await expect(log(third.host.frame())).not.toContainText('guest');
  expect(await desk(sandbox)).toHaveLength(2);
});

test('[CH-014][SC-018] on a page without chat, the scheduler has nothing of a user after another has signed in', async ({
  host,
  page,
  sandbox,
}) => {
  await sandbox.command('contact', { without: ['chat', 'support'] });
  const tab: Tab = { page, host };
  await load(tab, ann);
  const pane = await openFromMenu(host);
  const firstName = pane.locator('[data-field=firstName] input');
  const contact = pane.locator('button[aria-controls$=CONTACT_INFO]');
  await pane.locator('textarea').fill('a question of Ann');
  await contact.click();
  await expect(firstName).toHaveValue('Ann');

  // A page that signs in another user without loading again.
  await page.evaluate((user) => Object.assign(window, { contactWidgetUser: user }), bob);
  await expect(firstName).toHaveCount(0);
  await (await openEntry(pane, 'scheduler')).getByRole('button').last().click();
  await expect(pane.locator('textarea')).toHaveValue('');
  await contact.click();
  await expect(firstName).toHaveValue('Bob');
});

const tokensIn = (text: string): readonly string[] => [...new Set(text.match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g))];

/** What the messaging service answers to a connection with this token: its answer, or the code that it closes with. */
async function knock(sandbox: SandboxControl, token: string): Promise<string> {
  const address = `${sandbox.vendorsUrl.replace(/^http/, 'ws')}/ws_api/account/4711/messaging/consumer?v=3`;
  const socket = new WebSocket(address);
  return new Promise((resolve) => {
    const headers = [{ type: '.ams.headers.ConsumerAuthentication', jwt: token }];
    socket.on('open', () => socket.send(JSON.stringify({ kind: 'req', id: '1', type: 'InitConnection', headers })));
    socket.on('close', (code) => resolve(`closed with ${code}`));
    socket.on('message', () => {
      resolve('let in');
      socket.close();
    });
  });
}

async function expectRevoked(sandbox: SandboxControl, tokens: readonly string[]): Promise<void> {
  await expect
    .poll(async () => (await sandbox.requests('/revoke')).flatMap(({ body }) => (body as { tokens: string[] }).tokens))
    .toEqual(expect.arrayContaining([...tokens]));
  for (const token of tokens) expect(await knock(sandbox, token)).toBe('closed with 4401');
}

test('[F-SE13][CH-174] a sign-out at the sign-in page ends the chat and revokes the tokens', async ({
  host,
  page,
  sandbox,
}) => {
  const tab: Tab = { page, host };
  await sandbox.command('identity', { signedIn: 'ana' });
  await load(tab, ann);
  const frame = await askForAgent(tab, sandbox, 'Hello Ana');
  const tokens = tokensIn(await stored(tab));
  const opened = page.waitForEvent('popup');
  // As a link of the company's chat does: the sign-in page has the frame for its opener.
  await (await host.frameHandle()).evaluate((url) => void window.open(url), `${sandbox.servicesUrl}/sign-in`);
  await (await opened).getByRole('button', { name: 'Sign out' }).click();
  await expectRevoked(sandbox, tokens);
  await expect(log(frame)).toHaveCount(0);
  expect(await stored(tab)).not.toContain('conversationId');
});

test('[F-SE14] an identity that the page’s server has signed makes the visitor known at the messaging service', async ({
  host,
  page,
  sandbox,
}) => {
  const { signedIdentity } = (await sandbox.command('identity', { signFor: ann.iui })) as { signedIdentity: string };
  await page.addInitScript((token) => {
    Object.assign(window, { contactWidgetConfig: { signedIdentity: token } });
  }, signedIdentity);
  const tab: Tab = { page, host };
  await load(tab, ann);
  await askForAgent(tab, sandbox, 'Hello Ann');
  const [token = ''] = tokensIn(await stored(tab));
  expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({ sub: ann.iui });
  // It goes to the broker and nowhere else.
  const everything = await sandbox.requests('/');
  const others = everything.filter(({ path }) => path !== '/session' && path !== '/identity');
  expect(JSON.stringify(others)).not.toContain(signedIdentity);
  expect(await stored(tab)).not.toContain(signedIdentity);
});
