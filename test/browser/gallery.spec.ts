import { journeys } from '../accessibility/states/all.ts';
import { checkGallery, galleryModes } from '../gallery/checkGallery.ts';
import { snapshotOfFrame, snapshotOfPill } from '../gallery/snapshot.ts';
import { expect, test } from './fixtures.ts';

/** What this test records. `npm run gallery` records and checks everything. */
const recorded = [journeys.pill?.[0], journeys.scheduler?.find(({ name }) => name === 'code')];

test('both checkers find nothing in the gallery, in five modes', { tag: '@core' }, async ({ host, page, sandbox }) => {
  const states = new Map<string, string>();
  for (const journey of recorded) {
    if (!journey) throw new Error('no such journey');
    for await (const { name, shows, isOnPage } of journey({ page, host, sandbox, language: 'en' })) {
      await expect(shows).toBeVisible();
      const html = isOnPage
        ? await snapshotOfPill(host.pill(), name)
        : await snapshotOfFrame(await host.frameHandle(), name);
      states.set(`${name.replaceAll(/\W+/g, '-')}.html`, html);
    }
  }
  const titles = [...states].map(([file, html]) => [file, /<title>([^<]*)/.exec(html)?.[1]]);
  await page.route('**/playground/gallery/*/states.json', (route) => route.fulfill({ json: titles }));
  await page.route('**/playground/gallery/*/*.html', (route) => {
    const body = states.get(new URL(route.request().url()).pathname.split('/').at(-1) ?? '') ?? '';
    return route.fulfill({ body, contentType: 'text/html; charset=utf-8' });
  });
  for (const mode of Object.keys(galleryModes)) {
    await page.emulateMedia({ forcedColors: 'none' });
    await page.goto(`${sandbox.hostUrl}/playground/gallery`);
    await expect(page.locator('html')).toHaveAttribute('data-shown', 'en');
    await expect(page.locator('iframe')).toHaveCount(2);
    await expect(page.getByRole('listitem').filter({ hasText: 'color-accent' }).first()).toBeVisible();
    await checkGallery(page, mode);
  }
});
