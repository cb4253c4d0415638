import type { Page } from 'playwright/test';
import { rememberedPillKey } from '../../bridge/wire.ts';

/**
 * Stores a remembered pill on the origin of `url`, as an earlier page would have. A string is stored as it is, any other value as
 * JSON. The tab is then on an empty page of that origin.
 */
export async function remember(page: Page, url: string, value: unknown): Promise<void> {
  const empty = new URL('/an-earlier-page', url).href;
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(empty);
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    rememberedPillKey,
    typeof value === 'string' ? value : JSON.stringify(value),
  ] as const);
}

/** The text that the page has stored, or null. */
export const rememberedBy = (page: Page): Promise<string | null> =>
  page.evaluate((key) => localStorage.getItem(key), rememberedPillKey);
