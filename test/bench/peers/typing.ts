import type { CDPSession } from 'puppeteer-core';
import { evaluate, pause } from './chromium.ts';

const keys = 60;
const pauseMs = 60;

/**
 * Types into the focused field and returns the page's interaction to next paint as browsers define it: the second longest
 * event of sixty, in steps of 8 ms. Events below 16 ms are not reported and count as 8.
 */
export async function typing(page: CDPSession): Promise<number> {
  await evaluate(
    page,
    `window.typedEvents = [];
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries()) if (interactionId) typedEvents.push({ interactionId, duration });
    }).observe({ type: 'event', durationThreshold: 16 });`,
  );
  for (let at = 0; at < keys; at += 1) {
    const text = 'abcdefgh'[at % 8] ?? 'a';
    const key = {
      key: text,
      code: `Key${text.toUpperCase()}`,
      windowsVirtualKeyCode: text.toUpperCase().charCodeAt(0),
    };
    await page.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...key });
    await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
    await pause(pauseMs);
  }
  await pause(500);
  const events = await evaluate<readonly { interactionId: number; duration: number }[]>(page, 'typedEvents');
  const longest = new Map<number, number>();
  for (const { interactionId, duration } of events)
    longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0));
  // Browsers leave out the longest of each fifty interactions.
  return [...longest.values()].sort((one, other) => other - one)[1] ?? 8;
}
