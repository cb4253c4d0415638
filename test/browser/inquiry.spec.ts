import type { FrameLocator, Page } from 'playwright/test';
import { disableTimeouts } from '../accessibility/states/visit.ts';
import { isolatedDeployment, withContactFile } from '../sandbox/deployment.ts';
import { type Sandbox, startSandbox } from '../sandbox/server.ts';
import type { ReceivedInquiry } from '../sandbox/services/inquiries.ts';
import { createControl, createHost, expect, fromRoot, type SandboxControl, test } from './fixtures.ts';
import { pressGuarded } from './guardedSteps.ts';
import { openForm as openFormOf } from './inquirySteps.ts';
import { readContext } from './surfaceChecks.ts';

/** The form in the pane of a small company, with a static contact file and its own server. */

let server: Sandbox | undefined;
let control: SandboxControl;

test.beforeAll(async () => {
  server = await startSandbox({
    port: 0,
    distDir: fromRoot('dist'),
    config: (urls) => withContactFile(isolatedDeployment(urls)),
  });
  control = createControl(server);
});
test.beforeEach(() => control.reset());
test.afterAll(() => server?.close());

const field = (frame: FrameLocator, name: string) => frame.getByRole('textbox', { name, exact: true });
const button = (frame: FrameLocator, name: string) => frame.getByRole('button', { name, exact: true });

const openForm = (page: Page, attrs?: Readonly<Record<string, string>>): Promise<FrameLocator> =>
  openFormOf(createHost(page, control), attrs);

async function fill(frame: FrameLocator, text: string): Promise<void> {
  await field(frame, 'Your name').fill('Ada Lovelace');
  await field(frame, 'Your email address').fill('ada@example.org');
  await field(frame, 'Your message').fill(text);
}

async function received(): Promise<readonly ReceivedInquiry[]> {
  const answer = await fetch(`${control.servicesUrl}/inquiries`);
  return ((await answer.json()) as { inquiries: ReceivedInquiry[] }).inquiries;
}

test('[F-AD3] a visitor leaves a message while the company is closed, with the keyboard alone', {
  tag: '@core',
}, async ({ page, problems, checkAxe }) => {
  await control.command('hours', { open: false });
  const frame = await openForm(page);
  await expect(frame.getByText('We are closed. Leave us a message')).toBeVisible();
  await expect(frame.getByText('+49 30 5550 1234')).toHaveCount(0);
  expect(await checkAxe(await createHost(page, control).frameHandle())).toEqual([]);

  await button(frame, 'Send message').press('Enter');
  await expect(field(frame, 'Your name')).toBeFocused();
  await expect(frame.getByText('Enter your name.')).toBeVisible();
  expect(await checkAxe(await createHost(page, control).frameHandle())).toEqual([]);
  await page.keyboard.type('Ada Lovelace');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ada@example');
  await page.keyboard.press('Enter');
  await expect(frame.getByText('Enter an email address, such as name@example.com.')).toBeVisible();
  await expect(field(frame, 'Your email address')).toBeFocused();
  await page.keyboard.type('.org');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Do you ship to Norway?');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const outcome = frame.getByText('Thank you. We have received your message and will reply to');
  await expect(outcome).toBeVisible();
  expect(await received()).toMatchObject([
    { name: 'Ada Lovelace', email: 'ada@example.org', text: 'Do you ship to Norway?', language: 'en-US' },
  ]);
  expect(await checkAxe(await createHost(page, control).frameHandle())).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(button(frame, 'Write another message')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(frame, 'Your name')).toBeFocused();
  expect(await problems.violations()).toEqual([]);
});

test('[F-AD3] what is typed changes nothing else, and is there again after a reload; the fields name their purpose', async ({
  page,
}) => {
  const frame = await openForm(page);
  const document = await createHost(page, control).frameHandle();
  const before = await readContext(page, document);
  await fill(frame, 'Half a question');
  expect(await readContext(page, document)).toEqual(before);
  await expect(field(frame, 'Your name')).toHaveAttribute('autocomplete', 'name');
  await expect(field(frame, 'Your email address')).toHaveAttribute('autocomplete', 'email');
  const again = await openForm(page);
  await expect(field(again, 'Your message')).toHaveValue('Half a question');
  await expect(field(again, 'Your email address')).toHaveValue('ada@example.org');
});

test('[F-AD3] a message whose answer is lost waits, and arrives once from the next page', async ({ page }) => {
  const frame = await openForm(page);
  await fill(frame, 'Once, please');
  await control.rules({ method: 'POST', path: '/inquiries', drop: 'after' });
  await button(frame, 'Send message').click();
  await expect(frame.getByText('Your message is saved')).toBeVisible();
  expect(await received()).toHaveLength(1);
  const posts = async () => (await control.requests('/inquiries')).filter(({ method }) => method === 'POST').length;
  await page.goto('about:blank');
  await control.forgetRules();
  const before = await posts();
  // Without the pane: the message is sent because it waits.
  await createHost(page, control).open('/plain');
  await expect.poll(posts).toBe(before + 1);
  const again = await openForm(page);
  await expect(again.getByText('Thank you. We have received your message')).toBeVisible();
  expect(await received()).toHaveLength(1);
});

test('[F-AD3] a server that is down gets the message when the visitor tries again, and an attempt in the background moves nothing', async ({
  page,
}) => {
  // The next attempt is the visitor's, not the form's own.
  await disableTimeouts({ page });
  const frame = await openForm(page);
  await test.step('[F-AD3] a server that is down gets the message when the visitor tries again', async () => {
    await fill(frame, 'Are you there?');
    await control.rules({ method: 'POST', path: '/inquiries', status: 503 });
    await button(frame, 'Send message').click();
    await expect(frame.getByText('Your message is saved')).toBeVisible();
    await control.forgetRules();
    await button(frame, 'Try again now').click();
    await expect(frame.getByText('Thank you. We have received your message')).toBeVisible();
    await expect(frame.locator('[data-block=form] [tabindex="-1"]')).toBeFocused();
    expect(await received()).toHaveLength(1);
  });
  await test.step('[F-AD3] an attempt in the background moves neither the form nor the focus', async () => {
    await button(frame, 'Write another message').click();
    await fill(frame, 'And now?');
    const held: (() => Promise<void>)[] = [];
    await page.route(/\/inquiries/, (route) => void held.push(() => route.abort()));
    const fail = async (): Promise<void> => {
      await expect.poll(() => held.length).toBe(1);
      await held.pop()?.();
    };
    await button(frame, 'Send message').click();
    await fail();
    await expect(frame.locator('[data-block=form] [tabindex="-1"]')).toBeFocused();
    await button(frame, 'Try again now').press('Enter');
    await expect(button(frame, 'Sending…')).toBeFocused();
    await fail();
    await expect(button(frame, 'Try again now')).toBeFocused();
    const document = await createHost(page, control).frameHandle();
    await document.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(button(frame, 'Sending…')).toBeFocused();
    await expect(frame.getByText('Your message is saved')).toBeVisible();
    await fail();
    await expect(button(frame, 'Try again now')).toBeFocused();
  });
});

test('[F-AD3] a refused message stays in the form, whose fields take no change while it is sent again', async ({
  page,
  checkAxe,
}) => {
  const frame = await openForm(page);
  await test.step('[F-AD3] a refused message stays in the form, with a sentence', async () => {
    await fill(frame, 'Please take this');
    await control.rules({ method: 'POST', path: '/inquiries', status: 422, times: 1 });
    await button(frame, 'Send message').click();
    await expect(frame.getByRole('alert').filter({ hasText: 'was not accepted' })).toBeVisible();
    await expect(field(frame, 'Your message')).toHaveValue('Please take this');
    expect(await checkAxe(await createHost(page, control).frameHandle())).toEqual([]);
  });
  await test.step('[F-AD3] a slow server is waited for, and the form says so: its fields take no change, but can have the focus', async () => {
    await field(frame, 'Your message').fill('Please take that');
    const held: (() => Promise<void>)[] = [];
    await page.route(/\/inquiries/, (route) => void held.push(() => route.continue()));
    const name = field(frame, 'Your name');
    await button(frame, 'Send message').click();
    await expect.poll(() => held.length).toBe(1);
    for (const label of ['Your name', 'Your email address', 'Your message'])
      await expect(field(frame, label)).toHaveAttribute('readonly');
    await name.click();
    await page.keyboard.type('!');
    await expect(name).toBeFocused();
    await expect(name).toHaveValue('Ada Lovelace');
    await expect(button(frame, 'Sending…')).toBeVisible();
    await held.pop()?.();
    await expect(frame.getByText('Thank you. We have received your message')).toBeVisible();
    expect((await received()).map(({ text }) => text)).toEqual(['Please take that']);
  });
});

test('[F-AD3][F-PG20] a message for a mail program opens it without asking whether to leave the page, unless it is too long for one', async ({
  page,
}) => {
  await page.route(/\/contact\.json/, async (route) => {
    const file = (await (await route.fetch()).text()).replace(
      /"send": *"[^"]*"/g,
      '"send": "mailto:hello@shop.example"',
    );
    await route.fulfill({ body: file, contentType: 'application/json' });
  });
  await control.command('hours', { open: false });
  const frame = await openForm(page);
  await page.evaluate(() => window.addEventListener('beforeunload', () => Object.assign(window, { asked: true })));
  await frame.locator('body').evaluate(() => {
    const opened: unknown[] = [];
    Object.assign(window, { opened, open: (...args: unknown[]) => void opened.push(args) });
  });
  const opened = () => frame.locator('body').evaluate(() => (window as unknown as { opened: unknown[][] }).opened);
  await fill(frame, 'こんにちは。'.repeat(200));
  await button(frame, 'Send message').click();
  await expect(frame.getByText('Your message is too long for an email program.')).toBeVisible();
  await expect(field(frame, 'Your message')).toBeFocused();
  expect(await opened()).toEqual([]);
  await field(frame, 'Your message').fill('Do you ship to Norway?');
  await expect(frame.getByText('too long')).toHaveCount(0);
  await button(frame, 'Send message').click();
  await expect(frame.getByText('Your message is open in your email program.')).toBeVisible();
  expect(await opened()).toEqual([
    [expect.stringMatching(/^mailto:hello@shop\.example\?subject=.*body=Do%20you%20ship/), '_blank', 'noopener'],
  ]);
  expect(await page.evaluate(() => 'asked' in window)).toBe(false);
});

test('[F-AD3][F-AD16] deleted data is neither in the form nor claimed to have been delivered, in all tabs', async ({
  context,
  page,
}) => {
  const other = await context.newPage();
  const inOther = await openForm(other);
  const frame = await openForm(page);
  await fill(frame, 'Please forget me');
  await control.rules({ method: 'POST', path: '/inquiries', status: 503 });
  await button(frame, 'Send message').click();
  await expect(frame.getByText('Your message is saved')).toBeVisible();
  await expect(inOther.getByText('Your message is saved')).toBeVisible();
  await page.bringToFront();
  await button(frame, 'Your data').click();
  await button(frame, 'Delete my data').click();
  await expect(frame.getByRole('heading', { name: 'Delete your data?' })).toBeFocused();
  await pressGuarded(button(frame, 'Yes, delete it'));
  // Nothing proves to a service who the visitor is, so it is not asked.
  await expect(frame.getByText('Your data in this browser has been deleted.')).toBeVisible();
  for (const tab of [frame, inOther]) {
    await expect(field(tab, 'Your message')).toHaveValue('');
    await expect(field(tab, 'Your email address')).toHaveValue('');
  }
});

test('[F-AD3][A11Y-03] the form fits a phone and 400 % zoom, in Arabic from right to left', async ({
  page,
  checkAxe,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const frame = await openForm(page, { 'data-language-code': 'ar', 'data-region-code': 'SA' });
  await expect(frame.locator('html')).toHaveAttribute('dir', 'rtl');
  // An empty field begins at the right; its text goes its own way.
  const name = frame.getByRole('textbox').first();
  await expect(name).toHaveCSS('direction', 'rtl');
  await name.fill('Ada');
  await expect(name).toHaveCSS('direction', 'ltr');
  await button(frame, 'إرسال الرسالة').click();
  await expect(frame.getByText('اكتب رسالتك.')).toBeVisible();
  const isWide = await frame.locator('html').evaluate((html) => html.scrollWidth > html.clientWidth);
  expect(isWide).toBe(false);
  expect(await checkAxe(await createHost(page, control).frameHandle())).toEqual([]);
});
