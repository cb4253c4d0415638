import type { FrameLocator } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { rememberedBy } from './rememberedPill.ts';
import { everyNth, sampleOf } from './sample.ts';

/** Set this to a folder to store screenshots. */
const shots = process.env.SHOTS;

/** The elements of the pane that are wider than it. */
const outside = (frame: FrameLocator): Promise<readonly string[]> =>
  frame.locator('html').evaluate((html) =>
    [...html.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => element.getBoundingClientRect().width > 0)
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < -1 || right > html.clientWidth + 1;
      })
      .map((element) => element.outerHTML.slice(0, 80)),
  );

const languages = [
  ['en-US', 'ltr', "Let's talk"],
  ['de-DE', 'ltr', 'Kontakt'],
  ['ja-JP', 'ltr', 'お問い合わせ'],
  ['ar-SA', 'rtl', 'تواصل معنا'],
] as const;

for (const [lang, dir, pill] of sampleOf(languages, everyNth(3))) {
  test(`[SH-017][SH-034][SH-035][SH-153][SH-154][SH-155][F-PG8] the front page in ${lang} fits with pill and menu from 1280 to 320 px, keeps its own policy, and names the pill that the widget itself draws`, {
    tag: lang === 'en-US' ? '@core' : [],
  }, async ({ host, page, problems }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await host.open('/', { page: { lang } });
    await expect(host.pill()).toHaveText(pill);
    await expect(host.pill()).toBeVisible();
    await test.step('names the pill that the widget itself draws', async () => {
      const named = await page.locator('script[data-pill]').getAttribute('data-pill');
      await expect.poll(async () => JSON.parse((await rememberedBy(page)) ?? '""')).toEqual(JSON.parse(named ?? ''));
    });

    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('dir', dir);
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
    if (shots) await page.screenshot({ path: `${shots}/${lang}-pill.png` });

    const frame = await host.openPane();
    await expect(frame.locator('[data-block]').first()).toBeVisible();
    await expect(frame.locator('html')).toHaveAttribute('dir', dir);
    for (const width of [1280, 768, 767, 320]) {
      await page.setViewportSize({ width, height: width === 320 ? 640 : 800 });
      const wanted = width > 768 ? 320 : width;
      await expect.poll(async () => Math.round((await host.iframe().boundingBox())?.width ?? 0)).toBe(wanted);
      const left = Math.round((await host.iframe().boundingBox())?.x ?? -1);
      expect(left).toBe(width > 768 ? (dir === 'rtl' ? 16 : width - 16 - 320) : 0);
      const handle = await host.frameHandle();
      expect(await handle.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await expect.poll(() => outside(frame), `${width} px`).toEqual([]);
      if (shots) await page.screenshot({ path: `${shots}/${lang}-${width}.png` });
    }

    await frame.getByRole('button', { expanded: false }).last().click();
    const cut = await (await host.frameHandle()).evaluate(() =>
      [...document.querySelectorAll('button, h1, h2')]
        .filter((one) => one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.textContent),
    );
    expect(cut).toEqual([]);
    if (shots) await page.screenshot({ path: `${shots}/${lang}-320-open.png` });
    expect(await problems.violations()).toEqual([]);
    expect(problems.consoleErrors).toEqual([]);
  });
}
