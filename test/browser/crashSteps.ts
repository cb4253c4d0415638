import type { Page } from 'playwright/test';

/** The first view of the frame that watches its size throws an error. */
export async function crashFirstView(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const Real = ResizeObserver;
    let failures = 1;
    window.ResizeObserver = class extends Real {
      constructor(callback: ResizeObserverCallback) {
        super(callback);
        if (window !== window.parent && failures-- > 0) throw new Error('a view failed');
      }
    };
  });
}
