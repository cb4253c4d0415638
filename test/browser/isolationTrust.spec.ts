import type { Frame, FrameLocator } from 'playwright/test';
import { expect, test } from './fixtures.ts';

/** What a page says of its visitor is no proof of who they are; what it pins is what runs; what it leaves is let go. */

const somebody = { email: 'ada@northwind.example', userId: '4711', signedin: true, firstName: 'Ada' };

async function startTalk(frame: FrameLocator): Promise<void> {
  const start = frame.locator('button').filter({ hasText: /start/i }).first();
  const entry = frame.getByRole('button', { name: /chat/i }).first();
  await expect(entry).toBeVisible();
  if (!(await start.isVisible())) await entry.click();
  await start.click();
  await expect(frame.getByRole('textbox')).toBeVisible();
  await expect(frame.getByRole('log').locator('[data-kind=bot]').first()).toBeVisible();
}

test('[BR-36][CSP-15] the e-mail and user id of somebody else open neither their talk nor their token', async ({
  browser,
  host,
  page,
  sandbox,
}) => {
  const secret = 'My order number is 8812-A';
  await host.open('/plain', { globals: { contactWidgetUser: somebody } });
  const frame = await host.openPane();
  await startTalk(frame);
  await frame.getByRole('textbox').fill(secret);
  await frame.getByRole('textbox').press('Enter');
  await expect(frame.getByRole('log').locator('[data-kind=visitor]')).toContainText(secret);

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(page.url());
  await other.locator('#contact-widget button').click();
  const otherFrame = other.frameLocator('#contact-widget iframe');
  await expect(otherFrame.getByRole('dialog').first()).toBeVisible();
  await startTalk(otherFrame);
  await expect(otherFrame.getByRole('log')).not.toContainText(secret);
  const asked = (await sandbox.requests('/bot')).map(({ path, query }) => `${path}?${JSON.stringify(query)}`);
  expect(asked.join('\n')).not.toMatch(/token|8812/i);
  await elsewhere.close();
});

test('[CSP-15] one visitor on two hosts is two guests, whatever both hosts say of them', async ({ page, host }) => {
  const secret = 'My order number is 8812-B';
  const url = host.urlOf('/plain', { globals: { contactWidgetUser: somebody } });
  await page.goto(url);
  const frame = await host.openPane();
  await startTalk(frame);
  await frame.getByRole('textbox').fill(secret);
  await frame.getByRole('textbox').press('Enter');
  await expect(frame.getByRole('log').locator('[data-kind=visitor]')).toContainText(secret);

  await page.goto(url.replace('localhost', '127.0.0.1'));
  const other = await host.openPane();
  await startTalk(other);
  await expect(other.getByRole('log')).not.toContainText(secret);

  // Control: back on the first host it is the first guest again.
  await page.goto(url);
  await host.openPane();
  await expect(host.frame().getByRole('log')).toContainText(secret);
});

test('[BR-34][BR-35][BR-36] services learn no secret of the page’s address, and no token that a page claims, whatever it is', async ({
  page,
  host,
  problems,
  sandbox,
}) => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { sub: somebody.userId, email: somebody.email };
  const tokens = [
    `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`,
    `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, exp: 1 })}.expired`,
    `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, iss: 'https://other.example', tid: 'foreign' })}.foreign`,
  ];
  const [none = '', expired = '', foreign = ''] = tokens;
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  const url = new URL(
    host.urlOf('/plain', {
      query: { utm_source: 'news', access_token: none, code: 'tell-nobody', state: 'tell-nobody' },
    }),
  );
  url.hash = `id_token=${expired}&tell-nobody`;
  await page.addInitScript(
    ([user, first, second, third]) => {
      Object.assign(window, { contactWidgetUser: { ...user, token: first, jwt: second, access_token: third } });
    },
    [somebody, none, expired, foreign] as const,
  );
  await page.goto(url.href);
  const frame = await host.openPane();
  await startTalk(frame);
  await frame.getByRole('textbox').fill('What does it cost?');
  await frame.getByRole('textbox').press('Enter');
  await expect(frame.getByRole('log').locator('[data-kind=bot]').nth(1)).toBeVisible();
  const requests = await sandbox.requests();
  const said = requests.map((request) => JSON.stringify(request));
  // Control: the page's address is told, with the parameter that is no secret.
  expect(said.some((line) => line.includes('utm_source=news'))).toBe(true);
  for (const secret of ['tell-nobody', ...tokens, ...tokens.map(encodeURIComponent)]) {
    expect(said.filter((line) => line.includes(secret))).toEqual([]);
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  }
  expect(problems.consoleErrors).toEqual([]);
});

test('[CSP-19] nothing listens for unload, and on the page nothing for beforeunload', async ({ page, host }) => {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const add = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (...args) {
      heard.push(args[0]);
      return add.apply(this, args);
    };
  });
  await host.open('/plain');
  await host.openPane();
  const heardIn = (one: Frame) => one.evaluate(() => (window as unknown as { heard: string[] }).heard);
  const onPage = await heardIn(page.mainFrame());
  expect(onPage).toContain('message');
  expect(onPage.filter((type) => /unload/.test(type))).toEqual([]);
  // React Aria takes its focus listeners away on the frame's beforeunload; it asks nothing and keeps nothing open.
  const inFrame = await heardIn(await host.frameHandle());
  expect(inFrame).toContain('message');
  expect(inFrame).not.toContain('unload');
});

test('[CSP-13] a loader with one other byte than its integrity value says does not run, and the page is fine', async ({
  page,
  host,
  sandbox,
}) => {
  const whole = await (await fetch(`${sandbox.widgetUrl}/loader.js`)).text();
  await page.route(`${sandbox.widgetUrl}/loader.js`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
      body: `${whole} `,
    }),
  );
  await host.open('/isolation/csp-hash');
  await page.waitForLoadState('load');
  await page.waitForTimeout(500);
  await expect(host.element()).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
