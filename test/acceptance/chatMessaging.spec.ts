import { log, mine, send } from '../browser/chatSteps.ts';
import { expect, type SandboxControl, test } from '../browser/fixtures.ts';
import { agentSays, desk, ofAgent, startChat, visitorTexts } from '../browser/liveSteps.ts';
import { agent, bodies, type Fields, firstBody, lines, openChat, reached } from './chat.ts';
import { given, minimize, noteEvents, sees, when } from './steps.ts';

const socket = '/ws_api';
const profiles = '/api/account/4711/configuration/le-users/users';

/** What the visitor's browser has sent on the socket, by type. */
async function sent(sandbox: SandboxControl, type: string): Promise<readonly Fields[]> {
  const frames = (await sandbox.requests(socket)).filter(
    ({ method, direction }) => method === 'FRAME' && direction === 'in',
  );
  return frames
    .map(({ body }) => (typeof body === 'string' ? JSON.parse(body) : body) as Fields)
    .filter((one) => one.type === type);
}

/** The kinds of the events that the visitor's browser has published. */
const published = async (sandbox: SandboxControl) =>
  (await sent(sandbox, 'ms.PublishEvent')).map(({ body }) => (body as Fields).event as Fields);

const withMessaging = (sandbox: SandboxControl) => sandbox.command('contact', { chat: 'messaging' });

test('[CH-019][CH-032][CH-041][CH-134][CH-135][CH-143][CH-145][CH-147][CH-151][CH-175] chat 10, 36, 45, 46, 51, 52, 53, 54, 55, 107, 108, 109, 111, 134, 152, 180, 186: a conversation is opened on the socket; who answers is in the header, and what was seen is told', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await page.route('https://pictures.northwind.example/**', (route) =>
    route.request().url().endsWith('natalie.png')
      ? route.fulfill({ contentType: 'image/png', body: Buffer.from(pixel, 'base64') })
      : route.fulfill({ status: 404 }),
  );
  const picture = (name: string) => `https://pictures.northwind.example/${name}.png`;
  await sandbox.rules(
    { path: `${profiles}/25025413`, body: { nickname: 'Natalie', pictureUrl: picture('natalie') } },
    { path: `${profiles}/25025414`, body: { nickname: 'Jonas', pictureUrl: picture('jonas') } },
  );
  await withMessaging(sandbox);
  const pane = await when('the visitor starts a conversation', () => openChat(host, 'cloud'));
  const header = pane.getByRole('banner');
  await sees('the visit at the monitor, and the conversation asked for with it, by a token', async () => {
    await reached(sandbox);
    const consumerId = expect.stringMatching(/^guest-/);
    const facts = { consumerId, service: 'lemessaging', entryPoints: [`${sandbox.hostUrl}/plain`] };
    expect(await firstBody(sandbox, '/async/monitor')).toMatchObject({
      ...{ ...facts, customerInfo: { role: 'visitor' }, personalInfo: expect.any(Object) },
      clientProperties: { appVersion: '1.0', ipAddress: '203.0.113.24' },
    });
    const [greeting] = await sent(sandbox, 'InitConnection');
    const [client, proof] = (greeting?.headers ?? []) as Fields[];
    expect(client?.features).toEqual(['AUTO_MESSAGES', 'RICH_CONTENT', 'QUICK_REPLIES', 'MULTI_DIALOG']);
    const claims = JSON.parse(Buffer.from(String(proof?.jwt).split('.')[1] ?? '', 'base64url').toString());
    expect(claims.sub).toEqual(consumerId);
    expect((await sent(sandbox, 'cqm.SubscribeExConversations'))[0]?.body).toMatchObject({
      convState: ['OPEN', 'CLOSE'],
    });
    expect((await sent(sandbox, 'cm.ConsumerRequestConversation')).map(({ body }) => body)).toMatchObject([
      {
        skillId: 'cloud-sales',
        campaignInfo: { campaignId: 8805, engagementId: 8806 },
        conversationContext: {
          ...{ visitorId: 'monitor-visitor', sessionId: 'monitor-session', pageId: '595933432' },
          ...{ interactionContextId: '1', lang: 'en-US' },
        },
      },
    ]);
    expect(await sent(sandbox, 'ms.SubscribeMessagingEvents')).toHaveLength(1);
    expect(await sent(sandbox, 'GetClock')).not.toHaveLength(0);
    await expect(header).toContainText('Connecting you…');
  });
  await sees('the gateway asked about the visit and its agents, and told about the visitor', async () => {
    const details = [{ campaignId: 8805, engagementId: 8806, contextId: '1', status: 'expose' }];
    expect(await firstBody(sandbox, '/async/engagement/status')).toMatchObject({
      service: 'lemessaging',
      engagementDetails: details,
    });
    expect(await firstBody(sandbox, '/async/attributes')).toMatchObject({ customerInfo: { role: 'visitor' } });
    const paths = (await sandbox.requests('/async/conversations/')).map(({ path }) => path);
    expect(paths).toEqual([expect.stringMatching(/\/conversation-\d+\/availability$/)]);
  });
  await when('an agent joins, types, and writes', async () => {
    await agent(sandbox, 'join');
    await expect(header.getByRole('heading', { name: 'Natalie' })).toBeVisible();
    const typing = () => agent(sandbox, 'typing').then(() => pane.getByText('Natalie is typing').count());
    await expect.poll(typing).toBeGreaterThan(0);
    await agent(sandbox, 'say', { text: 'Good morning' });
    await expect(ofAgent(pane)).toContainText('Good morning');
  });
  await sees('the agent in the header, and nobody who types', async () => {
    await expect(header).toContainText(/Live chat.*Natalie.*Agent.*Online now/);
    await expect(header.locator('img')).toHaveAttribute('src', picture('natalie'));
    await expect(header.locator('img')).toHaveAttribute('alt', '');
    await expect(header.locator('img')).toBeVisible();
    await expect(pane.getByText('is typing')).toHaveCount(0);
    await expect(log(pane).locator('[data-kind=agentJoin]')).toContainText('Natalie has joined the chat.');
  });
  await sees('the message accepted and read', async () => {
    const receipts = async () =>
      (await published(sandbox)).filter(({ type }) => type === 'AcceptStatusEvent').map(({ status }) => status);
    await expect.poll(receipts).toEqual(['ACCEPT', 'READ']);
  });
  await when('the visitor types and sends', async () => {
    await pane.getByRole('textbox').pressSequentially('Hi');
    await pane.getByRole('textbox').press('Enter');
  });
  await sees('that they typed and what they sent, at the desk', async () => {
    await expect.poll(() => visitorTexts(sandbox)).toEqual(['Hi']);
    const states = async () => (await published(sandbox)).flatMap(({ chatState }) => chatState ?? []);
    await expect.poll(states).toEqual(['COMPOSING', 'ACTIVE']);
  });
  await when('the visitor is elsewhere, and the agent asks with answers to choose from', async () => {
    await minimize(pane);
    await agent(sandbox, 'quickReplies', { text: 'Which one?', replies: ['Small', 'Large'] });
    await expect(host.pill()).toHaveAccessibleName(/\b1\b/);
  });
  await sees('the message accepted, and read once the visitor is back', async () => {
    const receipts = async () =>
      (await published(sandbox)).filter(({ type }) => type === 'AcceptStatusEvent').map(({ status }) => status);
    await expect.poll(receipts).toEqual(['ACCEPT', 'READ', 'ACCEPT']);
    await host.pressPill();
    await expect.poll(receipts).toEqual(['ACCEPT', 'READ', 'ACCEPT', 'READ']);
    await log(pane).getByRole('button', { name: 'Large' }).click();
    await expect.poll(receipts).toContain('ACTION');
    await expect.poll(() => visitorTexts(sandbox)).toEqual(['Hi', 'Large']);
  });
  await when('a colleague takes over', () => agent(sandbox, 'join', { agentId: '25025414' }));
  await sees('the colleague, without a picture that is broken, and that the first agent has left', async () => {
    await expect(header.getByRole('heading', { name: 'Jonas' })).toBeVisible();
    await expect(header.locator('img')).toHaveCount(0);
    await expect(log(pane)).toContainText('Natalie has left the chat.');
  });
});

test('[CH-033][CH-034][CH-035][CH-133][CH-173][CH-174][CH-219][F-CH8] chat 25, 48, 113, 153, 199: without agents a guest signs in, and is welcomed back by name', async ({
  host,
  page,
  problems,
  sandbox,
}) => {
  await given('no agents, and a guest who opens the chat', async () => {
    await withMessaging(sandbox);
    await sandbox.command('identity', { agentStatus: 'unavailable' });
    await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' }, query: { 'cm-start-chat': '' } });
  });
  const pane = host.frame();
  await sees('why there is no field, two links, and a warning that the text is the built-in one', async () => {
    await expect(pane.getByText('Our agents are not available right now.')).toBeVisible();
    await expect(pane.getByRole('textbox')).toHaveCount(0);
    await expect(pane.getByRole('link', { name: 'Create an account' })).toBeVisible();
    await expect.poll(() => lines(problems.warnings, 'offlineNotice')).toBe(1);
    expect(await sent(sandbox, 'cm.ConsumerRequestConversation')).toEqual([]);
  });
  await when('a page that is not the sign-in says that they have signed in', async () => {
    const before = (await bodies(sandbox, '/identity')).length;
    await (await host.frameHandle()).evaluate(() =>
      window.postMessage({ type: 'loginComplete', token: 'eyJ.e30.x' }, '*'),
    );
    await page.waitForTimeout(500);
    expect(await bodies(sandbox, '/identity')).toHaveLength(before);
  });
  await when('the browser blocks the window of the sign-in', async () => {
    await (await host.frameHandle()).evaluate(() => {
      const { open } = window;
      window.open = () => {
        window.open = open;
        return null;
      };
    });
    await pane.getByRole('link', { name: 'Sign in', exact: true }).click();
  });
  await sees('that it did not complete', () =>
    expect(pane.getByText('Sign-in did not complete. Please try again.')).toBeVisible(),
  );
  await when('they sign in at the sign-in page', async () => {
    await sandbox.rules({ path: '/signin/jwt', body: {} });
    const opened = page.waitForEvent('popup');
    await pane.getByRole('link', { name: 'Sign in', exact: true }).click();
    await (await opened).getByRole('button', { name: 'Sign in as Ana' }).click();
  });
  await sees('a field, and the token of that page at the broker', async () => {
    await expect.poll(async () => JSON.stringify(await bodies(sandbox, '/identity'))).toContain('"cmaasSigned":"eyJ');
    await send(pane, 'It is me, Ana');
    await expect(mine(pane)).toContainText('It is me, Ana');
    await expect(pane.getByText('Sign-in did not complete. Please try again.')).toHaveCount(0);
    await expect.poll(() => visitorTexts(sandbox)).toEqual(['It is me, Ana']);
  });
});

test('[CH-137][CH-138][CH-139] chat 18, 49, 50, 112, 114, 115, 200: agents come and go; a conversation ends with questions in place of the field, or without, and the next one can start', {
  tag: '@core',
}, async ({ host, page, problems, sandbox }) => {
  const completed = await noteEvents(page, 'cm-chat-survey-complete');
  await withMessaging(sandbox);
  const pane = await given('a conversation, for which the gateway cannot say who is there', async () => {
    await sandbox.rules({ path: '/async/conversations/', status: 500, body: {} });
    const opened = await openChat(host, 'cloud', { attrs: { 'data-analytics-events': '' } });
    await agentSays(opened, sandbox, 'Goodbye');
    expect(lines(problems.warnings, 'The availability of agents could not be checked.')).toBe(1);
    return opened;
  });
  await when('the agent leaves for another queue', () => agent(sandbox, 'transfer', { skill: 'support' }));
  await sees('the gateway asked for the name of that queue', async () =>
    expect(await firstBody(sandbox, '/async/skill')).toEqual({ skillId: 'support', account: '4711' }),
  );
  await sees('that they have left, and that another will join', async () => {
    await expect(log(pane)).toContainText('Natalie has left the chat.');
    await expect(pane.getByRole('banner')).toContainText('An agent will join soon.');
  });
  await when('another comes, whose profile cannot be had', async () => {
    await sandbox.rules({ path: profiles, status: 500, body: {} });
    await agent(sandbox, 'join', { agentId: '25025414' });
  });
  await sees('the gateway asked for the name', async () => {
    await expect.poll(async () => (await sandbox.requests('/async/agent')).length).toBe(1);
    const [{ query } = {}] = await sandbox.requests('/async/agent');
    expect(query).toEqual({ service: 'lemessaging', conversationId: expect.stringMatching(/^conversation-/) });
  });
  await when('the agent ends with questions', async () => {
    await agent(sandbox, 'survey');
  });
  await sees('the first question, with answers in place of the field', async () => {
    await expect(log(pane).getByText('How would you rate this conversation?')).toBeInViewport({ ratio: 1 });
    await expect(pane.getByRole('textbox')).toHaveCount(0);
  });
  await when('the visitor answers both', async () => {
    await pane.getByRole('button', { name: '5', exact: true }).click();
    await pane.getByRole('button', { name: 'Yes', exact: true }).click();
    await expect.poll(async () => (await desk(sandbox))[0]?.state).toBe('ended');
  });
  await sees('that the chat has ended, at the page, too, and a way to the next one', async () => {
    await expect(log(pane)).toContainText('The chat has ended.');
    await expect.poll(completed).toMatchObject([{ type: 'cm-chat-survey-complete', adapterId: 'lemessaging' }]);
    await pane.getByRole('button', { name: 'Start new chat' }).click();
    await expect(pane.getByRole('textbox')).toBeVisible();
    await expect.poll(async () => (await desk(sandbox)).length).toBe(2);
    await expect(ofAgent(pane)).toHaveCount(0);
  });
  await when('the visitor ends it', async () => {
    await pane.getByRole('button', { name: 'Close chat' }).click();
    await pane.getByRole('button', { name: 'End chat' }).click();
  });
  await sees('the service told to close it', () =>
    expect.poll(async () => (await sent(sandbox, 'cm.UpdateConversationField')).length).toBe(1),
  );
});

test('[CH-148][CH-149][CH-150] chat 116, 117, 132, 133, 195: the socket is opened again when it breaks, and what comes twice or from the service itself is not shown', async ({
  host,
  problems,
  sandbox,
}) => {
  await withMessaging(sandbox);
  await sandbox.rules({ path: socket, frame: 'InitConnection', action: 'cut', times: 2 });
  const pane = await given('a socket that breaks twice at first', async () => {
    await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' } });
    const opened = await host.openPane();
    await expect.poll(async () => (await sent(sandbox, 'GetClock')).length).toBeGreaterThan(0);
    return opened;
  });
  await when('the visitor starts a conversation', () => startChat(pane));
  await sees('that the greeting was sent again, and two warnings', async () => {
    expect(lines(problems.warnings, 'Failed to connect with JWT; retrying...')).toBeGreaterThan(0);
    expect(lines(problems.warnings, 'Error initializing connection: ')).toBeGreaterThan(0);
    expect((await sent(sandbox, 'InitConnection')).length).toBeGreaterThanOrEqual(3);
  });
  await agentSays(pane, sandbox, 'Hello');
  await when('the service itself says something, and the agent’s message comes twice', async () => {
    await agent(sandbox, 'control', { text: 'Routed to desk 4' });
    await sandbox.rules({ path: socket, frame: 'Once only', direction: 'out', action: 'duplicate' });
    await agent(sandbox, 'say', { text: 'Once only' });
  });
  await sees('the message once, and nothing of the service', async () => {
    await expect(ofAgent(pane).last()).toContainText('Once only');
    await expect(ofAgent(pane)).toHaveCount(2);
    await expect(log(pane)).not.toContainText('Routed to desk 4');
  });
  await when('the socket is cut, and the agent and the visitor write', async () => {
    await sandbox.rules({ path: '/ws', action: 'cut', times: 1 });
    await agent(sandbox, 'say', { text: 'While you were away' });
    await send(pane, 'I am back');
  });
  await sees('both, each once, on a new socket', async () => {
    await expect(ofAgent(pane).filter({ hasText: 'While you were away' })).toHaveCount(1);
    await expect.poll(() => visitorTexts(sandbox)).toEqual(['I am back']);
    await expect(mine(pane)).toHaveCount(1);
    expect((await sent(sandbox, 'ms.SubscribeMessagingEvents')).length).toBeGreaterThan(1);
  });
});

test('[CH-150][CH-176][CH-177][CH-178][F-SH30] chat 135, 139, 179, 192, 198: a monitor that is loading is asked again after 2, 4 and 8 s, and then given up; the clock is asked every 30 s', async ({
  host,
  page,
  problems,
  sandbox,
}) => {
  const asked = async () => (await bodies(sandbox, '/async/monitor')).length;
  const later = async (ms: number) => {
    await page.clock.fastForward(ms);
    await page.waitForTimeout(300);
  };
  await withMessaging(sandbox);
  await sandbox.command('identity', { loading: 4 });
  await page.clock.install();
  const pane = await given('a chat whose monitor is loading', async () => {
    await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' }, query: { 'cm-start-chat': '' } });
    await expect.poll(asked).toBe(1);
    return host.frame();
  });
  for (const [seconds, count] of [
    [2, 2],
    [4, 3],
    [8, 4],
  ] as const) {
    await sees(`the request number ${count} after ${seconds} s`, async () => {
      await later(seconds * 1_000);
      await expect.poll(asked).toBe(count);
    });
  }
  await sees('a conversation without it, and why on the console', async () => {
    await expect.poll(() => lines(problems.warnings, 'Error creating monitor, ran out of attempts.')).toBe(1);
    await agentSays(pane, sandbox, 'Good morning');
  });
  await sees('the service’s clock asked every 30 s', async () => {
    const clocks = async () => (await sent(sandbox, 'GetClock')).length;
    const before = await clocks();
    await later(31_000);
    await expect.poll(clocks).toBeGreaterThan(before);
  });
  await when('the monitor knows about no engagement, at the next conversation', async () => {
    await sandbox.rules({ path: '/async/monitor', body: { sessionId: 'monitor-session' } });
    await agent(sandbox, 'end');
    await pane.getByRole('button', { name: 'Start new chat' }).click();
    await later(4_000);
  });
  await sees('that on the console, and the conversation', async () => {
    await expect.poll(() => lines(problems.warnings, 'Monitoring API did not return engagement details.')).toBe(1);
    await expect.poll(async () => (await desk(sandbox)).length).toBe(2);
  });
});
