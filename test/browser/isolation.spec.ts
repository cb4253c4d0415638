import { expect, test } from './fixtures.ts';

/** The widget looks the same on every page, and changes no page. */

test('[SH-005][CSP-16] the pill on a hostile and on a transformed page matches the pill on the plain page pixel by pixel', {
  tag: '@core',
}, async ({ page, host }) => {
  const drawn = async (url: string): Promise<string> => {
    await page.context().clearCookies();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await host.open(url);
    await expect(host.pill()).toBeVisible();
    const box = await host.pill().boundingBox();
    const inside = {
      x: (box?.x ?? 0) + 20,
      y: (box?.y ?? 0) + 6,
      width: (box?.width ?? 0) - 40,
      height: (box?.height ?? 0) - 12,
    };
    return (await page.screenshot({ clip: inside, animations: 'disabled' })).toString('base64');
  };
  const plain = await drawn('/plain');
  for (const path of ['/hostile-css', '/transformed'])
    await test.step(`the pill on ${path}`, async () => expect(await drawn(path)).toBe(plain));
});
