import type { FrameLocator } from 'playwright/test';
import { expect, hold, test } from './fixtures.ts';
import { staysStill, watchShifts } from './layoutShifts.ts';
import { openEntry } from './menuSteps.ts';
import { pickAndFill, proceed, slots, submit, texts } from './schedulerSteps.ts';

async function openScheduler(pane: FrameLocator): Promise<void> {
  await (await openEntry(pane, 'scheduler')).getByRole('button').last().click();
  await expect(pane.locator('textarea')).toBeVisible();
}

test('[F-UX2] nothing in the scheduler moves on a desktop or a phone while times and appointments arrive', {
  tag: '@core',
}, async ({ page, host, sandbox }) => {
  await watchShifts(page);
  for (const [device, width, height] of [
    ['desktop', 1280, 800],
    ['phone', 375, 740],
  ] as const) {
    await test.step(`[F-UX2] on a ${device}`, async () => {
      await page.setViewportSize({ width, height });
      await host.open('/plain', { attrs: texts.en.attrs });
      const pane = await host.openPane();
      const times = await hold(page, /\/v2\/(?:availability\/lookup|scheduler\/availability)/);
      await openScheduler(pane);
      await pane.locator('button[aria-controls$=CALENDAR]').click();
      await staysStill(host, async () => {
        times.release();
        await expect(slots(pane).first()).toBeVisible();
      });
      // Another day has other times. Beside the calendar they move nothing below it.
      const details = pane.locator('button[aria-controls$=CONTACT_INFO]');
      const below = async () =>
        ((await details.boundingBox())?.y ?? 0) - ((await pane.getByRole('grid').boundingBox())?.y ?? 0);
      const before = await below();
      await pane.locator('td button[aria-disabled=false]').nth(1).click();
      if (device === 'desktop') expect(await below()).toBe(before);
      await pickAndFill(pane, texts.en);
      await pane.locator('button[aria-controls$=QUESTION]').click();
      await pane.locator('textarea').fill(texts.en.question);
      await proceed(pane).click();
      await pane.getByRole('button', { name: 'Yes', exact: true }).click();
      await details.click();
      const booking = await hold(page, /\/v2\/appointments\/$/);
      const fetching = await hold(page, /\/v2\/appointments\/lookup/);
      await submit(pane).press('Enter');
      await staysStill(host, async () => {
        booking.release();
        await fetching.asked;
      });
      await staysStill(host, async () => {
        fetching.release();
        await expect(pane.getByRole('button', { name: 'Copy link to this call' })).toBeVisible();
      });
      await page.unrouteAll({ behavior: 'wait' });
      await host.forgetVisitor();
      await sandbox.reset();
    });
  }
});
