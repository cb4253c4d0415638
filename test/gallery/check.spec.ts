import { test } from '../browser/fixtures.ts';
import { checkGallery, galleryModes } from './checkGallery.ts';

for (const mode of Object.keys(galleryModes))
  test(`both checkers find nothing in the whole gallery: ${mode}`, async ({ page, sandbox }) => {
    test.setTimeout(1_200_000);
    await page.goto(`${sandbox.hostUrl}/playground/gallery`);
    await checkGallery(page, mode);
  });
