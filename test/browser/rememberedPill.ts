import type { Page } from 'playwright/test';
import { rememberedPill } from '../../bridge/wire.ts';

/** Every page that loads from now on remembers this pill: drawings by language, or any other value, as text or for JSON. */
export async function remember(page: Page, value: unknown): Promise<void> {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  await page.addInitScript(
    ([name, stored]) => {
      if (window.top === window && origin !== 'null') localStorage.setItem(name, stored);
    },
    [rememberedPill, text] as const,
  );
}

/** The text that the page has stored, or null. */
export const rememberedBy = (page: Page): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), rememberedPill);
