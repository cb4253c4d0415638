import { mine, send } from '../browser/chatSteps.ts';
import { expect, test } from '../browser/fixtures.ts';
import { agentSays, desk, openChatEntry, visitorTexts } from '../browser/liveSteps.ts';
import { agent, answer, bodies, type Fields, firstBody, kept, lines, messages, openChat } from './chat.ts';
import { block, given, sees, when } from './steps.ts';

const chats = '/api/account/4711/chat/';
const visitors = '/api/account/4711/app/engagement/visitors';

test('[CH-026][CH-027][CH-028][CH-029][CH-122][CH-125][CH-126] chat 13, 14, 16, 34, 59, 71, 95, 98, 99, 103, 184: a live chat opens, keeps what the visitor writes until somebody comes, and takes no more when it is over', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  const pane = host.frame();
  const field = pane.getByRole('textbox');
  await given('a page with live chat', async () => {
    await host.open('/plain', { attrs: { 'data-focus-area': 'data' } });
    await host.openPane();
  });
  await when('the visitor starts it, and the service takes its time', async () => {
    await sandbox.rules({ path: `${chats}request`, delayMs: 1_500, times: 1 });
    await (await openChatEntry(pane)).click();
  });
  await sees('that the chat opens', () => expect(pane.getByText('Opening the chat…')).toBeVisible());
  await sees('a chat that waits, for the visit and the skill of the page', async () => {
    await expect(pane.getByRole('banner')).toContainText('Connecting you…');
    await expect(pane.getByText('Opening the chat…')).toHaveCount(0);
    await expect(field).toHaveAttribute('placeholder', 'Message for the agent');
    const { request } = await firstBody(sandbox, `${chats}request`);
    expect(request).toMatchObject({
      ...{ LETagVisitorId: expect.any(String), LETagSessionId: expect.any(String), LETagContextId: '1' },
      ...{ skill: 'data-sales', invitation: false, engagementId: '3562981110', campaignId: '3346848610' },
      ...{ language: 'en-US', referrer: `${sandbox.hostUrl}/plain` },
    });
    await expect.poll(() => kept(host)).toMatch(/cm-chat-account[^}]*4711/);
  });
  await when('the visitor writes, before anybody has come', () => send(pane, 'Is anybody there?'));
  await sees('the text in the window, and not at the desk', async () => {
    await expect(mine(pane)).toHaveText(/Is anybody there\?/);
    expect(await visitorTexts(sandbox)).toEqual([]);
    expect(await kept(host)).toContain('Is anybody there?');
  });
  await when('an agent comes', () => agentSays(pane, sandbox, 'Good morning'));
  await sees('the text at the desk, once, and a field for more', async () => {
    await expect.poll(() => visitorTexts(sandbox)).toEqual(['Is anybody there?']);
    await expect(mine(pane)).toHaveCount(1);
    await expect(field).toHaveAttribute('placeholder', 'Type a message');
    await expect.poll(() => kept(host)).not.toContain('Is anybody there?');
  });
  await sees('that the visitor types, at the service', async () => {
    await field.pressSequentially('Good');
    const typing = async () =>
      (await sandbox.requests(chats)).filter(({ path }) => path.endsWith('/visitorTyping')).map(({ body }) => body);
    await expect.poll(typing).toEqual([{ visitorTyping: 'typing' }, { visitorTyping: 'not-typing' }]);
  });
  await when('the visitor looks at the menu', () =>
    pane.getByRole('button', { name: 'Back to all contact options' }).click(),
  );
  await sees('no field', async () => {
    await expect(block(pane, 'phone')).toBeVisible();
    await expect(field).toHaveCount(0);
    await pane.getByRole('button', { name: 'Back to the chat' }).click();
  });
  await when('the agent ends the chat', () => agent(sandbox, 'end'));
  await sees('no field', async () => {
    await expect(pane.getByRole('banner')).toContainText('This chat has ended');
    await expect(field).toHaveCount(0);
    await expect.poll(() => kept(host)).not.toMatch(/cm-chat-account/);
  });
  await page.close();
});

test('[CH-111][CH-113][CH-127][CH-128][CH-131] chat 35, 60, 61, 102, 104, 183, 192: a reload continues a live chat with its agent, with what was said before as history', async ({
  host,
  page,
  problems,
  sandbox,
}) => {
  const lookUp = '/csdr/account/4711/service/';
  await given('an address that starts a chat, before the service is found at the third try', async () => {
    await sandbox.rules(
      { path: lookUp, status: 500, delayMs: 500, times: 2 },
      { path: '/api/account/4711/configuration/le-users/users/', status: 500, body: {} },
    );
    await host.open('/plain', { attrs: { 'data-focus-area': 'data' }, query: { 'cm-start-chat': '' } });
    await expect(host.frame().getByRole('textbox')).toBeVisible();
    expect(await sandbox.requests(lookUp)).toHaveLength(3);
    expect(await bodies(sandbox, `${chats}request`)).toHaveLength(1);
  });
  const before = await when('an agent, whose profile cannot be had, and the visitor talk', async () => {
    const opened = host.frame();
    await agentSays(opened, sandbox, 'Good morning');
    await expect.poll(() => lines(problems.warnings, 'Error getting agent profile')).toBe(1);
    expect(await sandbox.requests('/api/account/4711/configuration/le-users/users/')).toHaveLength(3);
    await send(opened, 'Hello');
    await expect.poll(() => visitorTexts(sandbox)).toEqual(['Hello']);
    return messages(opened);
  });
  const asked = await bodies(sandbox, `${chats}request`);
  // The address opens the pane again, without a press.
  await when('the page is loaded again', () => page.reload());
  const pane = host.frame();
  await sees('the same agent and the same lines, in the same chat', async () => {
    await expect(pane.getByRole('banner').getByRole('heading')).toHaveText('Natalie');
    await expect.poll(() => messages(pane)).toEqual(before);
    expect(await bodies(sandbox, `${chats}request`)).toEqual(asked);
    await expect.poll(async () => (await host.pill().textContent())?.trim()).toBe("Let's talk");
  });
  await when('the visitor goes on', () => send(pane, 'Still here'));
  await sees('it at the desk', () => expect.poll(() => visitorTexts(sandbox)).toEqual(['Hello', 'Still here']));
});

test('[CH-129][CH-130][CH-213] chat 105, 106: a chat that does not start is asked for twice, and then there is an email; a line is sent twice', async ({
  context,
  host,
  problems,
  sandbox,
}) => {
  await context.route('https://northwind.example/**', (route) => route.fulfill({ body: 'mail' }));
  const pane = await given('a page with live chat', async () => {
    await host.open('/plain', { attrs: { 'data-focus-area': 'data' } });
    return host.openPane();
  });
  await when('the visitor starts it, and the service fails', async () => {
    // A gateway's answer, which the frame cannot read.
    await sandbox.rules({ path: `${chats}request`, status: 503, body: {} });
    await (await openChatEntry(pane)).click();
  });
  await sees('the email of the page, after two requests half a second apart', async () => {
    await expect(pane.getByText('We could not start the chat.')).toBeVisible();
    await expect(pane.getByRole('link', { name: 'Email us' })).toHaveAttribute('href', /^mailto:data@/);
    const requests = await sandbox.requests(`${chats}request`);
    expect(requests).toHaveLength(2);
    const [first, second] = requests.map(({ time }) => Number(new Date(time)));
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(480);
    expect(lines(problems.warnings, 'The chat request failed and is retried once.')).toBe(1);
  });
  await when('the service is well again, and the visitor starts anew', async () => {
    await sandbox.forgetRules();
    await pane
      .getByRole('button', { name: /Start new chat|Back to menu/ })
      .first()
      .click();
    if (!(await pane.getByRole('textbox').isVisible())) await (await openChatEntry(pane)).click();
    await agentSays(pane, sandbox, 'Good morning');
  });
  await when('a line fails once', async () => {
    const [{ id = '' } = {}] = await desk(sandbox);
    await sandbox.rules({ path: `${chats}${id}/events`, method: 'POST', status: 500, body: {}, times: 1 });
    await send(pane, 'Hello');
  });
  await sees('it at the desk', async () => {
    await expect.poll(() => visitorTexts(sandbox)).toEqual(['Hello']);
    await expect(mine(pane)).toHaveCount(1);
    await expect(mine(pane)).not.toContainText('Not sent.');
  });
});

test('[CH-120][CH-121][CH-123] chat 96, 97, 100, 101: states that mean nothing change nothing, and an unknown one ends the chat', async ({
  host,
  page,
  problems,
  sandbox,
}) => {
  let word: string | undefined;
  await answer(page, /\/chat\/chat-\d+(\?|$)/, ({ chat }: { chat: { info: Fields; events: { event?: unknown } } }) => {
    if (word === undefined) return;
    chat.info.state = word;
    const events = [chat.events.event ?? []].flat() as Fields[];
    for (const event of events) if (event['@type'] === 'state') event.state = word;
  });
  const pane = await given('a chat with an agent', async () => {
    const opened = await openChat(host, 'data');
    await agentSays(opened, sandbox, 'Good morning');
    return opened;
  });
  const polls = async () => (await sandbox.requests(chats)).filter(({ method }) => method === 'GET').length;
  for (const name of ['initialised', 'resume', 'notfound', 'Unavailable', 'chatting']) {
    await when(`the service says ${name}`, async () => {
      const before = await polls();
      word = name;
      await expect.poll(polls).toBeGreaterThan(before + 1);
    });
    await sees('the chat as it was', async () => {
      await expect(pane.getByRole('textbox')).toBeEnabled();
      await expect(pane.getByRole('banner')).toContainText('Online now');
    });
  }
  const engagements = (await bodies(sandbox, visitors)).length;
  await when('it says a word that nobody knows', () => {
    word = 'daydreaming';
  });
  await sees('the end of the chat, a warning, and that agents are looked for again', async () => {
    await expect(pane.getByRole('banner')).toContainText('This chat has ended');
    expect(lines(problems.warnings, 'Live chat reported an unknown state.')).toBe(1);
    await expect.poll(async () => (await sandbox.requests(visitors)).length).toBeGreaterThan(engagements);
    expect((await sandbox.requests(`${chats}`)).filter(({ path }) => path.endsWith('/exitSurvey'))).toHaveLength(1);
  });
});

test('[CH-114][CH-116][CH-119][CH-180][CH-181][CH-182][CH-183][CH-184][F-CH4] chat 58, 136, 181, 193, 194, 207, 208: agents are looked for every 5 s, then ever less often, and every two minutes once the service has answered', async ({
  host,
  page,
  sandbox,
}) => {
  const asked = async () => (await sandbox.requests(visitors)).length;
  const later = async (ms: number) => {
    await page.clock.fastForward(ms);
    await page.waitForTimeout(300);
  };
  /** Until the next request is answered. The clock stands, so the times after it are exact. */
  const asksAfter = async (ms: number) => {
    const before = await asked();
    await page.clock.fastForward(ms);
    await expect.poll(asked).toBeGreaterThan(before);
    await page.waitForTimeout(1_000);
  };
  const available = {
    ...{ status: 'Available', visitorId: 'visitor-of-loading', sessionId: 'session-of-loading', pageId: '1' },
    engagementDetails: {
      campaignId: '1',
      engagementId: '2',
      contextId: '3',
      language: 'en-US',
      skillName: 'data-sales',
    },
  };
  await page.clock.install();
  await given('a service that does not answer, and a visitor who opens the pane', async () => {
    await sandbox.rules({ path: visitors, status: 503, body: {} });
    await host.open('/plain', { attrs: { 'data-focus-area': 'data' } });
    await host.openPane();
    await expect.poll(asked).toBe(1);
    const [{ engagementAttributes } = {}] = await bodies(sandbox, visitors);
    const [, login, place] = engagementAttributes as Fields[];
    expect([login, place]).toMatchObject([{ info: { loginStatus: 0 } }, { info: { role: 'visitor' } }]);
    await page.clock.pauseAt(Date.now() + 2_000);
  });
  await sees('four more requests in 20 s', async () => {
    for (const count of [2, 3, 4, 5]) {
      await asksAfter(5_000);
      expect(await asked()).toBe(count);
    }
  });
  await sees('the next ones after 10 s and 20 s', async () => {
    await later(6_000);
    expect(await asked()).toBe(5);
    await asksAfter(4_500);
    expect(await asked()).toBe(6);
    await later(15_000);
    expect(await asked()).toBe(6);
  });
  await when('the service answers that it is loading, and then that it has an agent', async () => {
    const loading = { internalCode: 20, message: 'Loading account: 4711, vid: visitor-of-loading' };
    await sandbox.forgetRules();
    await sandbox.rules(
      { path: `${visitors}/visitor-of-loading`, body: available },
      { path: visitors, status: 500, cors: true, body: loading, times: 1 },
    );
    await asksAfter(5_500);
    expect(await asked()).toBe(7);
  });
  await sees('a second try after 2 s, with the visitor that it has named', async () => {
    await later(1_000);
    expect(await asked()).toBe(7);
    await later(1_500);
    await expect
      .poll(async () => (await sandbox.requests(visitors)).at(-1)?.path)
      .toBe(`${visitors}/visitor-of-loading`);
    await expect(block(host.frame(), 'chat')).toBeVisible();
  });
  await sees('no other request for almost two minutes, and then one of the same visit', async () => {
    await later(110_000);
    expect(await asked()).toBe(8);
    await sandbox.rules({
      path: visitors,
      status: 404,
      cors: true,
      body: { internalCode: 37, message: 'visitorId' },
      times: 1,
    });
    await later(12_000);
    await expect.poll(asked).toBe(10);
  });
  await sees('a refused visit forgotten, and the next request without it at once', async () => {
    const [refused, next] = (await sandbox.requests(visitors)).slice(-2);
    expect(refused).toMatchObject({
      path: `${visitors}/visitor-of-loading`,
      query: { v: '1.0', sid: 'session-of-loading' },
    });
    expect(next?.path).toBe(visitors);
    expect(next?.query).not.toHaveProperty('sid');
  });
  await when('the visitor chats', async () => {
    await page.clock.resume();
    await (await openChatEntry(host.frame())).click();
    await agentSays(host.frame(), sandbox, 'Good morning');
  });
  await sees('no request in two minutes', async () => {
    const before = await asked();
    for (const _ of [1, 2, 3, 4, 5]) await later(25_000);
    expect(await asked()).toBe(before);
  });
});
