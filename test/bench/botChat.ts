import type { Page } from 'playwright/test';
import type { HostPageHelper } from '../browser/fixtures.ts';

/** Opens the page, its pane and the bot's chat, until the chat has read its history. */
export async function startBotChat(host: HostPageHelper, page: Page): Promise<void> {
  const history = page.waitForResponse(/\/message\/history/);
  await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' } });
  const frame = await host.openPane();
  const entry = frame.getByRole('button', { name: /chat/i }).first();
  const start = frame.getByRole('button', { name: /start/i }).first();
  await entry.waitFor();
  if (!(await start.isVisible())) await entry.click();
  await start.click();
  await (await history).finished();
}
