import type { FrameLocator, Locator } from 'playwright/test';
import { expect } from './fixtures.ts';

/**
 * Opens an entry of the menu unless it is open, and returns it. Looks again until it is open: an entry that leaves while the menu is still
 * being filled comes back closed, and one that opens by itself is no longer there to press.
 */
export async function openEntry(pane: FrameLocator, kind: 'chat' | 'scheduler', at = 0): Promise<Locator> {
  const entry = pane.locator(`[data-block=${kind}]`).nth(at);
  const closed = entry.locator('[aria-expanded=false]');
  const panel = entry.locator('> div:not([hidden])');
  await expect(async () => {
    if (await closed.isVisible()) await closed.click({ timeout: 5_000 });
    await expect(panel).toHaveCount(1, { timeout: 5_000 });
  }).toPass({ timeout: 40_000 });
  return entry;
}
