import type { Page } from 'playwright/test';
import { runAxe, runIbm, tags } from '../browser/checkers.ts';
import { expect } from '../browser/fixtures.ts';

async function show(page: Page, name: string, code: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Language' }).selectOption(name);
  await expect(page.locator('html')).toHaveAttribute('data-shown', code);
}

/** Each mode, and how the gallery is put into it. */
export const galleryModes: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  light: (page) => show(page, 'English', 'en'),
  dark: async (page) => {
    await show(page, 'English', 'en');
    await page.getByRole('checkbox', { name: 'Dark' }).check();
  },
  'forced colours': async (page) => {
    await show(page, 'English', 'en');
    await page.emulateMedia({ forcedColors: 'active' });
  },
  '320 px': async (page) => {
    await show(page, 'English', 'en');
    await page.getByRole('spinbutton', { name: 'Width' }).fill('320');
  },
  Arabic: async (page) => {
    await page.getByRole('spinbutton', { name: 'Width' }).fill('320');
    await show(page, 'Arabic', 'ar');
  },
};

/** Both checkers on the gallery and on each state in it. The gallery has been opened for this mode. */
export async function checkGallery(page: Page, mode: string): Promise<void> {
  await galleryModes[mode]?.(page);
  for (const frame of page.frames()) {
    const name = `${mode}: ${await frame.title()}`;
    expect.soft(await runAxe(frame, { type: 'tag', values: tags }), `axe, ${name}`).toEqual([]);
    expect.soft(await runIbm(frame), `IBM, ${name}`).toEqual([]);
  }
}
