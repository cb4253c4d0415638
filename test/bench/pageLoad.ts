import type { Browser, CDPSession, Page } from 'playwright/test';
import { startSandbox } from '../sandbox/server.ts';

interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

/** The throttling under which the loader may cost the page's main thread 30 ms in all, and no task 15 ms. */
const slowdown = 4;
/** How long a page is watched before anybody shows intent. */
const watchMs = 5_000;
const rounds = 5;
/** What browsers' own tools call fast 3G. */
const fast3G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.44 * 1024 * 1024) / 8,
  uploadThroughput: 675 * 128,
};

/**
 * What the product costs a page that loads it, on the built product: the loader's work before intent, the layout shift it
 * causes, and the time from a click on the pill to a pane that can be used. Medians.
 */
export async function measurePageLoad(browser: Browser, root = process.cwd()): Promise<readonly Figure[]> {
  const sandbox = await startSandbox({ port: 0, distDir: `${root}/dist`, pagesDir: `${root}/test/pages` });
  const totals: number[] = [];
  const longest: number[] = [];
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
        await client.send('Profiler.enable');
        await client.send('Profiler.setSamplingInterval', { interval: 100 });
        await client.send('Profiler.start');
        await page.goto(`${sandbox.hostUrl}/plain`);
        await page.waitForTimeout(watchMs);
        const { profile } = await client.send('Profiler.stop');
        const work = workOf(profile, '/loader.js');
        totals.push(work.totalMs);
        longest.push(work.longestMs);
        shifts.push(await page.evaluate(readShift));
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
    { name: 'layout shift on the page', value: Math.max(...shifts), unit: '' },
    { name: 'pill click to shown pane, warm', value: median(warm), unit: 'ms' },
    { name: `pill click to usable pane, cold (${slowdown}x slowed, fast 3G)`, value: median(cold), unit: 'ms' },
  ];
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

interface Profile {
  readonly nodes: readonly { id: number; callFrame: { url: string }; children?: readonly number[] }[];
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

/** Time below functions of a script, natives called by it included; a task is an unbroken row of samples. */
function workOf(
  { nodes, samples = [], timeDeltas = [] }: Profile,
  file: string,
): { totalMs: number; longestMs: number } {
  const ours = new Set<number>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const mark = (id: number, isBelow: boolean): void => {
    const node = byId.get(id);
    const isOurs = isBelow || (node?.callFrame.url.includes(file) ?? false);
    if (isOurs) ours.add(id);
    for (const child of node?.children ?? []) mark(child, isOurs);
  };
  mark(nodes[0]?.id ?? 0, false);
  let total = 0;
  let task = 0;
  let longest = 0;
  samples.forEach((id, index) => {
    task = ours.has(id) ? task + (timeDeltas[index + 1] ?? 0) : 0;
    if (ours.has(id)) total += timeDeltas[index + 1] ?? 0;
    longest = Math.max(longest, task);
  });
  return { totalMs: total / 1_000, longestMs: longest / 1_000 };
}

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

/** Runs in the page: from the click to the frame's first picture on the page. */
function clickUntilShown(): Promise<number> {
  const root = document.getElementById('contact-widget')?.shadowRoot;
  const frame = root?.querySelector('iframe');
  const start = performance.now();
  root?.querySelector('button')?.click();
  return new Promise((resolve) => {
    const look = (): void => {
      if (frame && getComputedStyle(frame).visibility === 'visible') resolve(performance.now() - start);
      else requestAnimationFrame(look);
    };
    look();
  });
}
