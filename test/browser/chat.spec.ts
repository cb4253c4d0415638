import type { FrameLocator, Page } from 'playwright/test';
import { expect, type HostPageHelper, type SandboxControl, test } from './fixtures.ts';

async function openChat(host: HostPageHelper, attrs: Record<string, string> = {}): Promise<FrameLocator> {
  const page = host.pill().page();
  const history = page.waitForResponse(/\/message\/history/);
  await host.open('/plain', { attrs: { 'data-focus-area': 'cloud', ...attrs } });
  const frame = await host.openPane();
  const start = frame.locator('[data-entry="chat"] button, button').filter({ hasText: /start|ابدأ/i });
  const entry = frame.getByRole('button', { name: /chat|المحادثة/i }).first();
  await expect(entry).toBeVisible();
  if (!(await start.first().isVisible())) await entry.click();
  await start.first().click();
  await expect(log(frame).locator('[data-kind=bot]').first()).toBeVisible();
  // What is said from now on is none of it: it is news, and the faults of a test are for it.
  await (await history).finished();
  return frame;
}

const log = (frame: FrameLocator) => frame.getByRole('log');
const mine = (frame: FrameLocator) => log(frame).locator('[data-kind=visitor]');

async function say(frame: FrameLocator, text: string): Promise<void> {
  await frame.getByRole('textbox').fill(text);
  await frame.getByRole('textbox').press('Enter');
}

async function messages(sandbox: SandboxControl): Promise<Record<string, unknown>[]> {
  const calls = await sandbox.requests('/bot/v2/message');
  return calls.filter((call) => call.path === '/bot/v2/message').map((call) => call.body as Record<string, unknown>);
}

async function hostKeeps(page: Page): Promise<string> {
  return page.evaluate(() => `${document.cookie} ${JSON.stringify(localStorage)} ${JSON.stringify(sessionStorage)}`);
}

test('[CH-014][CH-082][CH-088][CH-094] greets with privacy, connection and choices; a pressed choice is said and sent once; who signs out takes the talk along', async ({
  context,
  host,
  page,
  sandbox,
}) => {
  await context.addCookies([{ name: 'ajs_anonymous_id', value: '%2250YTYC81B4%22', url: sandbox.hostUrl }]);
  const frame = await openChat(host);
  const items = log(frame).locator('li[data-kind]:not([data-kind=dateHeader])');
  await expect(items.nth(0)).toContainText('virtual assistant');
  await expect(items.nth(1)).toContainText('connected');
  await expect(items.nth(2)).toContainText('Northwind guide');
  await frame.getByRole('button', { name: 'Pricing' }).click();
  await expect(mine(frame)).toContainText('Pricing');
  await expect(log(frame)).toContainText('by the second');
  const sent = (await messages(sandbox)).map((body) => (body.input as { text: string }).text);
  expect(sent).toEqual(['', 'Pricing']);
  expect((await messages(sandbox)).at(-1)?.context).toMatchObject({ auId: '50YTYC81B4', signedin: false });
  await page.evaluate(() => Object.assign(window, { contactWidgetUser: { signedin: true, iui: 'nw-77' } }));
  const asked = () => say(frame, 'Thank you').then(async () => (await messages(sandbox)).at(-1)?.context);
  await expect.poll(asked).toMatchObject({ signedin: true, iui: 'nw-77' });
  await page.evaluate(() => Object.assign(window, { contactWidgetUser: { signedin: false } }));
  await expect(log(frame)).toHaveCount(0);
  const kept = async () => (await host.frameHandle()).evaluate(() => localStorage.getItem('cm-conversations'));
  await expect.poll(kept).toBeNull();
});

test('[CH-037][CH-031] focus starts in the input; Enter sends, Shift+Enter breaks the line, an input method keeps its Enter', async ({
  host,
  sandbox,
}) => {
  const frame = await openChat(host);
  const box = frame.getByRole('textbox');
  await expect(box).toBeFocused();
  await expect(log(frame)).toHaveAttribute('aria-live', 'off');
  await box.pressSequentially('one');
  await box.press('Shift+Enter');
  await box.pressSequentially('two');
  await expect(box).toHaveValue('one\ntwo');
  await box.evaluate((field) =>
    field.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, isComposing: true }),
    ),
  );
  expect(await messages(sandbox)).toHaveLength(1);
  await box.press('Enter');
  await expect(mine(frame)).toContainText('one');
  await expect(box).toHaveValue('');
  await expect.poll(async () => (await messages(sandbox)).length).toBe(2);
});

test('[SH-050] the input grows to 61 px at most', async ({ host }) => {
  const frame = await openChat(host);
  const box = frame.getByRole('textbox');
  const height = async () => (await box.boundingBox())?.height ?? 0;
  const before = await height();
  await box.fill(Array.from({ length: 12 }, (_, at) => `line ${at}`).join('\n'));
  expect(await height()).toBeGreaterThan(before);
  expect(await height()).toBeLessThanOrEqual(61);
});

test('[CH-086][CH-087] draws every line type and reply kind of an answer, an unknown one as its text', async ({
  host,
}) => {
  const frame = await openChat(host);
  await say(frame, 'show everything');
  const area = log(frame);
  await expect(area.getByText('Please check this draft:')).toBeVisible();
  await expect(area.getByRole('link', { name: 'sales@northwind.example' })).toHaveAttribute(
    'href',
    'mailto:sales@northwind.example',
  );
  const more = area.getByRole('button', { name: 'Show more' });
  await more.click();
  await expect(area.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true');
  for (const name of [
    'A choice',
    'Chat with an agent',
    'Book a 30-minute call with an expert',
    'First',
    'Small 2 cores, 4 GB',
  ]) {
    await expect(area.getByRole('button', { name, exact: true }).last()).toBeAttached();
  }
  for (const name of [
    'Read the documentation',
    'Go to checkout',
    'Write to sales',
    'Call +1 800 555 0142',
    'Open a support case',
    'Start a free trial',
  ]) {
    await expect(area.getByRole('link', { name: new RegExp(name.replace(/[+]/g, '\\+')) })).toBeAttached();
  }
  await expect(area.getByText('A line of a type that nobody knows yet.')).toBeAttached();
  await expect(area.getByRole('region', { name: 'A group of choices' })).toBeAttached();
  await expect(area.locator('blockquote')).toContainText('12 servers');
});

test('[CH-095][CH-098] a pressed link opens through the page without waiting for the report', async ({
  page,
  host,
  sandbox,
}) => {
  const frame = await openChat(host);
  await sandbox.rules({ path: '/bot/v2/update', hang: true });
  await say(frame, 'everything');
  const link = log(frame).getByRole('link', { name: /Read the documentation/ });
  await page.context().route('https://docs.northwind.example/**', (route) => route.fulfill({ body: 'docs' }));
  const popup = page.waitForEvent('popup');
  await link.click();
  const tab = await popup;
  await tab.waitForURL(/docs\.northwind\.example/);
  await expect.poll(async () => (await sandbox.requests('/bot/v2/update')).length).toBe(1);
});

test('[CH-095] a link to the page’s own host navigates the page', async ({ page, host }) => {
  const frame = await openChat(host);
  await say(frame, 'tell me about Northwind Data');
  await log(frame).getByRole('link', { name: 'Read more about Northwind Data' }).click();
  await page.waitForURL(/\/data/);
});

test('[CH-097] thumbs rate an answer once: up is valid, down is not and says so', async ({ host, sandbox }) => {
  const frame = await openChat(host);
  await say(frame, 'pricing');
  const up = log(frame).getByRole('button', { name: 'Yes, this helped' });
  await up.click();
  await expect(up).toHaveAttribute('aria-pressed', 'true');
  await up.click({ force: true });
  const votes = async () =>
    (await sandbox.requests('/bot/v2/validate')).map((call) => (call.body as { valid: boolean }).valid);
  await expect.poll(votes).toEqual([true]);
  await say(frame, 'products');
  const down = log(frame).getByRole('button', { name: 'No, this did not help' });
  await expect(down).toHaveCount(2);
  await down.last().click();
  await expect.poll(votes).toEqual([true, false]);
  await expect(log(frame)).toContainText("I'm sorry");
});

test('[CH-215][CH-214] a text that was not delivered is marked, kept, and delivered once by Try again', async ({
  host,
  sandbox,
}) => {
  const frame = await openChat(host);
  await sandbox.rules({ path: '/bot/v2/message', status: 503, body: {}, times: 1 });
  await say(frame, 'thank you');
  await expect(mine(frame)).toContainText('Not sent.');
  await expect(frame.getByText('This chat is not available right now.')).toBeVisible();
  await expect(frame.getByRole('button', { name: 'Back to menu' })).toBeVisible();
  await frame.getByRole('button', { name: 'Try again' }).click();
  await expect(log(frame)).toContainText('welcome');
  await expect(mine(frame)).toHaveCount(1);
  await expect(mine(frame)).not.toContainText('Not sent.');
  await expect(frame.getByRole('textbox')).toBeVisible();
});

test('[CH-214] a bot that is away, as live chat is, leaves the other ways to reach us', async ({ host, sandbox }) => {
  await sandbox.command('bot', { status: 'Offline' });
  await sandbox.rules({ path: '/api/account', status: 503 });
  await host.open('/plain');
  const frame = await host.openPane();
  await expect(frame.locator('[data-block=phone]')).toBeVisible();
  await expect(frame.locator('[data-block=chat]')).toHaveCount(0);
});

test('[CH-052][SH-025] a reload finds the same conversation and the draft, and the page keeps none of it', async ({
  page,
  host,
  sandbox,
}) => {
  const frame = await openChat(host);
  await say(frame, 'what does a server cost');
  await expect(log(frame)).toContainText('Northwind Cloud:');
  await frame.getByRole('textbox').fill('half a sentence');
  const [first] = (await messages(sandbox)).slice(-1);
  await page.reload();
  await host.pill().click();
  await expect(log(host.frame())).toContainText('what does a server cost');
  await expect(log(host.frame())).toContainText('Northwind Cloud:');
  await expect(host.frame().getByRole('textbox')).toHaveValue('half a sentence');
  await say(host.frame(), 'thanks');
  await expect(log(host.frame())).toContainText('welcome');
  const last = (await messages(sandbox)).at(-1);
  const idOf = (body: Record<string, unknown> | undefined) =>
    (body?.context as Record<string, unknown> | undefined)?.conversation_id;
  expect(idOf(last)).toBe(idOf(first));
  const kept = await hostKeeps(page);
  for (const secret of [String(idOf(last)), 'server cost', 'half a sentence']) expect(kept).not.toContain(secret);
});

test('[CH-010] the start-chat parameter begins one chat without a click', async ({ host, sandbox }) => {
  await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' }, query: { 'cm-start-chat': '' } });
  await expect(log(host.frame())).toContainText('Northwind guide');
  expect((await messages(sandbox)).length).toBe(1);
});

test('[CH-015] no chat call is made before the lookup names a service, and none from the page', async ({
  page,
  host,
  sandbox,
}) => {
  const fromPage: string[] = [];
  page.on('request', (request) => {
    if (request.frame() === page.mainFrame() && request.url().includes('/bot/')) fromPage.push(request.url());
  });
  await openChat(host);
  const all = await sandbox.requests('/');
  const firstBot = all.findIndex((call) => call.path.startsWith('/bot/'));
  const lookup = all.findIndex((call) => call.path === '/contact/lookup');
  expect([lookup >= 0, firstBot > lookup]).toEqual([true, true]);
  expect(fromPage).toEqual([]);
});

test('[CH-042][CH-052] ten thousand earlier messages are there without being drawn, and come as one scrolls up', async ({
  page,
  host,
  sandbox,
}) => {
  await openChat(host);
  await sandbox.command('bot', { turns: 5_000 });
  await page.reload();
  await host.pill().click();
  const frame = host.frame();
  await expect(log(frame)).toContainText('Northwind guide');
  const drawn = log(frame).locator('li');
  const atFirst = await drawn.count();
  expect(atFirst).toBeLessThan(200);
  const before = await log(frame).getByText('Answer 4999', { exact: true }).boundingBox();
  await frame
    .getByRole('button', { name: 'Show earlier messages' })
    .evaluate((button) => (button as HTMLElement).click());
  await expect.poll(() => drawn.count()).toBeGreaterThan(atFirst);
  expect(await drawn.count()).toBeLessThan(400);
  // What is read stays where it is.
  const after = await log(frame).getByText('Answer 4999', { exact: true }).boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
  await log(frame).evaluate((area) => area.scrollTo({ top: 0 }));
  await expect.poll(() => drawn.count()).toBeGreaterThan(300);
});

test('[CH-054] markup and script of an answer are shown as text', async ({ host, problems }) => {
  const frame = await openChat(host);
  await say(frame, 'markup');
  await expect(log(frame)).toContainText('<script>alert(1)</script>');
  expect(await log(frame).locator('script, img').count()).toBe(0);
  expect(await problems.violations()).toEqual([]);
});

test('[CH-037] each answer is announced once, apart from the list, and an old one never', async ({ host }) => {
  const frame = await openChat(host);
  await frame.locator('[data-live-region]').evaluate((region) => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new MutationObserver((changes) => {
      for (const change of changes) for (const node of change.addedNodes) heard.push(node.textContent ?? '');
    }).observe(region, { childList: true });
  });
  await say(frame, 'thanks');
  await expect(log(frame)).toContainText("You're welcome");
  const heardNow = async () =>
    (await host.frameHandle()).evaluate(() => (window as unknown as { heard: string[] }).heard);
  await expect.poll(async () => (await heardNow()).filter((line) => line.includes("You're welcome"))).toHaveLength(1);
  const heard = await heardNow();
  expect(heard.filter((line) => line.includes("You're welcome"))).toEqual([
    "Assistant: You're welcome. Anything else?",
  ]);
  expect(heard.some((line) => line.includes('Northwind guide'))).toBe(false);
});

test('[SH-051] who reads above is left there and told of new messages', async ({ host }) => {
  const frame = await openChat(host);
  await say(frame, 'everything');
  await expect(log(frame).getByText('Please check this draft:')).toBeAttached();
  await log(frame).evaluate((area) => area.scrollTo({ top: 0 }));
  await frame.getByRole('textbox').focus();
  await log(frame).evaluate((area) => area.scrollTo({ top: 0 }));
  await frame
    .getByRole('button', { name: 'No, this did not help' })
    .last()
    .evaluate((button) => (button as HTMLElement).click());
  const marker = frame.getByRole('button', { name: 'New messages' });
  await expect(marker).toBeVisible();
  await marker.click();
  await expect(marker).toBeHidden();
  await expect(log(frame).getByText("I'm sorry that this did not help")).toBeInViewport();
});

test('[CH-036] Arabic is laid out from right to left, and the pane fills 768 px but not 769', async ({
  page,
  host,
}) => {
  const frame = await openChat(host, { 'data-language-code': 'ar', 'data-region-code': 'SA' });
  await expect(frame.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(log(frame)).toContainText('نورثويند');
  await say(frame, 'شكرا');
  const bubble = await mine(frame).first().locator('div').first().boundingBox();
  const area = await log(frame).boundingBox();
  expect((bubble?.x ?? 0) - (area?.x ?? 0)).toBeLessThan(40);
  await page.setViewportSize({ width: 768, height: 800 });
  await expect.poll(async () => (await host.iframe().boundingBox())?.width).toBe(768);
  await page.setViewportSize({ width: 769, height: 800 });
  await expect.poll(async () => (await host.iframe().boundingBox())?.width).toBe(320);
});

test('[CH-105][CH-106][CH-109] the hosted assistant is started in the frame with its four options and answers with option lists', async ({
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
  await frame.getByRole('listitem').getByRole('button', { name: 'Book a meeting' }).click();
  await expect(log(frame).getByRole('button', { name: 'Book a 30-minute call with an expert' })).toBeVisible();
  await say(frame, 'Northwind Cloud');
  await expect(log(frame).getByRole('link', { name: /Read more about Northwind Cloud/ })).toBeVisible();
  await expect(log(frame).getByRole('button', { name: 'Chat with an agent' })).toBeVisible();
});

test('[SH-052] the chat window breaks no accessibility rule, light and dark', async ({ page, host, checkAxe }) => {
  const frame = await openChat(host);
  await say(frame, 'everything');
  await expect(log(frame).getByText('Please check this draft:')).toBeAttached();
  expect(await checkAxe()).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await checkAxe()).toEqual([]);
});

test('[CH-024][CH-022][CH-023] the end-chat question by keyboard: focus on No, Escape means No, Yes ends', async ({
  page,
  host,
  sandbox,
}) => {
  await host.open('/plain', { attrs: { 'data-focus-area': 'data' }, query: { 'cm-start-chat': '' } });
  const frame = host.frame();
  await expect(frame.getByRole('textbox')).toBeVisible();
  await sandbox.command('agent', { action: 'say', text: 'Good morning' });
  await expect(log(frame)).toContainText('Good morning');
  const close = frame.getByRole('button', { name: 'Close chat' });
  await close.focus();
  await page.keyboard.press('Enter');
  const no = frame.getByRole('button', { name: 'No', exact: true });
  await expect(no).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(frame.getByRole('button', { name: 'Yes', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(no).toBeHidden();
  await expect(close).toBeFocused();
  await expect(frame.getByRole('textbox')).toBeEnabled();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(frame.getByText('Thank you for chatting with us.')).toBeVisible();
});
