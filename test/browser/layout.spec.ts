import type { Locator, Page } from 'playwright/test';
import { contrast } from './contrast.ts';
import { expect, type HostPageHelper, test } from './fixtures.ts';
import { recordPillTransitions } from './pillSteps.ts';
import { rememberedBy } from './rememberedPill.ts';
import { everyNth, sampleOf } from './sample.ts';

async function box(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const found = await locator.boundingBox();
  if (!found) throw new Error('not drawn');
  return found;
}

const size = (page: Page) => page.viewportSize() ?? { width: 0, height: 0 };

const widths = [1_280, 768, 767, 320] as const;

async function close(host: HostPageHelper, page: Page): Promise<void> {
  await page.evaluate(() => window.postMessage('cm-close', location.origin));
  await expect(host.iframe()).toBeHidden();
}

test('[SH-154] mirrors pill, pane and the list of locations to the bottom left on an Arabic page', async ({
  host,
  page,
}) => {
  await host.open('/rtl');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expect(host.pill()).toBeVisible();
    await expect.poll(async () => Math.round((await box(host.pill())).x), `${width} px`).toBe(width < 768 ? 15 : 16);
    const frame = await host.openPane();
    // The pill stands at the same place at 1,280 and 768 px, so only the pane shows that the frame knows the new width.
    await expect.poll(async () => (await box(host.iframe())).x, `${width} px`).toBe(width <= 768 ? 0 : 16);
    await expect(frame.locator('html[lang^=ar]')).toHaveAttribute('dir', 'rtl');
    const title = await box(frame.getByRole('heading').first());
    const minimize = await box(frame.getByRole('button').first());
    expect(title.x + title.width).toBeGreaterThan(minimize.x + minimize.width);
    const scrolls = () =>
      frame
        .locator('html')
        .evaluate((html) => html.scrollWidth > html.clientWidth || document.body.scrollWidth > html.clientWidth);
    await expect.poll(scrolls, `${width} px`).toBe(false);
    await close(host, page);
  }
  // The browser's own language is left to right.
  const frame = await host.openPane();
  await frame.getByRole('button', { name: 'تغيير' }).click();
  const chosen = frame.getByRole('option', { selected: true });
  const [check, label] = [await box(chosen.locator('svg')), await box(chosen.locator('span').first())];
  expect(check.x).toBeLessThan(label.x);
});

test('[SH-160][A11Y-04][SH-157] under reduced motion, shows the pill without a slide-in, and moves it away from the element with keyboard focus and back', {
  tag: '@core',
}, async ({ host, page, context }) => {
  await test.step('[SH-160] shows the pill without a slide-in under reduced motion, and still stores its flag', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const transitions = await recordPillTransitions(page);
    await host.open('/plain');
    await expect(host.pill()).toBeVisible();
    await expect
      .poll(async () => (await context.cookies()).find(({ name }) => name === 'cm-pill-events')?.value ?? '')
      .toContain('hasSlideInAnimated%22:true');
    expect(await transitions()).toBe('');
  });
  await test.step('[A11Y-04][SH-157] moves the pill away from the element with keyboard focus, and back', async () => {
    await page.evaluate(() => {
      const field = Object.assign(document.createElement('a'), { id: 'under', href: '#', textContent: 'Imprint' });
      field.style.cssText = 'position:absolute;right:20px;top:760px';
      document.body.prepend(field);
    });
    const under = page.locator('#under');
    await page.keyboard.press('Tab');
    await expect(under).toBeFocused();
    await expect
      .poll(async () => {
        const [pill, link] = await Promise.all([box(host.pill()), box(under)]);
        return pill.y + pill.height <= link.y;
      })
      .toBe(true);
    await under.blur();
    await expect.poll(async () => Math.round(size(page).height - (await box(host.pill())).y - 48)).toBe(16);
  });
});

test('[SH-157] lowers the pill when a bar has gone behind a pane that covers the page', async ({ host, page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await host.open('/fixed-bars');
  const bottomOf = async () => Math.round(size(page).height - (await box(host.pill())).y - 48);
  await expect.poll(bottomOf).toBeGreaterThan(50);
  const frame = await host.openPane();
  // The loader has looked at the page behind the pane, where it finds no bar.
  await page.waitForTimeout(2_000);
  await page.locator('.cookie-bar').evaluate((element) => element.remove());
  await frame.getByRole('button', { name: 'Minimize' }).click();
  await expect(host.pill()).toBeVisible();
  await page.mouse.move(100, 100);
  await expect.poll(bottomOf).toBe(15);
});

test('[SH-157][F-PG8] remembers the pill without the room that a footer takes, and with that of a bar', async ({
  host,
  page,
}) => {
  const remembered = async () => Object.values<{ bottom: string }>(JSON.parse((await rememberedBy(page)) ?? '{}'));
  const bottoms = async () => (await remembered()).map(({ bottom }) => bottom);
  await host.open('/fixed-bars', { page: { footer: '120', cookies: 'none' } });
  await expect(host.pill()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(async () => Math.round(size(page).height - (await box(host.pill())).y - 48)).toBe(136);
  // The pill is stored when it has been at rest for a second.
  await page.waitForTimeout(1_500);
  const atTheEdge = ['max(16px,env(safe-area-inset-bottom))'];
  await expect.poll(bottoms).toEqual(atTheEdge);
  await host.open('/fixed-bars');
  await expect.poll(bottoms).not.toEqual(atTheEdge);
});

test('[SH-153] keeps the pill and every control of the pane visible with forced colours', async ({
  host,
  page,
  checkAxe,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await host.open('/plain');
  await expect(host.pill()).toBeVisible();
  const border = await host.pill().evaluate((pill) => getComputedStyle(pill).borderTopWidth);
  expect(Number.parseFloat(border)).toBeGreaterThan(0);
  await host.openPane();
  expect(await checkAxe()).toEqual([]);
});

test('[SH-153] each theme has a contrast of at least 4.5 in pill and pane, light and dark', async ({
  host,
  page,
  checkContrast,
}) => {
  for (const theme of sampleOf(['yellow', 'blue', 'grey', 'red-brand', 'pink'], everyNth(2))) {
    await test.step(`[SH-153] the ${theme} theme`, async () => {
      await page.emulateMedia({ colorScheme: 'light' });
      await host.open('/plain', { attrs: { 'data-theme': theme } });
      await expect(host.pill()).toBeVisible();
      const [text, ground] = await host.pill().evaluate((pill) => {
        const { color, backgroundColor } = getComputedStyle(pill);
        return [color, backgroundColor];
      });
      expect(contrast(text ?? '', [ground ?? ''])).toBeGreaterThanOrEqual(4.5);
      const blue = 'rgb(17, 85, 221)';
      if (theme === 'blue' || theme === 'pink') expect(ground).toBe(blue);
      else expect(ground).not.toBe(blue);
      await host.openPane();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await checkContrast()).toEqual([]);
      }
    });
  }
});

test.describe('landing mode', () => {
  const query = { 'cm-scheduler-landing': '1' };

  /** Whether the frame covers the visible part of the page's own element. */
  const misfit = (place: { x: number; y: number; width: number; height: number }) => async (box: typeof place | null) =>
    Math.max(
      Math.abs((box?.x ?? -999) - place.x),
      Math.abs((box?.y ?? -999) - Math.max(0, place.y)),
      Math.abs((box?.width ?? 0) - place.width),
      Math.abs((box?.height ?? 0) - (Math.min(800, place.y + place.height) - Math.max(0, place.y))),
    );

  test('[SC-153] fills the element that the page marked, follows it when the page scrolls, and hides the pill', {
    tag: '@core',
  }, async ({ host, page }) => {
    await host.open('/landing', { query });
    await expect(host.frame().locator('[data-field]').first()).toBeVisible();
    const place = page.locator('[data-cm-scheduler-landing]');
    const gap = async () => {
      const [of, box] = [await place.boundingBox(), await host.iframe().boundingBox()];
      return of ? misfit(of)(box) : 999;
    };
    await expect.poll(gap).toBeLessThan(1);
    await expect(host.pill()).toBeHidden();

    await page.evaluate(() => {
      document.body.style.paddingBottom = '2000px';
      scrollTo(0, 120);
    });
    await expect.poll(gap).toBeLessThan(1);
  });
});
