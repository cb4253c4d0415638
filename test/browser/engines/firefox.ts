import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import { type Engine, type EngineOptions, until } from './engine.ts';

const paths = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];

export const firefoxPath = [process.env.FIREFOX_PATH ?? '', ...paths].find((path) => path && existsSync(path));

/** Firefox, controlled by WebDriver BiDi. */
export async function startFirefox({ refusesStorage }: EngineOptions = {}): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath ?? '',
    headless: true,
    // The strictest setting: no cookies and no storage for any site.
    extraPrefsFirefox: refusesStorage ? { 'network.cookie.cookieBehavior': 2 } : {},
  });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });

  async function widget() {
    const element = await page.waitForSelector('#contact-widget >>> iframe');
    const frame = await element?.contentFrame();
    if (!frame) throw new Error('the widget has no frame');
    return frame;
  }

  /**
   * The page itself navigates. The driver would wait for events about the old page's frames, which Firefox does not send when the
   * next page runs in another process (COOP, or a page in the back-forward cache).
   */
  async function goto(url: string): Promise<void> {
    await page.evaluate(`(window.isLeft = true, location.href = ${JSON.stringify(url)}, 0)`);
    await until(
      async () =>
        await page.evaluate(
          `location.href === ${JSON.stringify(new URL(url).href)} && !window.isLeft && document.readyState === 'complete'`,
        ),
      `${url} is loaded`,
    );
  }

  return {
    version: await browser.version(),
    goto,
    page: async <T>(expression: string) => (await page.evaluate(expression)) as T,
    frame: async <T>(expression: string) => (await (await widget()).evaluate(expression)) as T,
    async clickPill() {
      const pill = await page.waitForSelector('#contact-widget >>> button', { visible: true });
      await pill?.click();
    },
    press: (key) => page.keyboard.press(key === 'Space' ? ' ' : key),
    close: () => browser.close(),
  };
}
