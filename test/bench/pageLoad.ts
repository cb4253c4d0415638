import type { Browser, CDPSession, Page } from 'playwright/test';
import { startSandbox } from '../sandbox/server.ts';
import type { Figure } from './figure.ts';
import type { TraceEvent } from './traceEvent.ts';

/** The CPU throttling for the limits of the loader: 30 ms in total, and no task longer than 15 ms. */
const slowdown = 4;
/** How long the page is traced without any visitor intent. */
const watchMs = 5_000;
/** "Fast 3G" in the browsers' developer tools. */
const fast3G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.44 * 1024 * 1024) / 8,
  uploadThroughput: 675 * 128,
};

/**
 * Measures what the built product costs a page: the loader's work before intent, the layout shift, and the time from a click
 * on the pill to a usable pane. Medians.
 */
export async function measurePageLoad(
  browser: Browser,
  { rounds, root = process.cwd() }: { readonly rounds: number; readonly root?: string },
): Promise<readonly Figure[]> {
  const sandbox = await startSandbox({ port: 0, distDir: `${root}/dist`, pagesDir: `${root}/test/pages` });
  // Another site than the widget's, as in production: the frame gets its own process, so its work does not count.
  const crossSiteUrl = sandbox.hostUrl.replace('localhost', '127.0.0.1');
  let loaderWork: readonly Work[] = [];
  let bareWork: readonly Work[] = [];
  const shifts: number[] = [];
  const warm: number[] = [];
  const cold: number[] = [];
  const open = async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    return { page, client: await context.newCDPSession(page), close: () => context.close() };
  };
  const visit = async (task: (page: Page, client: CDPSession) => Promise<void>): Promise<void> => {
    const { page, client, close } = await open();
    await task(page, client);
    await close();
  };
  const pill = (page: Page) => page.locator('#contact-widget button');
  const firstBlock = (page: Page) => page.frameLocator('#contact-widget iframe').locator('[data-block]').first();
  try {
    // Only thread time counts, and each page has a process of its own, so these visitors come at the same time.
    const withLoader = await Promise.all(Array.from({ length: rounds }, open));
    const withFrame = await Promise.all(Array.from({ length: rounds }, open));
    const stop = await trace(browser);
    await Promise.all([
      ...withLoader.map(async ({ page, client }) => {
        await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
        await page.goto(`${crossSiteUrl}/plain`);
        await page.waitForTimeout(watchMs);
        shifts.push(await page.evaluate(readShift));
      }),
      ...withFrame.map(async ({ page, client }) => {
        await page.goto(`${crossSiteUrl}/plain?loader=none`);
        await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
        await page.evaluate(bareFrame(`${sandbox.widgetUrl}/loader.js`));
      }),
    ]);
    // Before the pages are closed: the events of a process that has ended are lost.
    const events = await stop();
    await Promise.all([...withLoader, ...withFrame].map(({ close }) => close()));
    loaderWork = workOf(events, '/loader.js');
    bareWork = workOf(events, '/bare-frame.js');
    if (loaderWork.length !== rounds || bareWork.length !== rounds)
      throw new Error(
        `the trace has ${loaderWork.length} pages with the loader and ${bareWork.length} without, not ${rounds}`,
      );
    for (let round = 0; round < rounds; round += 1) {
      await visit(async (page) => {
        await page.goto(`${sandbox.hostUrl}/plain`);
        await pill(page).hover();
        await firstBlock(page).waitFor({ state: 'attached' });
        warm.push(await page.evaluate(clickUntilShown));
        await firstBlock(page).waitFor();
      });
      await visit(async (page, client) => {
        await page.goto(`${sandbox.hostUrl}/plain`);
        await pill(page).waitFor();
        await client.send('Network.enable');
        await client.send('Network.emulateNetworkConditions', fast3G);
        await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
        const start = performance.now();
        await pill(page).evaluate((button: HTMLElement) => button.click());
        await firstBlock(page).waitFor();
        cold.push(performance.now() - start);
      });
    }
  } finally {
    await sandbox.close();
  }
  return [
    {
      name: `loader on the page’s main thread before intent (${slowdown}x slowed)`,
      value: median(loaderWork.map(({ totalMs }) => totalMs)),
      unit: 'ms',
    },
    {
      name: `of it, what placing any iframe costs in total (${slowdown}x slowed)`,
      value: median(bareWork.map(({ totalMs }) => totalMs)),
      unit: 'ms',
    },
    {
      name: `its longest task (${slowdown}x slowed)`,
      value: median(loaderWork.map(({ longestMs }) => longestMs)),
      unit: 'ms',
    },
    {
      name: `of that, what placing any iframe costs (${slowdown}x slowed)`,
      value: median(bareWork.map(({ longestMs }) => longestMs)),
      unit: 'ms',
    },
    { name: 'layout shift on the page', value: Math.max(...shifts), unit: '' },
    { name: 'pill click to shown pane, warm', value: median(warm), unit: 'ms' },
    { name: `pill click to usable pane, cold (${slowdown}x slowed, fast 3G)`, value: median(cold), unit: 'ms' },
  ];
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Starts a trace of the browser. The returned function stops it and returns the events. */
async function trace(browser: Browser): Promise<() => Promise<readonly TraceEvent[]>> {
  const client = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  client.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const traceConfig = { includedCategories: ['toplevel', 'devtools.timeline', 'v8'], excludedCategories: ['*'] };
  await client.send('Tracing.start', { traceConfig, transferMode: 'ReportEvents' });
  return async () => {
    const done = new Promise((resolve) => client.once('Tracing.tracingComplete', resolve));
    await client.send('Tracing.end');
    await done;
    await client.detach();
    return events;
  };
}

interface Work {
  readonly totalMs: number;
  readonly longestMs: number;
}

/**
 * For each process, the time of all tasks in which the script ran, including the browser's own work in them. Uses thread time, so
 * that other programs on the machine do not count.
 */
function workOf(events: readonly TraceEvent[], file: string): readonly Work[] {
  const spans = events.filter(({ ph }) => ph === 'X');
  const isRun = ({ name, args }: TraceEvent): boolean =>
    /^(FunctionCall|EvaluateScript|v8.compile)$/.test(name) && JSON.stringify(args ?? {}).includes(file);
  const runs = spans.filter(isRun);
  const holds = (outer: TraceEvent, inner: TraceEvent): boolean =>
    outer.tid === inner.tid && outer.ts <= inner.ts && inner.ts < outer.ts + (outer.dur ?? 0);
  return [...new Set(runs.map(({ pid }) => pid))].map((process) => {
    const ofProcess = runs.filter(({ pid }) => pid === process);
    const tasks = spans.filter(
      (span) => span.pid === process && /RunTask$/.test(span.name) && ofProcess.some((run) => holds(span, run)),
    );
    // The trace contains each task at two levels. Only the outermost counts.
    const outermost = tasks.filter(
      (task) => !tasks.some((other) => other !== task && (other.dur ?? 0) > (task.dur ?? 0) && holds(other, task)),
    );
    const times = outermost.map(({ tdur = 0 }) => tdur / 1_000);
    return { totalMs: times.reduce((sum, ms) => sum + ms, 0), longestMs: Math.max(0, ...times) };
  });
}

/** A script that adds a plain cross-site iframe, to measure what any iframe costs the page. */
const bareFrame = (url: string): string => `setTimeout(() => {
  const frame = document.createElement('iframe');
  frame.src = '${url}';
  document.documentElement.append(frame);
}, 300)
//# sourceURL=/bare-frame.js`;

/** Runs in the page. */
function readShift(): Promise<number> {
  return new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(sum), 100);
  });
}

/** Runs in the page. Returns the time from the click until the frame is visible. */
function clickUntilShown(): Promise<number> {
  const root = document.getElementById('contact-widget')?.shadowRoot;
  const frame = root?.querySelector('iframe');
  const start = performance.now();
  root?.querySelector('button')?.click();
  return new Promise((resolve) => {
    const check = (): void => {
      if (frame && getComputedStyle(frame).visibility === 'visible') resolve(performance.now() - start);
      else requestAnimationFrame(check);
    };
    check();
  });
}
