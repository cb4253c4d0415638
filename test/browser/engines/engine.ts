/** A browser as the smoke suite needs it. Expressions are JavaScript, run in the page or in the widget's frame. */
export interface Engine {
  readonly version: string;
  goto(url: string): Promise<void>;
  page<T>(expression: string): Promise<T>;
  frame<T>(expression: string): Promise<T>;
  /** A real click, in the middle of the pill. */
  clickPill(): Promise<void>;
  /** A real key press, wherever focus is. */
  press(key: 'Escape' | 'Tab' | 'Enter'): Promise<void>;
  close(): Promise<void>;
}

/**
 * Adds the loader to a page whose intervals are some times as quick: the loader counts its looks at the page, so that 17 s of
 * waiting are 2 or 4.
 */
export const loadInHaste = (widgetUrl: string, times: number): string => `(() => {
  const given = window.setInterval;
  window.setInterval = (task, ms, ...rest) => given.call(window, task, ms / ${times}, ...rest);
  const script = document.createElement('script');
  script.src = '${widgetUrl}/loader.js';
  script.dataset.focusArea = 'cloud';
  document.head.append(script);
  return 0;
})()`;

/** Waits for an expression to be true, however slow the machine. */
export async function until(task: () => Promise<unknown>, sentence: string, limitMs = 60_000): Promise<void> {
  const end = Date.now() + limitMs;
  let last: unknown;
  while (Date.now() < end) {
    last = await task().catch((error: unknown) => String(error));
    if (last === true) return;
    await new Promise((done) => setTimeout(done, 150));
  }
  throw new Error(`${sentence}: not within ${limitMs} ms, last seen ${JSON.stringify(last)}`);
}
