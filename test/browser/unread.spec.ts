import { send } from './chatSteps.ts';
import { expect, test } from './fixtures.ts';
import { agentSays, openChat } from './liveSteps.ts';

test('[CH-173] the pill counts what an agent has said while the visitor was away, as the broker reports it', async ({
  host,
  page,
  sandbox,
}) => {
  await sandbox.command('contact', { chat: 'messaging' });
  const frame = await openChat(host, 'data');
  await send(frame, 'Hello');
  await agentSays(frame, sandbox, 'Hi');
  await frame.getByRole('button', { name: 'Close' }).first().click();
  await page.goto('about:blank');
  await sandbox.command('agent', { action: 'say', text: 'One' });
  await sandbox.command('agent', { action: 'say', text: 'Two' });
  // The broker is asked again, and not the identity that the tab has stored.
  await sandbox.command('identity', { expireTokens: true });
  await host.open('/plain', { attrs: { 'data-focus-area': 'data' } });
  await expect(host.pill()).toHaveAccessibleName("Let's talk, 2 unread");
});
