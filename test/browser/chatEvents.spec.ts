import { log, send } from './chatSteps.ts';
import { expect, test } from './fixtures.ts';
import { askForAgent, ofAgent } from './liveSteps.ts';

test('[CH-208][CH-209] reports each step of a chat once to the page and to the analytics service, from the bot to the end with an agent', {
  tag: '@core',
}, async ({ host, page, sandbox }) => {
  await page.addInitScript(() => {
    const moments: string[] = [];
    Object.assign(window, { moments });
    for (const name of ['start', 'connect', 'first-message', 'transfer', 'end']) {
      document.addEventListener(`cm-chat-${name}`, (event) => {
        const { adapterId, skill } = (event as CustomEvent).detail as Record<string, string>;
        moments.push(`${name} ${adapterId} ${skill}`);
      });
    }
  });
  const onPage = () => page.evaluate(() => (window as unknown as { moments: string[] }).moments);
  const frame = await askForAgent(host, sandbox, 'security', 'specialist now', { 'data-analytics-events': '' });
  await sandbox.command('agent', { action: 'say', text: 'Hello, this is Natalie.' });
  await expect(ofAgent(frame)).toContainText('Hello, this is Natalie.');
  for (const text of ['Hello.', 'And one more thing.']) {
    await send(frame, text);
    await expect(log(frame)).toContainText(text);
  }
  await sandbox.command('agent', { action: 'end' });
  // The bot's chat and the agent's are two, with a connection and a first message each.
  const moments = [
    'start bot northwind-guide',
    'connect bot northwind-guide',
    'first-message bot northwind-guide',
    'transfer bot northwind-guide',
    'connect liveperson shield-specialists',
    'first-message liveperson shield-specialists',
    'end liveperson shield-specialists',
  ];
  await expect.poll(async () => (await onPage()).toSorted()).toEqual(moments.toSorted());

  await page.goto('about:blank');
  const sent = async () =>
    (await sandbox.requests('/analytics/events'))
      .map(({ body }) => (typeof body === 'string' ? JSON.parse(body) : body) as { events: { name: string }[] })
      .flatMap(({ events }) => events.map(({ name }) => name).filter((name) => name.startsWith('CM_CHAT')));
  await expect
    .poll(async () => (await sent()).toSorted())
    .toEqual(moments.map((moment) => `CM_CHAT_${moment.split(' ')[0]?.replace('-', '_').toUpperCase()}`).toSorted());
});
