import type { Page } from 'playwright/test';
import { unpicturedPages } from '../pages/isolationPages.ts';
import { expect, test } from './fixtures.ts';
import { changes, type Snapshot, snapshotOfPage } from './pageAppearance.ts';
import { openedPages, sampleOf } from './sample.ts';

/**
 * The pages without pictures: pill and pane have the same styles as on the plain page, the pill and a contact link open the pane,
 * the page is the same as without the widget, and nothing is left at the end.
 */

type Parts = 'button' | 'iframe';

/** The computed styles of pill and open frame on the plain page, once per worker. */
const plainStyles: Partial<Record<Parts, readonly string[]>> = {};

/** Runs in the page: every computed style of the pill or of the frame, and whether it is what a click in its middle meets. */
function readPart(name: Parts) {
  // The page may have a copy of our element.
  const host = [...document.querySelectorAll('#contact-widget')].find((element) =>
    element.shadowRoot?.querySelector('iframe'),
  );
  const part = host?.shadowRoot?.querySelector(name);
  if (!part) return { styles: [], isMet: false };
  const { x, y, width, height } = part.getBoundingClientRect();
  const style = getComputedStyle(part);
  const styles: string[] = [`${x} ${y} ${width} ${height}`];
  for (let at = 0; at < style.length; at += 1) {
    const property = style[at] ?? '';
    // A property that the page has registered has no effect here.
    if (!property.startsWith('--')) styles.push(`${property}: ${style.getPropertyValue(property)}`);
  }
  return { styles, isMet: document.elementFromPoint(x + width / 2, y + height / 2) === host };
}

async function expectPart(page: Page, name: Parts, wanted: readonly string[] | undefined): Promise<readonly string[]> {
  let read: ReturnType<typeof readPart> = { styles: [], isMet: false };
  let last = '';
  await expect
    .poll(async () => {
      const before = last;
      read = await page.evaluate(readPart, name);
      last = read.styles.join();
      if (wanted) return wanted.filter((line, at) => line !== read.styles[at]).slice(0, 5);
      return before === last ? [] : ['not at rest'];
    }, `the styles of the ${name} are those on the plain page`)
    .toEqual([]);
  expect(read.isMet, `a click in the middle of the ${name} meets it`).toBe(true);
  return read.styles;
}

const ids: Readonly<Record<string, string>> = {
  'old-polyfills': '[F-PG2]',
  'element-methods': '[BR-48]',
};

const sampled = sampleOf(unpicturedPages, (page, index) => page.name in ids || index % 24 === 0);

test.describe(openedPages, () => {
  for (const { name, about, differs, moves, isChanging, isPrepared, noLink } of sampled) {
    test(`${ids[name] ?? '[SH-005][CSP-16]'} on the page ${name} (${about}), the pill and a link open the pane, both look as on the plain page, and the end leaves no trace`, {
      tag: name === 'element-methods' ? '@core' : [],
    }, async ({ page, host, problems }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const click = async (part: Parts): Promise<void> => {
        const box = await (part === 'button' ? host.pill() : host.iframe()).boundingBox();
        if (!box) throw new Error(`the ${part} has no box`);
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      };
      const checkOpening = async (wanted: typeof plainStyles): Promise<typeof plainStyles> => {
        await expect(host.pill()).toBeVisible();
        const button = await expectPart(page, 'button', wanted.button);
        await click('button');
        await expect(host.iframe()).toBeVisible();
        const frame = page.frames().find((one) => one.url().includes('/frame/index.html'));
        if (!frame) throw new Error('the widget has no frame');
        await expect(frame.getByRole('dialog').first()).toBeVisible();
        await page.mouse.move(640, 20);
        return { button, iframe: await expectPart(page, 'iframe', wanted.iframe) };
      };
      if (!plainStyles.button) {
        await host.open('/isolation/plain');
        Object.assign(plainStyles, await checkOpening({}));
        await page.context().clearCookies();
      }

      const path = `/isolation/${name}`;
      let before: Snapshot | undefined;
      if (!moves) {
        await host.open(path, { query: { loader: 'none' } });
        if (isPrepared) await page.waitForFunction(isPrepared);
        before = await page.evaluate(snapshotOfPage);
      }
      await host.open(path);
      if (isChanging) await expect(page.locator('html')).toHaveAttribute('data-changed', 'yes');
      await checkOpening(differs ? {} : plainStyles);
      if (before) expect(changes(before, await page.evaluate(snapshotOfPage), ['focus'])).toEqual([]);

      if (!noLink) {
        // A link without a value is the page's own.
        for (const link of await page.locator('[data-contact-link]:not([data-contact-link=""])').all()) {
          await page.evaluate(() => window.postMessage('cm-close', location.origin));
          await expect(host.iframe()).toBeHidden();
          await link.click();
          await expect(host.iframe()).toBeVisible();
        }
      }

      await page.evaluate(() => window.postMessage('cm-destroy', location.origin));
      await expect(host.iframe()).toHaveCount(0);
      if (before) expect(changes(before, await page.evaluate(snapshotOfPage), ['focus'])).toEqual([]);
      expect(await problems.violations()).toEqual([]);
      expect(problems.consoleErrors).toEqual([]);
    });
  }
});
