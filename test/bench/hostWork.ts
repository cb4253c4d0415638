import * as esbuild from 'esbuild';
import type { Browser } from 'playwright/test';
import type { Figure } from './figure.ts';

const rounds = 15;

/** A script that puts the loader's link and layout code on the window. */
async function loaderParts(root: string): Promise<string> {
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents:
        "export { setLinks, wordLinks } from './loader/links.ts'; export { findObstacles } from './loader/obstacles.ts';",
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'loaderParts',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

interface Measured {
  readonly scanMs: number;
  readonly wordMs: number;
  readonly manyScanMs: number;
  readonly obstaclesMs: number;
  readonly layouts: number;
}

/**
 * Measures the loader's work on the page's main thread: finding 1,000 contact links and setting their text, finding 10,000,
 * and finding obstacles among 15,000 nodes. Medians of 15 rounds, on an empty page without the widget.
 */
export async function measureHostWork(browser: Browser, root = process.cwd()): Promise<readonly Figure[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const parts = await loaderParts(root);
  // The loader needs a script element of its own, and its address.
  const url = 'https://widget.invalid/loader.js';
  await page.route(url, (route) => route.fulfill({ contentType: 'text/javascript', body: parts }));
  await page.setContent('<!doctype html><title>bench</title><main></main>');
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  const layoutCount = async (): Promise<number> => {
    const { metrics } = await client.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? 0;
  };

  const times: LinkTimes[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Anew in each round, so that it knows no links of the last one.
    await page.addScriptTag({ url });
    times.push(await page.evaluate(runLinks, round));
  }
  const medianOf = (name: keyof LinkTimes): number => median(times.map((one) => one[name]));
  const links = { scanMs: medianOf('scanMs'), wordMs: medianOf('wordMs'), manyScanMs: medianOf('manyScanMs') };
  await page.evaluate(fillNodes);
  const before = await layoutCount();
  const obstaclesMs = await page.evaluate(runObstacles, rounds);
  const measured: Measured = { ...links, obstaclesMs, layouts: ((await layoutCount()) - before) / rounds };
  await page.close();
  return [
    { name: 'finding 1,000 contact links', value: measured.scanMs, unit: 'ms' },
    { name: 'setting the text of 1,000 contact links', value: measured.wordMs, unit: 'ms' },
    { name: 'finding 10,000 contact links', value: measured.manyScanMs, unit: 'ms' },
    { name: 'finding obstacles among 15,000 nodes', value: measured.obstaclesMs, unit: 'ms' },
    { name: 'layouts forced by one search for obstacles', value: measured.layouts, unit: 'layouts' },
  ];
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

interface LoaderParts {
  wordLinks(): readonly string[];
  setLinks(wordings: Readonly<Record<string, string>>, kinds: readonly string[]): void;
  findObstacles(): readonly unknown[];
}

type LinkTimes = Pick<Measured, 'scanMs' | 'wordMs' | 'manyScanMs'>;

/** Runs in the page. */
function runLinks(round: number): LinkTimes {
  const { setLinks, wordLinks } = (window as unknown as { loaderParts: LoaderParts }).loaderParts;
  const main = document.querySelector('main') as HTMLElement;
  const fill = (count: number): void => {
    main.replaceChildren(
      ...Array.from({ length: count }, (_, index) => {
        const link = document.createElement('a');
        link.href = `/contact?link=${index}`;
        link.dataset.contactLink = 'contact';
        link.textContent = `Contact ${index}`;
        return link;
      }),
    );
  };
  const time = (task: () => void): number => {
    const start = performance.now();
    task();
    return performance.now() - start;
  };
  fill(1_000);
  const scanMs = time(() => wordLinks());
  const wordMs = time(() => setLinks({ contact: `Let's talk ${round}` }, ['contact']));
  setLinks({}, []);
  fill(10_000);
  return { scanMs, wordMs, manyScanMs: time(() => wordLinks()) };
}

/** Runs in the page: makes 15,000 elements in total, with a fixed bar at the bottom. */
function fillNodes(): void {
  const main = document.querySelector('main') as HTMLElement;
  const bar = document.createElement('div');
  bar.style.cssText = 'position:fixed;inset:auto 0 0 0;height:60px';
  main.replaceChildren(bar);
  const others = document.getElementsByTagName('*').length;
  main.append(...Array.from({ length: 15_000 - others }, () => document.createElement('p')));
}

/** Runs in the page. Changes the layout before each round, because the loader also measures after changes. */
function runObstacles(times: number): number {
  const { findObstacles } = (window as unknown as { loaderParts: LoaderParts }).loaderParts;
  const all: number[] = [];
  for (let round = 0; round < times; round += 1) {
    document.body.style.paddingBottom = `${round}px`;
    const start = performance.now();
    const found = findObstacles();
    all.push(performance.now() - start);
    if (found.length < 2) throw new Error('the bar was not found');
  }
  return all.sort((a, b) => a - b)[all.length >> 1] ?? 0;
}
