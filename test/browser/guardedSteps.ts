import type { Frame, Locator } from 'playwright/test';
import { expect } from './fixtures.ts';

/**
 * Presses a button of an action with consequences, again while it says that it has just appeared or moved. Also again when the click
 * has missed the frame, which moves while the pane gets another height.
 */
export async function pressGuarded(button: Locator, press: 'click' | 'dblclick' = 'click'): Promise<void> {
  const hint = button.locator('xpath=following-sibling::p[@role="status"]');
  await expect(async () => {
    const frame = (await (await button.elementHandle())?.ownerFrame()) as Frame;
    await frame.evaluate(() => {
      document.documentElement.dataset.clicked = 'false';
      const note = (): void => {
        document.documentElement.dataset.clicked = 'true';
      };
      addEventListener('click', note, { capture: true, once: true });
    });
    await button[press]();
    await expect(frame.locator('html[data-clicked=true]')).toHaveCount(1, { timeout: 2_000 });
    expect(await hint.count()).toBe(0);
  }).toPass();
}
