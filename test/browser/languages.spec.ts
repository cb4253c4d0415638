import type { FrameLocator } from 'playwright/test';
import { languageTags } from '../../frame/text/languages/languageTags.ts';
import { loadLanguage } from '../../frame/text/languages/loadLanguage.ts';
import { expect, type HostPageHelper, test } from './fixtures.ts';
import { everyNth, sampleOf } from './sample.ts';
import { cutOff } from './surfaceChecks.ts';

/** A region of each language, so that the page names both. */
const regions: Readonly<Record<string, string>> = {
  ar: 'EG',
  he: 'IL',
  ja: 'JP',
  ko: 'KR',
  'zh-Hans': 'CN',
  'zh-Hant': 'TW',
};

async function openMenu(host: HostPageHelper, query: Readonly<Record<string, string>>): Promise<FrameLocator> {
  await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' }, query });
  const pane = await host.openPane();
  await expect(pane.locator('[data-block]').first()).toBeVisible();
  return pane;
}

test.describe('a page in a language that its contact service does not have', () => {
  test('[F-AD6] has our texts in each language', { tag: '@core' }, async ({ host, problems }) => {
    for (const tag of sampleOf(languageTags, everyNth(8))) {
      await test.step(`[F-AD6] in ${tag}`, async () => {
        const languageCode = tag.slice(0, 2);
        const regionCode = regions[tag] ?? (tag === 'pt-BR' ? 'BR' : tag.toUpperCase());
        const language = await loadLanguage(tag);
        const pane = await openMenu(host, { languageCode, regionCode });
        // The service answers other languages in English, with an introduction of its own.
        await expect(pane.getByText(String(language.menu?.intro))).toBeVisible();
        await expect(pane.getByRole('button', { name: String(language.header?.minimize) })).toBeVisible();
        await expect(pane.locator('html')).toHaveAttribute('lang', `${languageCode}-${regionCode}`);
        await expect(pane.locator('html')).toHaveAttribute('dir', ['ar', 'he'].includes(tag) ? 'rtl' : 'ltr');
        expect(await cutOff(await host.frameHandle())).toEqual([]);
        expect(problems.consoleErrors).toEqual([]);
      });
    }
  });

  test('[F-AD6] has English when the language cannot be downloaded', { tag: '@core' }, async ({ page, host }) => {
    await page.route(/\/assets\/fr-/, (route) => route.abort());
    const pane = await openMenu(host, { languageCode: 'fr', regionCode: 'FR' });
    await expect(pane.getByText('How would you like to contact Northwind?')).toBeVisible();
  });
});
