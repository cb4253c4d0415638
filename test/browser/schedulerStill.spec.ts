import type { FrameLocator, Page } from 'playwright/test';
import { expect, type HostPageHelper, hold, test } from './fixtures.ts';
import { openEntry } from './menuSteps.ts';
import { pickAndFill, proceed, slots, submit, texts } from './schedulerSteps.ts';

/** Layout shifts in the frame, as the browser reports them, except those that a press in the frame causes. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (self === top) return;
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    // In a frame of another site, the browser does not count every press as one.
    let pressedMs = Number.NEGATIVE_INFINITY;
    for (const type of ['pointerdown', 'keydown', 'click'])
      addEventListener(
        type,
        () => {
          pressedMs = performance.now();
        },
        true,
      );
    const nameOf = (node?: Node): string =>
      node instanceof Element ? `${node.tagName} ${node.textContent?.slice(0, 30)}` : String(node?.nodeName);
    const boxOf = ({ x, y, width, height }: DOMRectReadOnly): string => `${x},${y} ${width}×${height}`;
    interface Shift extends PerformanceEntry {
      readonly sources: readonly { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    }
    new PerformanceObserver((list) => {
      for (const { sources, startTime } of list.getEntries() as Shift[])
        for (const { node, previousRect, currentRect } of startTime - pressedMs < 500 ? [] : sources)
          shifts.push(`${nameOf(node)}: ${boxOf(previousRect)} to ${boxOf(currentRect)}`);
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Calls the code once the last press no longer explains a shift, and expects that nothing moves then. */
async function staysStill(host: HostPageHelper, code: () => Promise<unknown>): Promise<void> {
  const frame = await host.frameHandle();
  const takeShifts = () => frame.evaluate(() => (window as unknown as { shifts: string[] }).shifts.splice(0));
  await host.iframe().page().waitForTimeout(600);
  await takeShifts();
  await code();
  // Shifts are reported with the frame in which they are drawn.
  await frame.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
  expect(await takeShifts()).toEqual([]);
}

async function openScheduler(pane: FrameLocator): Promise<void> {
  await (await openEntry(pane, 'scheduler')).getByRole('button').last().click();
  await expect(pane.locator('textarea')).toBeVisible();
}

for (const [device, width, height] of [
  ['desktop', 1280, 800],
  ['phone', 375, 740],
] as const) {
  test(`[F-UX2] nothing in the scheduler moves on a ${device} while times and appointments arrive`, {
    tag: '@core',
  }, async ({ page, host }) => {
    await page.setViewportSize({ width, height });
    await watchShifts(page);
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
  });
}
