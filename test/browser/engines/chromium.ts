import { chromium } from 'playwright/test';
import { browserArgs, findBrowser } from '../findBrowser.ts';
import type { Engine } from './engine.ts';

export const chromiumPath = findBrowser()?.path;

/** Chromium as visitors have it: with the back-forward cache, which Playwright turns off by itself. */
export async function startChromium(): Promise<Engine> {
  const browser = await chromium.launch({
    executablePath: chromiumPath ?? '',
    args: [...browserArgs],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });

  async function widget() {
    const frame = await (await page.waitForSelector('#contact-widget iframe', { state: 'attached' })).contentFrame();
    if (!frame) throw new Error('the widget has no frame');
    return frame;
  }

  return {
    version: `Chromium ${browser.version()}`,
    goto: async (url) => void (await page.goto(url)),
    page: async <T>(expression: string) => (await page.evaluate(expression)) as T,
    frame: async <T>(expression: string) => (await (await widget()).evaluate(expression)) as T,
    clickPill: () => page.locator('#contact-widget button').click(),
    press: (key) => page.keyboard.press(key),
    close: () => browser.close(),
  };
}
