import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findBrowser } from '../browser/findBrowser.ts';
import { expect, test } from '../browser/fixtures.ts';
import { guides } from '../pages/guides/guides.ts';
import { writeSite } from '../pages/site.ts';
import { startHeadersFileHost } from '../support/headersFileHost.ts';

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

/** The scores that are not green. A machine that is too slow leaves the performance open. */
const yellow = ({ scores, benchmark }: Measured): Scores =>
  Object.fromEntries(
    Object.entries(scores).filter(
      ([name, one]) => one < green && (name !== 'performance' || benchmark >= minBenchmark),
    ),
  );

const paths = ['/playground/', ...guides.map(({ name }) => `/guides/${name}/`)];

for (const path of paths) {
  test(`[F-AD14] Lighthouse shows only green scores for ${path}`, async ({ sandbox }) => {
    const site = join(folder, 'site');
    await writeSite(sandbox.widgetUrl, site);
    const server = await startHeadersFileHost(site, '');
    try {
      for (const device of ['phone', 'desktop'] as const) {
        let measured = await score(`${server.url}${path}`, device);
        for (let tried = 1; tried < attempts && (measured.scores.performance ?? 0) < green; tried += 1)
          measured = await score(`${server.url}${path}`, device);
        console.log(path, device, measured);
        expect.soft(yellow(measured), device).toEqual({});
      }
    } finally {
      server.close();
    }
  });
}
