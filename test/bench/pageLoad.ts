import type { Browser, CDPSession, Page } from 'playwright/test';
import { startSandbox } from '../sandbox/server.ts';
import type { Figure } from './figure.ts';
import type { TraceEvent } from './traceEvent.ts';

/** The CPU throttling for the limits of the loader: 30 ms in total, and no task longer than 15 ms. */
const slowdown = 4;
/** How long the page is traced without any visitor intent. */
const watchMs = 5_000;
const rounds = 3;
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
export async function measurePageLoad(browser: Browser, root = process.cwd()): Promise<readonly Figure[]> {
  const sandbox = await startSandbox({ port: 0, distDir: `${root}/dist`, pagesDir: `${root}/test/pages` });
  // Another site than the widget's, as in production: the frame gets its own process, so its work does not count.
  const crossSiteUrl = sandbox.hostUrl.replace('localhost', '127.0.0.1');
  const totals: number[] = [];
  const longest: number[] = [];
  const bare: number[] = [];
  const shifts: number[] = [];
  const warm: number[] = [];
  const cold: number[] = [];
  const visit = async (task: (page: Page, client: CDPSession) => Promise<void>): Promise<void> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await task(page, await context.newCDPSession(page));
    await context.close();
  };
  const pill = (page: Page) => page.locator('#contact-widget button');
  const firstBlock = (page: Page) => page.frameLocator('#contact-widget iframe').locator('[data-block]').first();
  try {
    for (let round = 0; round < rounds; round += 1) {
      await visit(async (page, client) => {
        await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
        const stop = await trace(browser);
        await page.goto(`${crossSiteUrl}/plain`);
        await page.waitForTimeout(watchMs);
        const work = workOf(await stop(), '/loader.js');
        totals.push(work.totalMs);
        longest.push(work.longestMs);
        shifts.push(await page.evaluate(readShift));
      });
      await visit(async (page, client) => {
        await page.goto(`${crossSiteUrl}/plain?cm-disable`);
        await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
        const stop = await trace(browser);
        await page.evaluate(bareFrame(`${sandbox.widgetUrl}/loader.js`));
        await page.waitForTimeout(1_000);
        bare.push(workOf(await stop(), '/bare-frame.js').longestMs);
      });
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
    { name: `loader on the page’s main thread before intent (${slowdown}x slowed)`, value: median(totals), unit: 'ms' },
    { name: `its longest task (${slowdown}x slowed)`, value: median(longest), unit: 'ms' },
    { name: `of it, what placing any iframe costs (${slowdown}x slowed)`, value: median(bare), unit: 'ms' },
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

/**
 * The time of all tasks in which the script ran, including the browser's own work in them. Uses thread time, so that other
 * programs on the machine do not count.
 */
function workOf(events: readonly TraceEvent[], file: string): { totalMs: number; longestMs: number } {
  const spans = events.filter(({ ph }) => ph === 'X');
  const isRun = ({ name, args }: TraceEvent): boolean =>
    /^(FunctionCall|EvaluateScript|v8.compile)$/.test(name) && JSON.stringify(args ?? {}).includes(file);
  const runs = spans.filter(isRun);
  const holds = (outer: TraceEvent, inner: TraceEvent): boolean =>
    outer.pid === inner.pid &&
    outer.tid === inner.tid &&
    outer.ts <= inner.ts &&
    inner.ts < outer.ts + (outer.dur ?? 0);
  const tasks = spans.filter((span) => /RunTask$/.test(span.name) && runs.some((run) => holds(span, run)));
  // The trace contains each task at two levels. Only the outermost counts.
  const outermost = tasks.filter(
    (task) => !tasks.some((other) => other !== task && (other.dur ?? 0) > (task.dur ?? 0) && holds(other, task)),
  );
  const times = outermost.map(({ tdur = 0 }) => tdur / 1_000);
  return { totalMs: times.reduce((sum, ms) => sum + ms, 0), longestMs: Math.max(0, ...times) };
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
