import type { Page } from 'playwright/test';
import { log, openChat } from './chatSteps.ts';
import { expect, type HostPageHelper, type SandboxControl } from './fixtures.ts';

/** Ten thousand messages take a while to draw on a slow machine. */
const drawing = { timeout: 150_000 };

/** Opens a conversation with a question and an answer per turn, before all of it is drawn. */
export async function openLongChat(page: Page, host: HostPageHelper, sandbox: SandboxControl, turns: number) {
  await openChat(host);
  await sandbox.command('bot', { turns });
  await page.reload();
  await host.pressPill();
  const frame = host.frame();
  await expect(log(frame)).toContainText('Northwind guide');
  // By its role, Playwright would walk all messages at each step.
  const list = frame.locator('[role=log]');
  const rows = list.locator('li:not([data-kind=dateHeader])');
  const isDrawn = () => expect.poll(() => rows.count(), drawing).toBeGreaterThan(2 * turns);
  /** The position of a message in the window. */
  const topOf = async (text: string) => (await rowOf(text).boundingBox())?.y ?? Number.NaN;
  const rowOf = (text: string) => rows.filter({ has: page.getByText(text, { exact: true }) });
  return { frame, list, rows, isDrawn, topOf };
}
