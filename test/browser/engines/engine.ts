/** A browser under test. Expressions are JavaScript and run in the page or in the widget's frame. */
export interface Engine {
  readonly version: string;
  goto(url: string): Promise<void>;
  page<T>(expression: string): Promise<T>;
  frame<T>(expression: string): Promise<T>;
  /** A real click in the middle of the pill. */
  clickPill(): Promise<void>;
  /** A real key press at the current focus. */
  press(key: 'Escape' | 'Tab' | 'Enter' | 'Space'): Promise<void>;
  close(): Promise<void>;
}

/** Options for starting an engine. */
export interface EngineOptions {
  /** The browser blocks storage in the frame. Firefox and WebKitGTK also block it on the page. */
  readonly refusesStorage?: boolean;
}

/** Sets up the page at a path, as in `test/browser/fixtures.ts`; without parameters, the page is plain again. */
export async function setUpPage(controlUrl: string, path: string, parameters: object = {}): Promise<void> {
  const answer = await fetch(`${controlUrl}/__sandbox/pages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path, ...parameters }),
  });
  if (!answer.ok) throw new Error(`${path} cannot be set up: ${await answer.text()}`);
}

/** Expressions of a page with the widget. */
export const pill = `document.querySelector('#contact-widget').shadowRoot.querySelector('button')`;
export const iframe = `document.querySelector('#contact-widget').shadowRoot.querySelector('iframe')`;
export const isVisible = (element: string): string => `getComputedStyle(${element}).visibility === 'visible'`;

/** Adds the loader to a page. `hurry()` then ends its wait for the frame's hello at once. */
export const loadWithHurry = (widgetUrl: string): string => `(() => {
  const { setTimeout } = window;
  const longWaits = [];
  window.setTimeout = (task, ms, ...values) => {
    if (ms === 15000) longWaits.push(task);
    return setTimeout(task, ms, ...values);
  };
  window.hurry = () => { for (const task of longWaits) task(); return 0; };
  const script = document.createElement('script');
  script.src = '${widgetUrl}/loader.js';
  script.dataset.focusArea = 'cloud';
  document.head.append(script);
  return 0;
})()`;

/** Waits until a task returns true. */
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
