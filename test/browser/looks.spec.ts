import type { Locator } from 'playwright/test';
import { exitSurvey } from '../accessibility/states/agents.ts';
import { publish } from './brandSteps.ts';
import { log, mine, openChat, send } from './chatSteps.ts';
import { expect, test } from './fixtures.ts';
import { agentSays, askForAgent, desk, ofAgent, talkToAgent } from './liveSteps.ts';
import { openEntry } from './menuSteps.ts';

async function box(locator: Locator): Promise<{ left: number; top: number; right: number; bottom: number }> {
  const found = await locator.boundingBox();
  if (!found) throw new Error('not drawn');
  return { left: found.x, top: found.y, right: found.x + found.width, bottom: found.y + found.height };
}

test('[F-UX15][F-UX16][F-UX12] the parts of a chat stand where they belong, also at 320 px, and a deployment sets the width of the pane', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  const frame = await openChat(host);
  await test.step('[F-UX15] the composer is one row, and its field has a ring while it has the focus', async () => {
    const field = frame.getByRole('textbox');
    const row = await box(frame.locator('form', { has: field }));
    const sound = await box(frame.getByRole('button', { name: /sound/i }));
    const send = await box(frame.getByRole('button', { name: 'Send', exact: true }));
    expect(row.bottom - row.top).toBeLessThanOrEqual(60);
    expect(sound.left).toBeGreaterThanOrEqual((await box(field)).right);
    expect(send.left).toBeGreaterThanOrEqual(sound.right);
    expect([sound.top, sound.bottom]).toEqual([send.top, send.bottom]);
    await expect(field).toBeFocused();
    await expect(field).toHaveCSS('outline', /\b2px\b/);
    const ground = (): Promise<string> =>
      frame.getByRole('button', { name: 'Send', exact: true }).evaluate((one) => getComputedStyle(one).backgroundColor);
    expect(await ground()).toBe('rgba(0, 0, 0, 0)');
    await field.fill('Hello');
    await expect.poll(ground).toBe('rgb(17, 85, 221)');
    await log(frame).focus();
    await expect(field).not.toHaveCSS('outline-style', 'solid');
  });
  await test.step('[F-UX16] used choices go except the one that was made, and links begin where the bubble begins', async () => {
    const greeting = log(frame).locator('[data-kind=bot]', { hasText: 'What can I help you with?' });
    await greeting.getByRole('button', { name: 'Products' }).click();
    await expect(greeting.getByText('Products (chosen)')).toBeVisible();
    await expect(greeting.getByText('Pricing')).toHaveCount(0);
    await send(frame, 'show everything');
    const link = log(frame).getByRole('link', { name: 'Go to checkout' });
    const bubble = log(frame).locator('[data-kind=bot]', { hasText: 'Plain text' }).locator('p').first().locator('..');
    expect((await box(link)).left).toBe((await box(bubble)).left);
  });
  await test.step('[F-UX12] a deployment sets the width of the pane; at 320 px tiles are one column, and headers keep their lines', async () => {
    // The parts of an answer appear one after another, so the tiles are the last for a moment only.
    const tiles = log(frame).locator('[data-kind=bot]', { hasText: 'Tiles' }).locator('ul > li > :is(button, div)');
    await expect(tiles.first()).toBeVisible();
    expect(new Set(await tiles.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))).size).toBe(1);
    await publish(page, sandbox, { width: 400 });
    await host.open('/plain');
    await host.openPane();
    await expect.poll(async () => (await host.iframe().boundingBox())?.width).toBe(400);
  });
});

test('[F-UX13][F-UX21] what the menu offers begins and ends with its lines below "Contact us", and what leads away from the page stands back', async ({
  host,
}) => {
  await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' } });
  const frame = await host.openPane();
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Contact us');
  await openEntry(frame, 'chat');
  const lines = await box(frame.getByRole('list'));
  const chat = frame.getByRole('button', { name: 'Chat', exact: true });
  const away = frame.getByRole('link', { name: 'See the service status' });
  expect((await box(chat.locator('svg').first())).left).toBe(lines.left);
  expect((await box(frame.getByRole('button', { name: 'Start chat' }))).right).toBe(lines.right);
  await expect(chat).toHaveCSS('font-weight', '600');
  await expect(away).toHaveCSS('font-weight', '400');
  const [change, data] = [
    await box(frame.getByRole('button', { name: 'Change' })),
    await box(frame.getByRole('button', { name: 'Your data' })),
  ];
  expect(data.top, 'the links below the menu are in one line').toBe(change.top);
  expect(Math.abs(data.right - lines.right)).toBeLessThanOrEqual(4);
});

test('[F-UX17][F-UX20] the question before the end leaves a margin, and the radios of a survey stand beside their words', async ({
  host,
  sandbox,
}) => {
  const frame = await talkToAgent(host, sandbox);
  await test.step('[F-UX17] the question before the end leaves a margin, and its buttons say what they do', async () => {
    await frame
      .locator('header')
      .getByRole('button', { name: /close|end/i })
      .click();
    const dialog = frame.getByRole('dialog', { name: 'End this chat?' });
    const [inner, pane] = [await box(dialog), await box(host.iframe())];
    expect(inner.left - pane.left).toBeGreaterThanOrEqual(16);
    expect(pane.right - inner.right).toBeGreaterThanOrEqual(16);
    expect(await dialog.getByRole('button').allTextContents()).toEqual(['Keep chatting', 'End chat']);
    await dialog.getByRole('button', { name: 'Keep chatting' }).click();
  });
  await test.step('[F-UX20] the radios of a survey stand beside their words', async () => {
    await sandbox.command('agent', { action: 'survey' });
    const label = frame.locator('label', { has: frame.getByRole('radio') }).first();
    await expect(label).toBeVisible();
    const [radio, words] = [await box(label.getByRole('radio')), await box(label.locator('bdi'))];
    expect(Math.abs((radio.top + radio.bottom - words.top - words.bottom) / 2)).toBeLessThanOrEqual(1);
  });
});

test('[F-UX18] a group has the picture of its sender beside it, its time below, and "Seen" once it was read', async ({
  host,
  page,
  sandbox,
}) => {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await page.route('https://pictures.northwind.example/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: Buffer.from(pixel, 'base64') }),
  );
  await sandbox.rules({
    path: '/api/account/4711/configuration/le-users/users/25025413',
    body: { nickname: 'Natalie', pictureUrl: 'https://pictures.northwind.example/natalie.png' },
  });
  const frame = await askForAgent(host, sandbox);
  await sandbox.command('agent', { action: 'join' });
  await agentSays(frame, sandbox, 'Hello');
  await sandbox.command('agent', { action: 'say', text: 'What are you planning?' });
  await expect(ofAgent(frame)).toHaveCount(2);
  const picture = ofAgent(frame).locator('img');
  await expect(picture).toHaveCount(1);
  await expect(picture).toBeVisible();
  const [face, hello] = [await box(picture), await box(ofAgent(frame).first().getByText('Hello'))];
  expect(face.right).toBeLessThanOrEqual(hello.left);
  expect(face.top).toBeLessThan(hello.bottom);
  await expect(ofAgent(frame).first().locator('time')).toHaveCount(0);
  await expect(ofAgent(frame).last().locator('time')).toHaveText(/^\d+:\d\d [AP]M$/);

  await send(frame, 'Forty servers');
  await expect.poll(async () => JSON.stringify(await desk(sandbox))).toContain('Forty servers');
  await expect(mine(frame).last()).not.toContainText('Seen');
  await sandbox.command('agent', { action: 'read' });
  await expect(mine(frame).last()).toContainText('Seen');
});

test('[F-UX12] the headers of a chat keep to their lines at 320 px in each language', async ({ host, sandbox }) => {
  for (const lang of ['en', 'de', 'ja', 'ar', 'fr']) {
    await test.step(`[F-UX12] in ${lang}`, async () => {
      await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' }, page: { lang } });
      const frame = await host.openPane();
      await (await openEntry(frame, 'chat')).getByRole('button').nth(1).click();
      await expect(log(frame).locator('[data-kind=bot]').first()).toBeVisible();
      const wrapped = () =>
        frame
          .locator('header h1, header p')
          .evaluateAll((all) =>
            all
              .filter(
                (one) => one.getBoundingClientRect().height > 1.6 * Number.parseFloat(getComputedStyle(one).fontSize),
              )
              .map((one) => one.textContent),
          );
      expect(await wrapped()).toEqual([]);
      await send(frame, 'agent now');
      await expect.poll(async () => (await desk(sandbox)).length).toBe(1);
      await expect.poll(wrapped).toEqual([]);
      await sandbox.command('agent', { action: 'join' });
      await agentSays(frame, sandbox, 'Hello');
      expect(await wrapped()).toEqual([]);
      await host.forgetVisitor();
      await sandbox.reset();
    });
  }
});

test('[F-UX13][SH-060] what the menu opens by its rule is in view with the chat below it on a small laptop, and comes into view in a lower window', async ({
  host,
  page,
}) => {
  await test.step('[F-UX13][SH-060] what the menu opens by its rule and the chat below it are in view on a small laptop', async () => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await host.open('/');
    const frame = await host.openPane();
    const sms = frame.locator('[data-block=sms]');
    await expect(sms.getByRole('button', { name: 'Text us' })).toHaveAttribute('aria-expanded', 'true');
    await expect(sms).toContainText('+1 800 555 0199');
    await expect(sms.getByRole('button', { name: 'Copy number' })).toBeInViewport({ ratio: 1 });
    await expect(frame.locator('[data-block=chat]')).toBeInViewport({ ratio: 1 });
  });
  await test.step('[F-UX13] what the menu opens by its rule comes into view in a lower window', async () => {
    await page.setViewportSize({ width: 1366, height: 500 });
    await host.open('/');
    const frame = await host.openPane();
    await expect(frame.getByRole('button', { name: 'Copy number' })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});

test('[F-UX19] the pane without its app has the pane’s header, colours and links, light and dark', async ({
  host,
  page,
  sandbox,
  checkContrast,
}) => {
  await publish(page, sandbox, { accent: '#7a1f5c' });
  await page.route(/\/frame\/assets\/app-/, (route) => route.abort());
  await host.open('/plain', { attrs: { 'data-default-phone': 'tel:+18005550142' } });
  await host.pressPill();
  const frame = host.frame();
  const again = frame.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await expect(frame.getByRole('link', { name: 'Call us' })).toHaveAttribute('href', 'tel:+18005550142');
  const background = (locator: Locator) => locator.evaluate((one) => getComputedStyle(one).backgroundColor);
  const header = await box(frame.locator('header'));
  const broken: string[][] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    broken.push([await background(frame.locator('main')), await background(again)]);
    expect(await checkContrast()).toEqual([]);
  }
  expect(broken[0]).not.toEqual(broken[1]);
  await page.unroute(/\/frame\/assets\/app-/);
  await again.click();
  const start = (await openEntry(frame, 'chat')).getByRole('button', { name: 'Start chat' });
  for (const [at, colorScheme] of (['light', 'dark'] as const).entries()) {
    await page.emulateMedia({ colorScheme });
    await expect
      .poll(async () => [await background(frame.getByRole('dialog')), await background(start)])
      .toEqual(broken[at]);
    // Scroll bars and native controls are as dark as the pane. A root that is would make a card's frame opaque.
    await expect(frame.getByRole('dialog')).toHaveCSS('color-scheme', colorScheme);
    await expect(frame.locator(':root')).toHaveCSS('color-scheme', 'normal');
  }
  expect(header).toEqual(await box(frame.locator('header')));
});

test('[F-UX20] the buttons of a long survey are in view before it is read to its end', async ({
  host,
  page,
  sandbox,
}) => {
  await page.setViewportSize({ width: 375, height: 500 });
  const frame = await talkToAgent(host, sandbox);
  const [chat] = await desk(sandbox);
  await sandbox.rules({ path: `/api/account/4711/chat/${chat?.id}/exitSurvey`, method: 'GET', body: exitSurvey });
  await sandbox.command('agent', { action: 'survey' });
  const survey = frame.locator('form', { has: frame.getByRole('radio') });
  await expect(survey.getByRole('button', { name: 'Skip' })).toBeInViewport({ ratio: 1 });
  expect(await survey.evaluate((form) => [form.scrollTop, form.scrollHeight > form.clientHeight])).toEqual([0, true]);
  const last = survey.locator('input, textarea, select').last();
  await last.focus();
  expect((await box(last)).bottom).toBeLessThanOrEqual((await box(survey.getByRole('button', { name: 'Skip' }))).top);
});

test('on a dark page the edge of the pane goes on beside the bar of a survey', async ({ host, page, sandbox }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const frame = await talkToAgent(host, sandbox);
  const [chat] = await desk(sandbox);
  await sandbox.rules({ path: `/api/account/4711/chat/${chat?.id}/exitSurvey`, method: 'GET', body: exitSurvey });
  await sandbox.command('agent', { action: 'survey' });
  const skip = frame.getByRole('button', { name: 'Skip' });
  await expect(skip).toBeInViewport({ ratio: 1 });
  const pixel = async (x: number, y: number): Promise<string> =>
    (await page.screenshot({ clip: { x, y, width: 1, height: 1 } })).toString('base64');
  const pane = await box(host.iframe());
  const header = await box(frame.locator('header'));
  const besideBar = (await box(skip)).top;
  const edge = await pixel(pane.left, header.bottom - 8);
  expect(await pixel(pane.left + 4, header.bottom - 8)).not.toBe(edge);
  await expect.poll(() => pixel(pane.left, besideBar)).toBe(edge);
});
