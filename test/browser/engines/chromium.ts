import { chromium } from 'playwright/test';
import { browserArgs, findBrowser } from '../findBrowser.ts';
import type { Engine, EngineOptions } from './engine.ts';

export const chromiumPath = findBrowser()?.path;

/** Chromium with the back-forward cache, as visitors use it. Playwright turns it off by default. */
export async function startChromium({ refusesStorage }: EngineOptions = {}): Promise<Engine> {
  const browser = await chromium.launch({
    executablePath: chromiumPath ?? '',
    // Playwright's own list of disabled features makes storage in a cross-site frame throw.
    args: browserArgs.filter((one) => !refusesStorage || !one.startsWith('--disable-features')),
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
