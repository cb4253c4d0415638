import type { Browser, Frame, FrameLocator, Locator } from 'playwright/test';
import { createControl, createHost } from '../browser/fixtures.ts';
import { startSandbox } from '../sandbox/server.ts';
import type { Figure } from './figure.ts';
import type { TraceEvent } from './traceEvent.ts';

const slowdown = 4;
const dayMs = 86_400_000;

/** The service's answer for 90 days from tomorrow on, with 22 or 23 slots each: 2,000 slots in total. */
function manySlots(nowMs: number) {
  const first = Math.ceil(nowMs / dayMs) * dayMs + 14 * 3_600_000;
  return Array.from({ length: 90 }, (_, day) => ({
    date: new Date(first + day * dayMs).toISOString().slice(0, 10),
    slots: Array.from({ length: day % 9 < 2 ? 23 : 22 }, (_slot, index) => {
      const ms = first + day * dayMs + index * 20 * 60_000;
      return {
        startDateTime: new Date(ms).toISOString(),
        endDateTime: new Date(ms + 1_200_000).toISOString(),
        timezone: 'America/New_York',
        expertId: `ex-${index}`,
      };
    }),
  }));
}

interface Tasks {
  /** The sum of all tasks on the renderer's main thread. */
  readonly sumMs: number;
  readonly longestMs: number;
}

interface Work extends Tasks {
  /** From the press until what it opens is drawn. Wall-clock, so other programs on the machine count. */
  readonly drawnMs: number;
}

/** The delay before the press. The trace has started by then, and the driver's own work in the page is done. */
const pressMs = 1_000;
/** How long after a press its work is counted. Later tasks are the loader's regular looks at the page. */
const pressWorkUs = 600_000;
const categories = ['toplevel', 'blink.user_timing', 'disabled-by-default-devtools.timeline', '__metadata'];

/**
 * The main thread's tasks after a press, from the browser's trace. A timer in the page presses, so that no driver work counts.
 * `opened` is the selector of what the press shows.
 */
async function workOf(browser: Browser, frame: Frame, target: Locator, opened: string): Promise<Work> {
  const page = frame.page();
  await target.evaluate(
    (element: HTMLElement, [ms, selector]) => {
      performance.clearMarks('drawn');
      const watch = (): void => {
        const isShown = document.querySelector(selector)?.checkVisibility({ visibilityProperty: true });
        // A task that follows the frame in which it is visible.
        if (isShown) setTimeout(() => performance.mark('drawn'));
        else requestAnimationFrame(watch);
      };
      setTimeout(() => {
        performance.mark('press');
        element.click();
        requestAnimationFrame(watch);
      }, ms);
    },
    [pressMs, opened] as const,
  );
  await page.waitForTimeout(pressMs / 2);
  await browser.startTracing(page, { categories });
  // After this wait, the driver's own work is not counted any more.
  await page.waitForTimeout(pressMs / 2 + pressWorkUs / 1_000 + 100);
  await frame.waitForFunction(() => performance.getEntriesByName('drawn').length > 0);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] };
  const timeOf = (mark: string): number => {
    const event = traceEvents.find(({ name, cat }) => name === mark && cat === 'blink.user_timing');
    if (!event) throw new Error(`the trace does not contain "${mark}"`);
    return event.ts;
  };
  const pressed = timeOf('press');
  const tasks = traceEvents.filter(
    ({ name, ph, ts, dur = 0 }) =>
      name === 'RunTask' && ph === 'X' && ts + dur >= pressed && ts < pressed + pressWorkUs,
  );
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const sums = new Map<string, Tasks>();
  for (const { pid, tid, tdur = 0 } of tasks) {
    const thread = `${pid} ${tid}`;
    if (!mains.has(thread)) continue;
    const { sumMs, longestMs } = sums.get(thread) ?? { sumMs: 0, longestMs: 0 };
    sums.set(thread, { sumMs: sumMs + tdur / 1_000, longestMs: Math.max(longestMs, tdur / 1_000) });
  }
  // The page and the frame share a process here, which is the busiest renderer.
  const [busiest = { sumMs: 0, longestMs: 0 }] = [...sums.values()].sort((one, other) => other.sumMs - one.sumMs);
  return { ...busiest, drawnMs: (timeOf('drawn') - pressed) / 1_000 };
}

async function showMenu(pane: FrameLocator): Promise<void> {
  const opener = pane.locator('[data-block=scheduler] [aria-expanded=false]');
  if (await opener.count()) await opener.click();
}

/**
 * Measures the built product on a CPU throttled 4x: opening the scheduler from an open pane, showing 2,000 slots of 90 days,
 * and changing the time zone. Medians of the rounds, each in a new page.
 */
export async function measureSchedulerOpening(
  browser: Browser,
  { rounds, root = process.cwd() }: { readonly rounds: number; readonly root?: string },
): Promise<readonly Figure[]> {
  const server = await startSandbox({ port: 0, distDir: `${root}/dist`, pagesDir: `${root}/test/pages` });
  const sandbox = createControl(server);
  const all: { opening: Work; reading: Work; zone: Work }[] = [];
  try {
    await sandbox.rules({
      method: 'POST',
      path: '/v2/availability/lookup',
      status: 200,
      body: manySlots(Date.now()),
    });
    for (let round = 0; round < rounds; round += 1) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      const host = createHost(page, sandbox);
      await host.open('/plain', { attrs: { 'data-focus-area': 'cloud' } });
      const pane = await host.openPane();
      await showMenu(pane);
      const frame = await host.frameHandle();
      const client = await context.newCDPSession(page);
      await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      const button = pane.locator('[data-block=scheduler]').getByRole('button').last();
      // Hover first, so that the chunks are loaded before the press. Wait in the page, so that no driver work is counted.
      await button.hover();
      await pane.locator('html').evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
      const opening = await workOf(browser, frame, button, 'textarea');
      await pane.locator('textarea').fill('How do we move?');
      const header = pane.locator('button[aria-controls$=CALENDAR]');
      const reading = await workOf(browser, frame, header, 'input[name=scheduler-slot]');
      if ((await pane.locator('input[name=scheduler-slot]').count()) === 0) throw new Error('no slots are shown');
      await pane.locator('[aria-haspopup=listbox]').first().click();
      const other = pane.getByRole('option', { selected: false }).last();
      // A real pointer hovers before it presses, and the list highlights the option.
      await other.hover();
      await pane.locator('html').evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
      const zone = await workOf(browser, frame, other, '[aria-haspopup=listbox][aria-expanded=false]');
      all.push({ opening, reading, zone });
      await context.close();
    }
  } finally {
    await server.close();
  }
  const median = (read: (one: (typeof all)[number]) => number): number =>
    all.map(read).sort((one, other) => one - other)[all.length >> 1] ?? 0;
  return [
    {
      name: 'scheduler from a warm pane: press to drawn form',
      value: median(({ opening }) => opening.drawnMs),
      unit: 'ms',
    },
    { name: 'scheduler from a warm pane: all tasks', value: median(({ opening }) => opening.sumMs), unit: 'ms' },
    { name: 'scheduler from a warm pane: longest task', value: median(({ opening }) => opening.longestMs), unit: 'ms' },
    { name: '2,000 slots: press to drawn times', value: median(({ reading }) => reading.drawnMs), unit: 'ms' },
    { name: '2,000 slots read and drawn: longest task', value: median(({ reading }) => reading.longestMs), unit: 'ms' },
    { name: '2,000 slots in another zone: longest task', value: median(({ zone }) => zone.longestMs), unit: 'ms' },
  ];
}
