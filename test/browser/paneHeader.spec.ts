import { expect, test } from './fixtures.ts';
import { openChat } from './liveSteps.ts';

test('[SH-046][F-SH8] says that the agent is online while the visitor can reach them', { tag: '@core' }, async ({
  host,
  sandbox,
}) => {
  const frame = await openChat(host, 'data');
  const say = (text: string) => sandbox.command('agent', { action: 'say', text });
  await expect
    .poll(() =>
      say('Hello.').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  const online = frame.getByRole('banner').getByText('Online now');
  await expect(online).toBeVisible();
  await sandbox.rules({ path: '/api/account/4711/chat/', drop: true });
  await say('while you were away');
  await expect(frame.getByText('Connection lost')).toBeVisible();
  await expect(online).toBeHidden();
  await sandbox.forgetRules();
  await expect(online).toBeVisible();
});
