import type { Page } from 'playwright/test';
import { expect, test } from '../browser/fixtures.ts';
import { checkFrame } from './checkFrame.ts';

/**
 * Both checkers on every recorded state in five modes. Each state is a page of its own, because beside the others every layout waits for
 * all of them. It is opened once for each language, and its other modes are switched in place.
 */

interface Mode {
  readonly name: string;
  readonly language: 'en' | 'ar';
  readonly isDark?: boolean;
  readonly forcedColors?: 'active';
  readonly width?: number;
}

const modes: readonly Mode[] = [
  { name: 'light', language: 'en' },
  { name: 'dark', language: 'en', isDark: true },
  { name: 'forced colours', language: 'en', forcedColors: 'active' },
  { name: '320 px', language: 'en', width: 320 },
  { name: 'Arabic', language: 'ar', width: 320 },
];

/** As wide and high as a state in the gallery, unless the mode says otherwise. */
async function enter(page: Page, { isDark = false, forcedColors, width = 344 }: Mode): Promise<void> {
  await page.setViewportSize({ width, height: 620 });
  await page.emulateMedia({ forcedColors: forcedColors ?? 'none' });
  await page.evaluate(
    (scheme) => {
      document.documentElement.dataset.colorScheme = scheme;
    },
    isDark ? 'dark' : 'light',
  );
}

/** The workers take the parts as they become free. */
const parts = 10;

for (let part = 1; part <= parts; part++)
  test(`both checkers find nothing in the states of the gallery, in five modes: part ${part} of ${parts}`, async ({
    page,
    sandbox,
  }) => {
    test.setTimeout(900_000);
    for (const language of ['en', 'ar'] as const) {
      const folder = `${sandbox.hostUrl}/playground/gallery/${language}`;
      const states: readonly (readonly [file: string, title: string])[] = await (
        await page.request.get(`${folder}/states.json`)
      ).json();
      expect(states.length, `states that are recorded: ${language}`).toBeGreaterThanOrEqual(parts);
      for (const [file] of states.filter((_, index) => index % parts === part - 1)) {
        await page.goto(`${folder}/${file}`);
        for (const mode of modes.filter((one) => one.language === language)) {
          await enter(page, mode);
          await checkFrame(page.mainFrame(), mode.name);
        }
      }
    }
  });
