import * as esbuild from 'esbuild';
import type { Browser } from 'playwright/test';

/** One measured figure of the README's table. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms';
}

const rounds = 9;
/** The throttling under which a task has to stay under 50 ms. */
const slowdown = 4;

/** The room's own rules with the polyfill, whose work is the larger. */
async function rules(root: string): Promise<string> {
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: `export { readSlots } from './frame/scheduler/readSlots.ts';
export { groupSlots } from './frame/scheduler/visibleSlots.ts';
export { Temporal } from 'temporal-polyfill';`,
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'scheduler',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** 90 days with 2,000 slots: reading the answer, and a change of zone; medians, in a browser with and without Temporal. */
export async function measureScheduler(browser: Browser, root = process.cwd()): Promise<readonly Figure[]> {
  const page = await browser.newPage();
  await page.setContent('<!doctype html><title>bench</title>');
  await page.evaluate(await rules(root));
  const client = await page.context().newCDPSession(page);
  const figures: Figure[] = [];
  for (const rate of [1, slowdown]) {
    await client.send('Emulation.setCPUThrottlingRate', { rate });
    for (const kind of ['native', 'polyfill'] as const) {
      const measured = await page.evaluate(run, { rounds, kind });
      if (!measured) continue;
      const where = `${kind} Temporal, ${rate === 1 ? 'full speed' : `${rate}x slowed`}`;
      figures.push(
        { name: `2,000 slots read and grouped (${where})`, value: measured.readMs, unit: 'ms' },
        { name: `2,000 slots in another zone (${where})`, value: measured.zoneMs, unit: 'ms' },
      );
    }
  }
  await page.close();
  return figures;
}

/** Runs in the page. */
function run({ rounds: times, kind }: { rounds: number; kind: 'native' | 'polyfill' }) {
  const {
    readSlots,
    groupSlots,
    Temporal: polyfill,
  } = (window as unknown as { scheduler: unknown }).scheduler as {
    readSlots: (T: unknown, days: unknown, zone: string) => readonly unknown[];
    groupSlots: (T: unknown, slots: readonly unknown[], zone: string) => readonly unknown[];
    Temporal: unknown;
  };
  const T = kind === 'native' ? (globalThis as { Temporal?: unknown }).Temporal : polyfill;
  if (!T) return undefined;
  const startMs = Date.UTC(2026, 10, 22, 13);
  const slots = Array.from({ length: 2_000 }, (_, index) => {
    const ms = startMs + Math.floor(index / 22.3) * 86_400_000 + (index % 22) * 1_800_000;
    return {
      startDateTime: new Date(ms).toISOString(),
      endDateTime: new Date(ms + 1_800_000).toISOString(),
      timezone: 'America/New_York',
      expertId: `ex-${index}`,
    };
  });
  const zones = ['Asia/Tokyo', 'Europe/Berlin', 'America/Los_Angeles'];
  const readings: number[] = [];
  const changes: number[] = [];
  for (let round = 0; round < times; round += 1) {
    const before = performance.now();
    const read = readSlots(T, [{ date: '', slots }], 'America/New_York');
    groupSlots(T, read, 'America/New_York');
    const between = performance.now();
    groupSlots(T, read, zones[round % 3] ?? 'UTC');
    readings.push(between - before);
    changes.push(performance.now() - between);
  }
  const median = (list: number[]): number =>
    Math.round((list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0) * 10) / 10;
  return { readMs: median(readings), zoneMs: median(changes) };
}
