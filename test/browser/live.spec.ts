import { log, mine, reopen, send } from './chatSteps.ts';
import { expect, test } from './fixtures.ts';
import { agentSays, askForAgent, desk, leaveBot, ofAgent, openChat, visitorTexts } from './liveSteps.ts';

const engagement = '/api/account/4711/app/engagement';

test('[CH-020][CH-032][CH-057][CH-062][CH-144] transfers from the bot to an agent: keeps the history, and delivers once what the visitor typed meanwhile', {
  tag: '@core',
}, async ({ host, sandbox }) => {
  const frame = await askForAgent(host, sandbox);
  await expect(frame.getByText('Connecting you…')).toBeVisible();
  await expect(frame.getByText('An agent will join soon.')).toBeVisible();
  await send(frame, 'typed while waiting');
  await sandbox.command('agent', { action: 'join' });
  await expect(frame.getByText('Connecting you…')).toHaveCount(0);
  // The indicator disappears after 2 s, so send it until it shows.
  const typing = () => sandbox.command('agent', { action: 'typing' }).then(() => frame.getByText('is typing').count());
  await expect.poll(typing).toBeGreaterThan(0);
  await sandbox.command('agent', { action: 'say', text: 'Hello, this is Natalie.' });
  await expect(ofAgent(frame)).toContainText('Hello, this is Natalie.');
  await expect(frame.getByText('is typing')).toHaveCount(0);
  await expect(log(frame).locator('[data-kind=bot]').first()).toBeVisible();
  await send(frame, 'Nice to meet you');
  await expect.poll(() => visitorTexts(sandbox)).toEqual(['typed while waiting', 'Nice to meet you']);
  await expect(mine(frame).filter({ hasText: 'typed while waiting' })).toHaveCount(1);
});

test('[CH-052][CH-149] continues a messaging chat after a reload and a lost connection', async ({
  host,
  sandbox,
  page,
}) => {
  let frame = await askForAgent(host, sandbox);
  await sandbox.command('agent', { action: 'say', text: 'before the reload' });
  await expect(ofAgent(frame)).toContainText('before the reload');
  await send(frame, 'my first text');
  await expect.poll(() => visitorTexts(sandbox)).toEqual(['my first text']);

  frame = await reopen(page, host);
  await expect(ofAgent(frame)).toContainText('before the reload');
  await expect(mine(frame).filter({ hasText: 'my first text' })).toHaveCount(1);
  await expect(mine(frame).filter({ hasText: 'agent now' })).toHaveCount(1);

  await sandbox.rules({ path: '/ws', action: 'cut', times: 1 });
  await sandbox.command('agent', { action: 'say', text: 'while you were away' });
  await expect(ofAgent(frame).filter({ hasText: 'while you were away' })).toHaveCount(1);
  await send(frame, 'my second text');
  await expect.poll(() => visitorTexts(sandbox)).toEqual(['my first text', 'my second text']);
  await expect(mine(frame).filter({ hasText: 'my second text' })).toHaveCount(1);
});

test('[CH-056][CH-060][CH-062][CH-131] transfers from the bot to the live chat it names, which continues after a reload and a lost connection, and back', async ({
  host,
  sandbox,
  page,
}) => {
  let frame = await askForAgent(host, sandbox, 'security', 'specialist now');
  expect((await desk(sandbox))[0]?.kind).toBe('chat');
  await send(frame, 'typed while waiting');
  await sandbox.command('agent', { action: 'say', text: 'Hello, this is Natalie.' });
  await expect(ofAgent(frame)).toContainText('Hello, this is Natalie.');
  await expect(log(frame).locator('[data-kind=bot]').first()).toBeVisible();
  await expect.poll(() => visitorTexts(sandbox)).toEqual(['typed while waiting']);

  const before = (await sandbox.requests(engagement)).length;
  frame = await reopen(page, host);
  await expect(ofAgent(frame)).toContainText('Hello, this is Natalie.');
  await expect(mine(frame)).toHaveText([/specialist now/, /typed while waiting/]);
  const asked = async () => JSON.stringify((await sandbox.requests(engagement)).slice(before));
  await expect.poll(asked).toContain('"consumerSections":["shield-specialists","v18"]');

  await sandbox.rules({ path: '/api/account/4711/chat/', drop: true });
  await sandbox.command('agent', { action: 'say', text: 'while you were away' });
  await expect(frame.getByText('Connection lost')).toBeVisible();
  await send(frame, 'my second text');
  await sandbox.forgetRules();
  await expect(ofAgent(frame).filter({ hasText: 'while you were away' })).toHaveCount(1);
  await expect(frame.getByText('Connection lost')).toBeHidden();
  await expect.poll(() => visitorTexts(sandbox)).toEqual(['typed while waiting', 'my second text']);
  await expect(mine(frame).filter({ hasText: 'my second text' })).toHaveCount(1);
});

test('[CH-110][F-CH18] starts a live chat at a service that hides its headers from other origins', async ({
  host,
  sandbox,
}) => {
  await sandbox.rules({ path: '/api/account/4711/chat/request', headers: { 'Access-Control-Expose-Headers': 'date' } });
  const frame = await openChat(host, 'data');
  await agentSays(frame, sandbox, 'Good morning');
});

test('[CH-131][CH-125] sends a queued message in live chat, shows the answer, and continues with the same lines after a reload', {
  tag: '@core',
}, async ({ host, sandbox, page }) => {
  let frame = await openChat(host, 'data');
  await expect.poll(async () => (await desk(sandbox))[0]?.kind).toBe('chat');
  await send(frame, 'typed before anybody came');
  await sandbox.command('agent', { action: 'say', text: 'Good morning' });
  await expect(ofAgent(frame)).toContainText('Good morning');
  await expect.poll(() => visitorTexts(sandbox)).toEqual(['typed before anybody came']);

  frame = await reopen(page, host);
  await expect(ofAgent(frame)).toContainText('Good morning');
  await expect(mine(frame)).toHaveCount(1);
  await expect(frame.getByRole('textbox')).toBeEnabled();
  await send(frame, 'still here');
  await expect.poll(() => visitorTexts(sandbox)).toEqual(['typed before anybody came', 'still here']);
});

test('[CH-019][CH-041] shows kind, name, role, status and picture in the header, and no picture when it is broken', async ({
  host,
  sandbox,
  page,
}) => {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await page.route('https://pictures.northwind.example/**', (route) =>
    route.request().url().endsWith('natalie.png')
      ? route.fulfill({ contentType: 'image/png', body: Buffer.from(pixel, 'base64') })
      : route.fulfill({ status: 404 }),
  );
  const profiles = '/api/account/4711/configuration/le-users/users';
  const picture = (name: string): string => `https://pictures.northwind.example/${name.toLowerCase()}.png`;
  const profile = (id: string, nickname: string) => ({
    path: `${profiles}/${id}`,
    body: { nickname, pictureUrl: picture(nickname) },
  });
  await sandbox.rules(profile('25025413', 'Natalie'), profile('25025414', 'Jonas'));
  const frame = await askForAgent(host, sandbox);
  const header = frame.locator('header').first();
  await sandbox.command('agent', { action: 'join' });
  await expect(header.getByRole('heading', { name: 'Natalie' })).toBeVisible();
  await expect(header).toContainText(/Live chat.*Natalie.*Agent.*Online now/);
  await expect(header.locator('img')).toHaveAttribute('src', picture('Natalie'));
  // The name beside it says the same.
  await expect(header.locator('img')).toHaveAttribute('alt', '');
  await expect(header.locator('img')).toBeVisible();
  await sandbox.command('agent', { action: 'join', agentId: '25025414' });
  await expect(header.getByRole('heading', { name: 'Jonas' })).toBeVisible();
  await expect(header.locator('img')).toHaveCount(0);
});

test('[CH-040][CH-217] gives every type of message its own appearance and label, and underlines an agent’s links', async ({
  host,
  sandbox,
}) => {
  const frame = await openChat(host, 'cloud');
  await expect(log(frame).locator('[data-kind=bot]').first()).toBeVisible();
  await sandbox.rules({ path: '/ws', frame: 'cm.ConsumerRequestConversation', action: 'cut', times: 1 });
  await send(frame, 'agent now');
  await expect(log(frame).locator('[data-kind=error]')).toContainText(
    'We could not reach an agent. You can keep chatting here.',
  );
  await send(frame, 'agent now');
  await expect.poll(async () => (await desk(sandbox)).length).toBe(1);
  await sandbox.command('agent', { action: 'say', text: 'Good morning. See https://northwind.example/cloud.' });
  await expect(log(frame).locator('[data-kind=agentJoin]')).toContainText('Natalie has joined the chat.');
  await expect(ofAgent(frame)).toContainText('Good morning');
  await expect(ofAgent(frame).getByRole('link')).toHaveCSS('text-decoration-line', 'underline');
  const labels = {
    visitor: /^You at /,
    agent: /^Natalie at /,
    agentJoin: /^Agent joined at /,
    system: /^System at /,
    bot: /^Assistant at /,
    error: /^Problem at /,
    dateHeader: /^Date: /,
  };
  const appearances = new Set<string>();
  for (const [kind, label] of Object.entries(labels)) {
    const item = log(frame).locator(`[data-kind=${kind}]`).last();
    expect((await item.textContent())?.trim(), kind).toMatch(label);
    appearances.add(
      await item.evaluate((row) =>
        [row, row.querySelector('div')]
          .map((one) => {
            if (!one) return '';
            const { backgroundColor, color, borderTopColor, boxShadow, alignItems, fontSize, fontWeight, textAlign } =
              getComputedStyle(one);
            return [
              backgroundColor,
              color,
              borderTopColor,
              boxShadow,
              alignItems,
              fontSize,
              fontWeight,
              textAlign,
            ].join();
          })
          .join(' | '),
      ),
    );
  }
  expect([...appearances]).toHaveLength(7);
});

test('[CH-139] shows a messaging survey instead of the input', async ({ host, sandbox }) => {
  const frame = await askForAgent(host, sandbox);
  await sandbox.command('agent', { action: 'say', text: 'Goodbye' });
  await expect(ofAgent(frame)).toContainText('Goodbye');
  await sandbox.command('agent', { action: 'survey' });
  await expect(log(frame).getByText('How would you rate this conversation?')).toBeInViewport({ ratio: 1 });
  await frame.getByRole('button', { name: '5', exact: true }).click();
  await expect(frame.getByRole('textbox')).toHaveCount(0);
  await frame.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect.poll(async () => (await desk(sandbox))[0]?.state).toBe('ended');
});

test('[CH-045][CH-046][CH-059][CH-169] counts an answer to a hidden chat on the pill until the visitor sees it, exposes no token to the page, and does not return to the bot when it forbids that', async ({
  host,
  sandbox,
  page,
}) => {
  const frame = await leaveBot(host, sandbox, 'cloud');
  await sandbox.command('agent', { action: 'say', text: 'Good morning' });
  await expect(ofAgent(frame)).toContainText('Good morning');
  const bots = await log(frame).locator('[data-kind=bot]').count();
  const isSeen = () => page.evaluate(() => document.cookie.includes('cm-async-areUnreadsSeen=true'));
  for (const text of ['Are you there?', 'I am still here.']) {
    await frame.getByRole('button', { name: 'Minimize' }).click();
    await expect(host.pill()).toBeVisible();
    await sandbox.command('agent', { action: 'say', text });
    await expect(host.pill()).toHaveAccessibleName(/\b1\b/);
    await expect.poll(isSeen).toBe(false);
    await host.pressPill();
    await expect(ofAgent(frame).last()).toContainText(text);
    await expect.poll(isSeen).toBe(true);
  }

  await sandbox.command('agent', { action: 'end' });
  await expect(frame.getByRole('button', { name: 'Start new chat' })).toBeVisible();
  await expect(log(frame).locator('[data-kind=bot]')).toHaveCount(bots);
  const stored = await page.evaluate(
    () => `${document.cookie} ${JSON.stringify(localStorage)} ${JSON.stringify(sessionStorage)}`,
  );
  expect(stored).not.toMatch(/eyJ|guest-\d/);
});

test('the agent desk shows, accepts and answers a visitor', async ({ host, sandbox, context }) => {
  const frame = await askForAgent(host, sandbox);
  await send(frame, 'Is <b>anybody</b> there?');
  const console = await context.newPage();
  await console.goto(`${sandbox.servicesUrl}/agent`);
  await expect(console.getByText('1 visitor is waiting.')).toBeVisible();
  await console.getByRole('button', { name: 'Accept' }).click();
  await expect(console.locator('#log')).toContainText('Is <b>anybody</b> there?');
  await console.getByLabel('Your reply').fill('Yes, I am.');
  await console.getByLabel('Your reply').press('Enter');
  await expect(ofAgent(frame)).toContainText('Yes, I am.');
  await console.getByRole('button', { name: 'End', exact: true }).click();
  await expect(log(frame)).toContainText('The chat has ended.');
});
