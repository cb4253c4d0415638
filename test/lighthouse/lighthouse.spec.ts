import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findBrowser } from '../browser/findBrowser.ts';
import { expect, test } from '../browser/fixtures.ts';
import { sitePaths, startSiteHost } from '../support/siteHost.ts';

/** The last version that runs on Node 20. */
const version = 'lighthouse@12.8.2';

/** Lighthouse shows these scores in green. */
const green = 90;

/** A machine that is busy with something else only makes a page slower. */
const attempts = 3;

/** Below this speed of the machine Lighthouse warns that its timings are wrong. */
const minBenchmark = 1_000;

type Scores = Readonly<Record<string, number>>;

interface Measured {
  readonly scores: Scores;
  /** What Lighthouse measured of the machine just before. */
  readonly benchmark: number;
}

let folder = '';

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lighthouse-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'audits', private: true }));
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', version], { cwd: folder });
});

test.afterAll(() => rmSync(folder, { recursive: true }));

async function score(url: string, device: 'phone' | 'desktop'): Promise<Measured> {
  const output = join(folder, 'report.json');
  const flags = `--headless=new --no-sandbox --user-data-dir=${join(folder, 'profile')}`;
  const args = [url, '--quiet', '--no-enable-error-reporting', '--output=json', `--output-path=${output}`];
  const preset = device === 'desktop' ? ['--preset=desktop'] : [];
  const program = join(folder, 'node_modules/lighthouse/cli/index.js');
  // Not synchronous: the pages are served from this process.
  await promisify(execFile)(process.execPath, [program, ...args, ...preset, `--chrome-flags=${flags}`], {
    env: { ...process.env, CHROME_PATH: findBrowser()?.path },
  });
  const { categories, environment } = JSON.parse(readFileSync(output, 'utf8')) as {
    categories: Record<string, { score: number | null }>;
    environment: { benchmarkIndex: number };
  };
  const rounded = Object.entries(categories).map(([name, one]) => [name, Math.round(100 * (one.score ?? 0))] as const);
  return { scores: Object.fromEntries(rounded), benchmark: environment.benchmarkIndex };
}

const performanceOf = ({ scores }: Measured): number => scores.performance ?? 0;

/** Measures until the performance is green. All measurements are returned. */
async function measure(url: string, device: 'phone' | 'desktop'): Promise<readonly Measured[]> {
  const all: Measured[] = [];
  do all.push(await score(url, device));
  while (all.length < attempts && performanceOf(all.at(-1) as Measured) < green);
  return all;
}

for (const path of sitePaths) {
  test(`[F-AD14] Lighthouse shows only green scores for ${path}`, async ({ sandbox }, info) => {
    const site = await startSiteHost(sandbox.widgetUrl);
    try {
      for (const device of ['phone', 'desktop'] as const) {
        const all = await measure(`${site.url}${path}`, device);
        const best = all.reduce((one, other) => (performanceOf(other) > performanceOf(one) ? other : one));
        console.log(path, device, best);
        // The other categories do not depend on the speed of the machine, so every measurement counts.
        for (const { scores } of all) {
          const yellow = Object.entries(scores).filter(([name, one]) => name !== 'performance' && one < green);
          expect.soft(yellow, device).toEqual([]);
        }
        const judged = all.filter(({ benchmark }) => benchmark >= minBenchmark);
        if (performanceOf(best) >= green) continue;
        if (judged.length > 0) {
          expect.soft(Math.max(...judged.map(performanceOf)), `performance, ${device}`).toBeGreaterThanOrEqual(green);
          continue;
        }
        const description = `${device}: performance not judged: ${performanceOf(best)} with benchmark ${best.benchmark}`;
        info.annotations.push({ type: 'not judged', description });
        console.log(description);
      }
    } finally {
      site.close();
    }
  });
}
