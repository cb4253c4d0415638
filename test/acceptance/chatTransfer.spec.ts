import { log, mine, send } from '../browser/chatSteps.ts';
import { expect, test } from '../browser/fixtures.ts';
import { desk, ofAgent, visitorTexts } from '../browser/liveSteps.ts';
import { agent, bodies, type Fields, lines, messages, openChat, reached } from './chat.ts';
import { given, noteEvents, sees, when } from './steps.ts';

/** The moments of a chat that the page can hear. */
const moments = ['start', 'connect', 'first-message', 'transfer', 'end'].map((name) => `cm-chat-${name}`);

test('[CH-020][CH-055][CH-057][CH-062][CH-144] chat 47, 70, 72, 76, 77, 131: a bot hands over to messaging with all that was said, and the visitor is back with the bot at the end', {
  tag: '@core',
}, async ({ host, sandbox }) => {
  const pane = await given('a bot’s chat', () => openChat(host, 'cloud'));
  const header = pane.getByRole('banner');
  await when('the bot hands over, and the visitor writes on', async () => {
    await send(pane, 'agent now');
    await reached(sandbox);
    await send(pane, 'typed while waiting');
  });
  await sees('that an agent will join, with the talk so far', async () => {
    await expect(header).toContainText('Connecting you…');
    await expect(header).toContainText('An agent will join soon.');
    const shown = await messages(pane);
    expect(shown.filter((one) => one.startsWith('bot')).length).toBe(3);
    expect(shown.filter((one) => one.startsWith('visitor'))).toEqual([
      'visitor: agent now',
      'visitor: typed while waiting',
    ]);
    expect((await desk(sandbox))[0]).toMatchObject({ kind: 'messaging', skill: 'cloud-sales' });
  });
  await when('the agent joins and writes', async () => {
    await agent(sandbox, 'join');
    await agent(sandbox, 'say', { text: 'Hello, this is Natalie.' });
    await expect(ofAgent(pane)).toContainText('Hello, this is Natalie.');
  });
  await sees('the text that waited at the desk, once', async () => {
    await expect(header).not.toContainText('Connecting you…');
    await expect.poll(() => visitorTexts(sandbox)).toEqual(['typed while waiting']);
    await expect(mine(pane)).toHaveCount(2);
  });
  await when('the agent ends the conversation', () => agent(sandbox, 'end'));
  await sees('the bot again, with what the agent has said', async () => {
    await expect(header).toContainText('Virtual assistant');
    await expect(log(pane)).toContainText('Hello, this is Natalie.');
    await send(pane, 'pricing');
    await expect(log(pane)).toContainText('You pay by the second');
  });
});

test('[CH-058][CH-060][CH-098][CH-208][CH-209] chat 78, 127, 129, 165: a bot hands over to the live chat that it names, and page and analytics hear each step once', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  const heard = await noteEvents(page, ...moments);
  const pane = await given('a bot’s chat', () =>
    openChat(host, 'security', { attrs: { 'data-analytics-events': '' } }),
  );
  await when('the bot names a specialist, the visitor and the agent talk, and the agent ends the chat', async () => {
    await send(pane, 'specialist now');
    await reached(sandbox);
    await agent(sandbox, 'say', { text: 'Hello, this is Natalie.' });
    await expect(ofAgent(pane)).toContainText('Hello, this is Natalie.');
    for (const text of ['Hello.', 'And one more thing.']) await send(pane, text);
    await expect.poll(() => visitorTexts(sandbox)).toEqual(['Hello.', 'And one more thing.']);
    expect((await desk(sandbox))[0]).toMatchObject({ kind: 'chat', skill: 'shield-specialists' });
  });
  await sees('that the bot knows the session of the agent', async () => {
    const { session } = (await desk(sandbox))[0] as unknown as Fields;
    const updates = async () =>
      (await bodies(sandbox, '/bot/v2/update')).map(({ context }) => (context as Fields).realtimeID);
    await expect.poll(updates).toContain(session);
  });
  await agent(sandbox, 'end');
  // The bot's chat and the agent's are two, with a connection and a first message each.
  const expected = [
    ...['start bot northwind-guide', 'connect bot northwind-guide', 'first-message bot northwind-guide'],
    'transfer bot northwind-guide',
    ...['connect', 'first-message', 'end'].map((name) => `${name} liveperson shield-specialists`),
  ];
  await sees('each moment at the page, with service and skill', async () => {
    const noted = async () =>
      ((await heard()) as Record<string, string>[]).map(
        ({ type, adapterId, skill }) => `${type?.slice('cm-chat-'.length)} ${adapterId} ${skill}`,
      );
    await expect.poll(async () => (await noted()).toSorted()).toEqual(expected.toSorted());
  });
  await sees('them at the service of events, by their own names', async () => {
    await page.goto('about:blank');
    const sent = async () =>
      (await sandbox.requests('/analytics/events'))
        .map(({ body }) => (typeof body === 'string' ? JSON.parse(body) : body) as { events: { name: string }[] })
        .flatMap(({ events }) => events.map(({ name }) => name).filter((name) => name.startsWith('CM_CHAT')));
    const names = expected.map((one) => `CM_CHAT_${one.split(' ')[0]?.replace('-', '_').toUpperCase()}`);
    await expect.poll(async () => (await sent()).toSorted()).toEqual(names.toSorted());
  });
});

test('[CH-056][CH-061][CH-134][CH-217] chat 79, 110, 197: a transfer to a service that opens no conversation leaves the visitor with the bot', async ({
  host,
  page,
  problems,
}) => {
  const pane = await given('a bot’s chat, and a messaging service that answers without an id', async () => {
    await page.routeWebSocket(/ws_api/, (socket) => {
      const service = socket.connectToServer();
      service.onMessage((frame) => {
        const { type, body, ...rest } = JSON.parse(String(frame)) as Fields;
        const isOpened = type === 'cm.RequestConversationResponse';
        // The list of conversations has it, too.
        if (isOpened || !String(frame).includes('conversationId'))
          socket.send(JSON.stringify({ ...rest, type, body: isOpened ? {} : body }));
      });
    });
    return openChat(host, 'cloud');
  });
  await when('the bot hands over', () => send(pane, 'agent now'));
  await sees('that no agent was reached, and why on the console', async () => {
    await expect(log(pane).locator('[data-kind=error]')).toContainText('We could not reach an agent.');
    const all = () => [...problems.warnings, ...problems.consoleErrors];
    await expect.poll(() => lines(all(), 'transferChatHelper error')).toBe(1);
    expect(lines(all(), 'There is no conversationId')).toBeGreaterThan(0);
  });
  await sees('that the bot goes on', async () => {
    await send(pane, 'pricing');
    await expect(log(pane).getByRole('region', { name: /You pay by the second/ })).toBeVisible();
  });
});
