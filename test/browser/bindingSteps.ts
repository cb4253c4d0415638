import type { Locator } from 'playwright/test';
import { expect } from './fixtures.ts';

/** Presses a button of an action with consequences, again while it says that it has just appeared or moved. */
export async function pressBinding(button: Locator): Promise<void> {
  const hint = button.locator('xpath=following-sibling::p[@role="status"]');
  await expect(async () => {
    await button.click();
    expect(await hint.count()).toBe(0);
  }).toPass();
}
