import type { Page } from 'playwright/test';

/** Notes every transition that the pill's style has. The slide-in takes a quarter of a second, so each animation frame is sampled. */
export async function recordPillTransitions(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const transitions = new Set<string>();
    Object.assign(window, { transitions });
    const sample = (): void => {
      transitions.add(
        document.querySelector('#contact-widget')?.shadowRoot?.querySelector('button')?.style.transition ?? '',
      );
      requestAnimationFrame(sample);
    };
    sample();
  });
  return () => page.evaluate(() => [...(window as unknown as { transitions: Set<string> }).transitions].join('|'));
}
