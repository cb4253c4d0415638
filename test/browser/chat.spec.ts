import { expect, test } from './fixtures.ts';
import { agentSays } from './liveSteps.ts';

test('[CH-024][CH-022][CH-023] asks by keyboard before ending a chat: focus is on Keep chatting, Escape means the same, End chat ends it', {
  tag: '@core',
}, async ({ page, host, sandbox }) => {
  await host.open('/plain', { attrs: { 'data-focus-area': 'data' }, query: { 'cm-start-chat': '' } });
  const frame = host.frame();
  await agentSays(frame, sandbox, 'Good morning');
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
