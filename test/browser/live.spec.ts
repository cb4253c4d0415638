import { log, mine, reopen, send } from './chatSteps.ts';
import { expect, test } from './fixtures.ts';
import { askForAgent, desk, ofAgent, openChat, visitorTexts } from './liveSteps.ts';

const engagement = '/api/account/4711/app/engagement';

test('[CH-052][CH-149] the agent desk answers a visitor, whose chat continues after a reload and a lost connection', async ({
  host,
  sandbox,
  context,
  page,
}) => {
  let frame = await askForAgent(host, sandbox);
  const console = await context.newPage();
  await test.step('the agent desk shows, accepts and answers a visitor', async () => {
    await send(frame, 'Is <b>anybody</b> there?');
    await console.goto(`${sandbox.servicesUrl}/agent`);
    await expect(console.getByText('1 visitor is waiting.')).toBeVisible();
    await console.getByRole('button', { name: 'Accept' }).click();
    await expect(console.locator('#log')).toContainText('Is <b>anybody</b> there?');
    await console.getByLabel('Your reply').fill('Yes, I am.');
    await console.getByLabel('Your reply').press('Enter');
    await expect(ofAgent(frame)).toContainText('Yes, I am.');
  });
  await test.step('[CH-052][CH-149] continues a messaging chat after a reload and a lost connection', async () => {
    await sandbox.command('agent', { action: 'say', text: 'before the reload' });
    await expect(ofAgent(frame).last()).toContainText('before the reload');
    await send(frame, 'my first text');
    await expect.poll(() => visitorTexts(sandbox)).toEqual(['Is <b>anybody</b> there?', 'my first text']);

    frame = await reopen(page, host);
    await expect(ofAgent(frame).last()).toContainText('before the reload');
    await expect(mine(frame).filter({ hasText: 'my first text' })).toHaveCount(1);
    await expect(mine(frame).filter({ hasText: 'agent now' })).toHaveCount(1);

    await sandbox.rules({ path: '/ws', action: 'cut', times: 1 });
    await sandbox.command('agent', { action: 'say', text: 'while you were away' });
    await expect(ofAgent(frame).filter({ hasText: 'while you were away' })).toHaveCount(1);
    await send(frame, 'my second text');
    await expect
      .poll(() => visitorTexts(sandbox))
      .toEqual(['Is <b>anybody</b> there?', 'my first text', 'my second text']);
    await expect(mine(frame).filter({ hasText: 'my second text' })).toHaveCount(1);
  });
  await test.step('the agent desk ends the chat', async () => {
    await console.getByRole('button', { name: 'End', exact: true }).click();
    await expect(log(frame)).toContainText('The chat has ended.');
  });
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

test('[CH-040][CH-217] gives every type of message its own appearance and label, and underlines an agent’s links', {
  tag: '@core',
}, async ({ host, sandbox }) => {
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
