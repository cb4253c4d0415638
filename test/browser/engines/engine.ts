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

/** How an engine is started. */
export interface EngineOptions {
  /** The browser refuses the frame its storage; Firefox and WebKitGTK the page too. */
  readonly refusesStorage?: boolean;
}

/** Adds the loader to a page in which `hurry()` makes the loader's looks quick: it counts them, and 17 s of waiting are one. */
export const loadWithHurry = (widgetUrl: string): string => `(() => {
  const { setInterval, clearInterval } = window;
  let quick;
  window.setInterval = (task, ms) => {
    window.hurry = () => { quick = setInterval(task, 10); return 0; };
    return setInterval(task, ms);
  };
  window.clearInterval = (timer) => { clearInterval(timer); clearInterval(quick); };
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
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`${sentence}: not within ${limitMs} ms, last seen ${JSON.stringify(last)}`);
}
