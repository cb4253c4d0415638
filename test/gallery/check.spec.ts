import { test } from '../browser/fixtures.ts';
import { checkGallery } from './checkGallery.ts';

test('both checkers find nothing in the whole gallery, in five modes', async ({ page, sandbox }) => {
  test.setTimeout(1_200_000);
  await page.goto(`${sandbox.hostUrl}/playground/gallery`);
  await checkGallery(page);
});
