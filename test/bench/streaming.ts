import type { Browser } from 'playwright/test';
import { createControl, createHost, type HostPageHelper, type SandboxControl } from '../browser/fixtures.ts';
import { startSandbox } from '../sandbox/server.ts';
import { startBotChat } from './botChat.ts';
import type { Figure } from './figure.ts';
import type { TraceEvent } from './traceEvent.ts';

const slowdown = 4;
const longUs = 50_000;
/** The driver's own work in the page is over by then. */
const settleMs = 1_000;
const categories = ['toplevel', 'blink.user_timing', 'disabled-by-default-devtools.timeline', '__metadata'];

interface Streamed {
  readonly longTasks: number;
  readonly longestMs: number;
  readonly firstWordsMs: number;
  readonly shift: number;
}

/**
 * Measures an answer of 2,000 words that the bot streams: the time from the service's first byte to the first words on the screen, the
 * tasks of the widget's thread after that byte, from the browser's trace, and the layout shift in the frame. Medians of the rounds, each in
 * a new browser: one that has been traced a few times draws no more.
 */
export async function measureStreaming(
  launch: () => Promise<Browser>,
  { rounds, root = process.cwd() }: { readonly rounds: number; readonly root?: string },
): Promise<readonly Figure[]> {
  const server = await startSandbox({ port: 0, distDir: `${root}/dist`, pagesDir: `${root}/test/pages` });
  const slowed: Streamed[] = [];
  const unslowed: Streamed[] = [];
  try {
    const sandbox = createControl(server);
    await sandbox.command('bot', { streams: true });
    for (let round = 0; round < rounds; round += 1) {
      unslowed.push(await streamOnce(launch, sandbox, 1));
      slowed.push(await streamOnce(launch, sandbox, slowdown));
    }
  } finally {
    await server.close();
  }
  const median = (all: readonly Streamed[], read: (one: Streamed) => number): number =>
    all.map(read).sort((one, other) => one - other)[all.length >> 1] ?? 0;
  const name = '2,000 words streamed';
  const words = `${name}: first byte to first words on the screen`;
  return [
    { name: words, value: median(unslowed, (one) => one.firstWordsMs), unit: 'ms' },
    { name: `${words} (${slowdown}x slowed)`, value: median(slowed, (one) => one.firstWordsMs), unit: 'ms' },
    {
      name: `${name}: tasks over 50 ms (${slowdown}x slowed)`,
      value: median(slowed, (one) => one.longTasks),
      unit: '',
    },
    { name: `${name}: longest task (${slowdown}x slowed)`, value: median(slowed, (one) => one.longestMs), unit: 'ms' },
    { name: `${name}: layout shift in the frame`, value: median(slowed, (one) => one.shift), unit: '' },
  ];
}

async function streamOnce(launch: () => Promise<Browser>, sandbox: SandboxControl, rate: number): Promise<Streamed> {
  const browser = await launch();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.addInitScript(watchStream);
    const host = createHost(page, sandbox);
    await startBotChat(host, page);
    await host.frame().getByRole('textbox').waitFor();
    const frame = await host.frameHandle();
    // Downloads what streamed answers need.
    await ask(host, 'stream');
    await host.frame().getByText('All details').last().waitFor();
    const client = await context.newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate });
    await host.frame().getByRole('textbox').fill('stream long');
    await page.waitForTimeout(settleMs);
    await browser.startTracing(page, { categories });
    await page.waitForTimeout(settleMs);
    await frame.evaluate(() => (window as unknown as { watchAnswer: () => void }).watchAnswer());
    // A look at the page would be work of its own.
    const ended = page.waitForEvent('console', { predicate: (one) => one.text() === 'ended', timeout: 120_000 });
    await host.frame().getByRole('textbox').press('Enter');
    await ended;
    const trace = await browser.stopTracing();
    const shift = await frame.evaluate(() => (window as unknown as { shift: () => number }).shift());
    const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] };
    return { ...readTrace(traceEvents), shift };
  } finally {
    await browser.close();
  }
}

async function ask(host: HostPageHelper, text: string): Promise<void> {
  const field = host.frame().getByRole('textbox');
  await field.fill(text);
  await field.press('Enter');
}

/** Runs in the frame, before its scripts. Marks the first byte, the first words and the end of the next streamed answer. */
function watchStream(): void {
  let isWatching = false;
  let shift = 0;
  const answers = (): NodeListOf<Element> => document.querySelectorAll('li[data-kind=bot]');
  const watchAnswer = (): void => {
    const before = answers().length;
    isWatching = true;
    const observer = new MutationObserver(() => {
      if (answers().length === before) return;
      observer.disconnect();
      // A task that follows the frame in which they are drawn.
      requestAnimationFrame(() => setTimeout(() => performance.mark('words')));
    });
    observer.observe(document.body, { childList: true, subtree: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean };
        if (!hadRecentInput) shift += value;
      }
    }).observe({ type: 'layout-shift' });
  };
  Object.assign(window, { watchAnswer, shift: () => shift });
  const { prototype } = ReadableStreamDefaultReader;
  const { read, cancel } = prototype;
  prototype.read = function (this: ReadableStreamDefaultReader) {
    const reading = read.call(this);
    if (isWatching && performance.getEntriesByName('byte').length === 0)
      reading.then(
        () => performance.mark('byte'),
        () => {},
      );
    return reading;
  };
  // The client reads nothing after the answer.
  prototype.cancel = function (this: ReadableStreamDefaultReader, reason) {
    if (isWatching)
      setTimeout(() => {
        performance.mark('ended');
        console.debug('ended');
      }, 500);
    return cancel.call(this, reason);
  };
}

function readTrace(events: readonly TraceEvent[]): Omit<Streamed, 'shift'> {
  const markOf = (mark: string): TraceEvent => {
    const event = events.find(({ name, cat }) => name === mark && cat === 'blink.user_timing');
    if (!event) throw new Error(`the trace does not contain "${mark}"`);
    return event;
  };
  const [byte, words, ended] = [markOf('byte'), markOf('words'), markOf('ended')];
  const tasks = events.filter(
    ({ name, ph, pid, tid, ts, dur = 0 }) =>
      name === 'RunTask' && ph === 'X' && pid === byte.pid && tid === byte.tid && ts + dur >= byte.ts && ts < ended.ts,
  );
  // The thread waits for the service, so the task that reads the byte begins when the byte arrives.
  const firstByte = Math.min(...tasks.map(({ ts }) => ts));
  // Thread time, because other programs on the machine do not count.
  const times = tasks.map(({ tdur = 0 }) => tdur);
  return {
    longTasks: times.filter((us) => us > longUs).length,
    longestMs: Math.max(...times) / 1_000,
    firstWordsMs: (words.ts - firstByte) / 1_000,
  };
}
