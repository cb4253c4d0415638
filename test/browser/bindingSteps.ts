import type { Locator } from 'playwright/test';
import { expect } from './fixtures.ts';

/** How long a click may take to reach the frame. */
const clickMs = 2_000;

/**
 * Presses a button of an action with consequences, again while it says that it has just appeared or moved. Also again when the click
 * has missed the frame, which moves while the pane gets another height.
 */
export async function pressBinding(button: Locator): Promise<void> {
  const hint = button.locator('xpath=following-sibling::p[@role="status"]');
  await expect(async () => {
    const hasArrived = button.evaluate(
      (_, limitMs) =>
        new Promise<boolean>((resolve) => {
          addEventListener('click', () => resolve(true), { once: true, capture: true });
          setTimeout(() => resolve(false), limitMs);
        }),
      clickMs,
    );
    await button.click();
    expect(await hasArrived).toBe(true);
    expect(await hint.count()).toBe(0);
  }).toPass();
}
