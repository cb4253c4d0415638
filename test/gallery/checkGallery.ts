import type { Page } from 'playwright/test';
import { runAxe, runIbm, tags } from '../browser/checkers.ts';
import { expect } from '../browser/fixtures.ts';

/** Both checkers on the gallery and on each state in it, in five modes. The gallery is open. */
export async function checkGallery(page: Page): Promise<void> {
  const check = async (mode: string) => {
    for (const frame of page.frames()) {
      const name = `${mode}: ${await frame.title()}`;
      expect.soft(await runAxe(frame, { type: 'tag', values: tags }), `axe, ${name}`).toEqual([]);
      expect.soft(await runIbm(frame), `IBM, ${name}`).toEqual([]);
    }
  };
  const show = async (name: string, code: string) => {
    await page.getByRole('combobox', { name: 'Language' }).selectOption(name);
    await expect(page.locator('html')).toHaveAttribute('data-shown', code);
  };
  const dark = page.getByRole('checkbox', { name: 'Dark' });
  await show('English', 'en');
  await check('light');
  await dark.check();
  await check('dark');
  await dark.uncheck();
  await page.emulateMedia({ forcedColors: 'active' });
  await check('forced colours');
  await page.emulateMedia({ forcedColors: 'none' });
  await page.getByRole('spinbutton', { name: 'Width' }).fill('320');
  await check('320 px');
  await show('Arabic', 'ar');
  await check('Arabic');
}
