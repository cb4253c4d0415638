import { isolationPages } from '../pages/isolationPages.ts';
import { expect, test } from './fixtures.ts';
import {
  type Appearance,
  aroundWidget,
  changes,
  checkAppearance,
  pixels,
  samePixels,
  snapshotOfPage,
  wholePage,
} from './pageAppearance.ts';
import { isComplete, openedPages, sampleOf } from './sample.ts';

/**
 * The pages of the isolation table: the widget matches the plain page pixel by pixel, the page is the same as without the widget,
 * no policy is violated, and nothing is left at the end.
 */

// Each worker looks at the plain page first. A sample is too short for that to be worth it.
test.describe.configure({ mode: isComplete ? 'parallel' : 'default' });

/** The widget's appearance on the plain page, once per worker. A worker fixture would start other workers for this file. */
let plainAppearance: Appearance | undefined;

test.beforeEach(async ({ page, host }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (plainAppearance) return;
  await host.open('/isolation/plain');
  await expect(host.pill()).toBeVisible();
  plainAppearance = await checkAppearance(page, host);
  await page.context().clearCookies();
});

const ids: Readonly<Record<string, string>> = {
  'csp-origin': '[SH-004][CSP-01]',
  'csp-trusted-types': '[SH-004][CSP-02]',
  'csp-none-of-all': '[CSP-05]',
  'csp-strict-dynamic': '[CSP-01][CSP-06]',
  'csp-hash': '[CSP-13]',
  coop: '[CSP-08]',
  coep: '[CSP-08]',
  'coep-alone': '[CSP-08]',
  'coep-credentialless': '[CSP-08]',
  plain: '[CSP-09]',
  'no-storage': '[CSP-14]',
  clobbered: '[BR-01]',
  'clobbered-script': '[BR-01]',
  'css-hide': '[BR-42][CSP-16]',
  'css-root-off': '[BR-42][CSP-16]',
  'css-body-moves': '[BR-42][CSP-16]',
  'patched-calls': '[BR-48]',
  'patched-promises': '[BR-48]',
  'old-promise': '[F-PG2]',
  'old-collections': '[F-PG2]',
  'old-library': '[SH-021][F-PG2]',
  'css-generated': '[F-PG3][CSP-16]',
  'css-generated-empty': '[F-PG3][CSP-16]',
};

/** The first page of each list of ids, and every 24th of all. */
const firstOfIds = new Set(Object.values(ids).map((list) => Object.keys(ids).find((name) => ids[name] === list)));
const sampled = sampleOf(isolationPages, ({ name }, index) => firstOfIds.has(name) || index % 24 === 0);

test.describe(openedPages, () => {
  for (const { name, about, differs, moves, needs } of sampled) {
    test(`${ids[name] ?? '[SH-005][CSP-16]'} on the page ${name} (${about}), pill, pane and page look right, no policy is violated, and the end leaves no trace on the page or in the history`, {
      tag: ['csp-trusted-types', 'css-hide'].includes(name) ? '@core' : [],
    }, async ({ page, host, problems }) => {
      const isThere = await page.evaluate((global) => !global || global in window, needs);
      test.skip(!isThere, `this browser has no ${needs} any more`);
      const path = `/isolation/${name}`;
      await host.open(path, { query: { loader: 'none' } });
      const before = await page.evaluate(snapshotOfPage);
      const [whole = '', ...around] = await pixels(page, [wholePage, ...aroundWidget]);

      await host.open(path);
      const entries = await page.evaluate(() => history.length);
      await expect(host.pill()).toBeVisible();
      if (!moves) {
        expect(changes(before, await page.evaluate(snapshotOfPage))).toEqual([]);
        await samePixels(page, aroundWidget, around, 'the page around the pill');
      }

      const pillBox = await host.pill().boundingBox();
      expect(pillBox && pillBox.x >= 0 && pillBox.x + pillBox.width <= 1280 && pillBox.y + pillBox.height <= 800).toBe(
        true,
      );
      await checkAppearance(page, host, differs ? {} : plainAppearance);
      if (!moves) expect(changes(before, await page.evaluate(snapshotOfPage), ['focus'])).toEqual([]);

      await page.evaluate(() => window.postMessage('cm-destroy', location.origin));
      await expect(host.element()).toHaveCount(0);
      expect(await page.evaluate(() => history.length), 'the way back is as long as before').toBe(entries);
      if (!moves) {
        expect(changes(before, await page.evaluate(snapshotOfPage), ['focus'])).toEqual([]);
        await samePixels(page, [wholePage], [whole], 'the page');
      }
      expect(await problems.violations()).toEqual([]);
      expect(problems.consoleErrors).toEqual([]);
    });
  }
});
