import { expect, test } from './fixtures.ts';
import { agentSays } from './liveSteps.ts';

test('[CH-022][CH-023][CH-024][CH-110][F-CH18][SH-046][F-SH8] a live chat starts at a service that hides its headers from other origins, says that the agent is online while the visitor can reach them, and asks by keyboard before it ends', {
  tag: '@core',
}, async ({ page, host, sandbox }) => {
  await sandbox.rules({ path: '/api/account/4711/chat/request', headers: { 'Access-Control-Expose-Headers': 'date' } });
  await host.open('/plain', { attrs: { 'data-focus-area': 'data' }, query: { 'cm-start-chat': '' } });
  const frame = host.frame();
  await agentSays(frame, sandbox, 'Good morning');
  await test.step('[SH-046][F-SH8] says that the agent is online while the visitor can reach them', async () => {
    const online = frame.getByRole('banner').getByText('Online now');
    await expect(online).toBeVisible();
    await sandbox.rules({ path: '/api/account/4711/chat/', drop: true });
    await sandbox.command('agent', { action: 'say', text: 'while you were away' });
    await expect(frame.getByText('Connection lost')).toBeVisible();
    await expect(online).toBeHidden();
    await sandbox.forgetRules();
    await expect(online).toBeVisible();
  });
  await test.step('[CH-022][CH-023][CH-024] asks by keyboard before ending a chat: focus is on Keep chatting, Escape means the same, End chat ends it', async () => {
    const close = frame.getByRole('button', { name: 'Close chat' });
    await close.focus();
    await page.keyboard.press('Enter');
    const no = frame.getByRole('button', { name: 'Keep chatting', exact: true });
    await expect(no).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(frame.getByRole('button', { name: 'End chat', exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(no).toBeHidden();
    await expect(close).toBeFocused();
    await expect(frame.getByRole('textbox')).toBeEnabled();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(frame.getByText('Thank you for chatting with us.')).toBeVisible();
  });
});
