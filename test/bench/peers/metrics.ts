import type { CDPSession } from 'puppeteer-core';
import { evaluate } from './chromium.ts';

/**
 * The time of the page's tasks so far, in ms. Thread time, so that other programs on the machine do not count, and without
 * the work in frames of other processes.
 */
export async function taskMs(page: CDPSession): Promise<number> {
  const { metrics } = await page.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

export const countTasks = (page: CDPSession): Promise<void> =>
  page.send('Performance.enable', { timeDomain: 'threadTicks' });

/** The sum of all layout shifts, also those after an input. */
export const layoutShift = (page: CDPSession): Promise<number> =>
  evaluate<number>(
    page,
    `new Promise((resolve) => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) sum += value;
      }).observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => resolve(sum), 100);
    })`,
  );
