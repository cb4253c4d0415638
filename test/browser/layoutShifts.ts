import type { Page } from 'playwright/test';
import { expect, type HostPageHelper } from './fixtures.ts';

interface FoundShift {
  /** Since the frame's time origin. */
  readonly ms: number;
  readonly text: string;
}

interface StillOptions {
  /** What has these words may move. */
  readonly except?: RegExp;
  /** What comes later may move what is there. */
  readonly limitMs?: number;
}

/** Layout shifts in the frame, as the browser reports them, except those that a press in the frame causes. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (self === top) return;
    const shifts: FoundShift[] = [];
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
    const nameOf = (node?: Node): string => `${node?.nodeName} ${node?.textContent?.slice(0, 30)}`;
    const boxOf = ({ x, y, width, height }: DOMRectReadOnly): string => `${x},${y} ${width}×${height}`;
    interface Shift extends PerformanceEntry {
      readonly sources: readonly { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    }
    new PerformanceObserver((list) => {
      for (const { sources, startTime } of list.getEntries() as Shift[])
        for (const { node, previousRect, currentRect } of startTime - pressedMs < 500 ? [] : sources)
          shifts.push({ ms: startTime, text: `${nameOf(node)}: ${boxOf(previousRect)} to ${boxOf(currentRect)}` });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Calls the code once the last press no longer explains a shift, and expects that nothing moves then. */
export async function staysStill(
  host: HostPageHelper,
  code: () => Promise<unknown>,
  { except = /^$/, limitMs = Number.POSITIVE_INFINITY }: StillOptions = {},
): Promise<void> {
  const frame = await host.frameHandle();
  const takeShifts = () => frame.evaluate(() => (window as unknown as { shifts: FoundShift[] }).shifts.splice(0));
  await host.iframe().page().waitForTimeout(600);
  await takeShifts();
  const startMs = await frame.evaluate(() => performance.now());
  await code();
  // Shifts are reported with the frame in which they are drawn.
  await frame.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
  const shifts = (await takeShifts()).filter(({ ms, text }) => ms - startMs < limitMs && !except.test(text));
  expect(shifts.map(({ text }) => text)).toEqual([]);
}
