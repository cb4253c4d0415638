import type { FrameLocator, Page } from 'playwright/test';
import { expect, type HostPageHelper, type SandboxControl } from './fixtures.ts';
import { openEntry } from './menuSteps.ts';

export async function openChat(host: HostPageHelper, attrs: Record<string, string> = {}): Promise<FrameLocator> {
  const page = host.pill().page();
  const history = page.waitForResponse(/\/message\/history/);
  await host.open('/plain', { attrs: { 'data-focus-area': 'cloud', ...attrs } });
  const frame = await host.openPane();
  const entry = await openEntry(frame, 'chat');
  await entry.getByRole('button', { name: /start|بدء/i }).click();
  await expect(log(frame).locator('[data-kind=bot]').first()).toBeVisible();
  // Once its answer begins, the history contains no later message, and a test's fault rules do not apply to it. The end of an answer
  // that is read as a stream is not always reported.
  await history;
  return frame;
}

/** Loads the page again, and shows the chat that it continues. */
export async function reopen(page: Page, host: HostPageHelper): Promise<FrameLocator> {
  await page.reload();
  await expect(host.pill()).toBeVisible();
  const frame = host.frame();
  if (!(await log(frame).isVisible())) await host.pressPill();
  await expect(log(frame)).toBeVisible();
  return frame;
}

export const log = (frame: FrameLocator) => frame.getByRole('log');
export const mine = (frame: FrameLocator) => log(frame).locator('[data-kind=visitor]');

export async function send(frame: FrameLocator, text: string): Promise<void> {
  await frame.getByRole('textbox').fill(text);
  await frame.getByRole('textbox').press('Enter');
}

export async function botMessages(sandbox: SandboxControl): Promise<Record<string, unknown>[]> {
  const calls = await sandbox.requests('/bot/v2/message');
  return calls.filter((call) => call.path === '/bot/v2/message').map((call) => call.body as Record<string, unknown>);
}

export async function readHostStorage(page: Page): Promise<string> {
  return page.evaluate(() => `${document.cookie} ${JSON.stringify(localStorage)} ${JSON.stringify(sessionStorage)}`);
}

/** Distance of the answer's start from the top of the list, px. */
export async function startBelowTop(frame: FrameLocator, text: string): Promise<number> {
  const start = await log(frame).locator('li[data-kind=bot]', { hasText: text }).boundingBox();
  const list = await log(frame).boundingBox();
  return (start?.y ?? Number.NaN) - (list?.y ?? 0);
}

/** Distance of the view from the end of the list, px. */
export const fromEnd = (frame: FrameLocator): Promise<number> =>
  log(frame).evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop);
