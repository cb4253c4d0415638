import type { FrameLocator, Locator } from 'playwright/test';
import { expect } from './fixtures.ts';

/** Opens an entry of the menu unless it is open, and returns it. */
export async function openEntry(pane: FrameLocator, kind: 'chat' | 'scheduler'): Promise<Locator> {
  const entry = pane.locator(`[data-block=${kind}]`);
  const closed = entry.locator('[aria-expanded=false]');
  await expect(entry).toBeVisible();
  if (await closed.count()) await closed.click();
  return entry;
}
