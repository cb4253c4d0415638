import { log } from '../browser/chatSteps.ts';
import { expect, type SandboxControl, test } from '../browser/fixtures.ts';
import { agentSays, ofAgent } from '../browser/liveSteps.ts';
import { agent, kept, messages, openChat, reached } from './chat.ts';
import { given, minimize, sees, when } from './steps.ts';

const profiles = '/api/account/4711/configuration/le-users/users';
const withMessaging = (sandbox: SandboxControl) => sandbox.command('contact', { chat: 'messaging' });

test('[CH-045][CH-046][CH-169][CH-173] chat 82, 211: unread messages are counted for guests whose cookie does not say that they have seen them, also those from an earlier visit', async ({
  host,
  page,
  sandbox,
}) => {
  await withMessaging(sandbox);
  const pane = await given('a conversation', async () => {
    const opened = await openChat(host, 'data');
    await agentSays(opened, sandbox, 'Hi');
    return opened;
  });
  const isSeen = () => page.evaluate(() => document.cookie.includes('cm-async-areUnreadsSeen=true'));
  for (const text of ['Are you there?', 'I am still here.']) {
    await when('the pane is hidden, and the agent writes', async () => {
      await minimize(pane);
      await agent(sandbox, 'say', { text });
    });
    await sees('the number on the pill, and no cookie; and the cookie, once it was seen', async () => {
      await expect(host.pill()).toHaveAccessibleName(/\b1\b/);
      await expect.poll(isSeen).toBe(false);
      await host.pressPill();
      await expect(ofAgent(pane).last()).toContainText(text);
      await expect.poll(isSeen).toBe(true);
    });
  }
  await sees('the identity and its token in the frame, and nothing of them in the page', async () => {
    expect(await kept(host)).toMatch(/cm-profile[^"]*identities-sandbox/);
    const stored = await page.evaluate(
      () => `${document.cookie} ${JSON.stringify(localStorage)} ${JSON.stringify(sessionStorage)}`,
    );
    expect(stored).not.toMatch(/eyJ|guest-\d/);
  });
  await when('the visitor leaves, the agent writes twice, and the visitor comes back', async () => {
    await minimize(pane);
    await page.goto('about:blank');
    await agent(sandbox, 'say', { text: 'One' });
    await agent(sandbox, 'say', { text: 'Two' });
    // The broker is asked again, and not the identity that the tab has stored.
    await sandbox.command('identity', { expireTokens: true });
    await host.open('/plain', { attrs: { 'data-focus-area': 'data' } });
  });
  await sees('two', () => expect(host.pill()).toHaveAccessibleName("Let's talk, 2 unread"));
});

test('[CH-053] chat 143: an agent who stands for the routing of sales is not shown, and neither are its messages', async ({
  host,
  sandbox,
}) => {
  for (const [service, chat] of [
    ['messaging', 'messaging'],
    ['live chat', 'liveChat'],
  ] as const) {
    await given(`such an agent in ${service}`, async () => {
      await sandbox.reset();
      await sandbox.command('contact', { chat });
      await sandbox.rules({ path: profiles, body: { nickname: 'sales-routing 7', pictureUrl: '' } });
    });
    const pane = await openChat(host, 'data');
    await when('it writes, and then a person', async () => {
      await reached(sandbox);
      await agent(sandbox, 'join');
      await expect.poll(async () => (await sandbox.requests(profiles)).length).toBeGreaterThan(0);
      await agent(sandbox, 'say', { text: 'Routing you' });
      await sandbox.forgetRules();
      await agent(sandbox, 'join', { agentId: '25025414' });
      await agent(sandbox, 'say', { text: 'Hello' });
      await expect(ofAgent(pane).last()).toContainText('Hello');
    });
    await sees('the person only', async () => {
      await expect(pane.getByRole('banner').getByRole('heading')).toHaveText('Jonas');
      expect(await messages(pane)).not.toContainEqual(expect.stringContaining('Routing you'));
      expect((await log(pane).textContent()) ?? '').not.toContain('sales-routing');
    });
  }
});

test('[CH-079] chat 87: an agent counts as there with 1, and as away with 0', async ({ host, sandbox }) => {
  await withMessaging(sandbox);
  const offline = host.frame().getByText('Our agents are not available right now.');
  await given('a gateway that says 1', () => sandbox.rules({ path: '/async/conversations/', body: { available: 1 } }));
  const pane = await when('a guest starts a conversation', async () => {
    const opened = await openChat(host, 'cloud');
    await agentSays(opened, sandbox, 'Hello');
    return opened;
  });
  await sees('a field', () => expect(offline).toHaveCount(0));
  await given('one that says 0, and the end of the conversation', async () => {
    await sandbox.rules({ path: '/async/conversations/', body: { available: 0 } });
    await agent(sandbox, 'end');
  });
  await when('they start the next one', () => pane.getByRole('button', { name: 'Start new chat' }).click());
  await sees('that nobody is there', async () => {
    await expect(offline).toBeVisible();
    await expect(pane.getByRole('textbox')).toHaveCount(0);
  });
});
