import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { journeys } from '../accessibility/states/all.ts';
import { checkFrame } from '../gallery/checkFrame.ts';
import { snapshotOfFrame, snapshotOfPill } from '../gallery/snapshot.ts';
import { findGalleryPage } from '../pages/playground/gallery.ts';
import { expect, test } from './fixtures.ts';

async function show(page: Page, name: string, code: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Language' }).selectOption(name);
  await expect(page.locator('html')).toHaveAttribute('data-shown', code);
}

/** Each mode, and how the gallery is put into it. */
const modes: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
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

/** What this test records. `npm run gallery` records and checks everything. */
const recorded = [journeys.pill?.[0], journeys.scheduler?.find(({ name }) => name === 'code')];

test(
  'both checkers find nothing in the gallery, in five modes',
  { tag: '@core' },
  async ({ host, page, sandbox }, info) => {
    const folder = info.outputPath('gallery');
    for (const language of ['en', 'ar']) mkdirSync(join(folder, language), { recursive: true });
    for (const journey of recorded) {
      if (!journey) throw new Error('no such journey');
      for await (const { name, shows, isOnPage } of journey({ page, host, sandbox, language: 'en' })) {
        await expect(shows).toBeVisible();
        const html = isOnPage
          ? await snapshotOfPill(host.pill(), name)
          : await snapshotOfFrame(await host.frameHandle(), name);
        for (const language of ['en', 'ar'])
          writeFileSync(join(folder, language, `${name.replaceAll(/\W+/g, '-')}.html`), html);
      }
    }
    await page.route('**/playground/gallery/*/*', (route) => {
      const answer = findGalleryPage(new URL(route.request().url()), folder);
      if (!answer) throw new Error('The gallery has no such file.');
      const { html, headers, type = 'text/html; charset=utf-8' } = answer;
      const policy = Object.entries(headers).map(([name, value]) => [name, String(value)]);
      return route.fulfill({ body: html, headers: { ...Object.fromEntries(policy), 'content-type': type } });
    });
    for (const [name, enter] of Object.entries(modes)) {
      await page.emulateMedia({ forcedColors: 'none' });
      await page.goto(`${sandbox.hostUrl}/playground/gallery`);
      await expect(page.locator('html')).toHaveAttribute('data-shown', 'en');
      await expect(page.locator('iframe')).toHaveCount(2);
      await expect(page.getByRole('listitem').filter({ hasText: 'color-accent' }).first()).toBeVisible();
      await enter(page);
      for (const frame of page.frames()) await checkFrame(frame, name);
    }
  },
);
