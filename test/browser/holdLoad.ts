import type { Page } from 'playwright/test';

/** Keeps pages from loading until the returned function is called: they wait for a picture. */
export async function holdLoad(page: Page): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/slow.png', async (route) => {
    await released;
    await route.abort();
  });
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      new Image().src = '/slow.png';
    });
  });
  return release;
}
