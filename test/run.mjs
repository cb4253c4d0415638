/**
 * Runs the whole check: format and lint, types, unused code, unit tests, build with byte budgets, browser tests. The last
 * line is `N passed, N failed`. It counts each test, and each step without tests as one.
 *
 *   node test/run.mjs                    all suites with a sample of each long list of cases; the core of the browser tests,
 *                                        with CI=true all of them
 *   node test/run.mjs all                all suites with all cases, more stories of faults, motion, and a sample of mutations
 *   node test/run.mjs busy               all suites beside four processes that keep the machine busy
 *   node test/run.mjs security           every security test, case by case
 *   node test/run.mjs oracles [folder]   our wire shapes against recorded schemas, if the folder exists
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { countBrowserTests } from './runner/coreTests.mjs';
import { clearReports, readTests } from './runner/reports.mjs';
import { printSecurityCases } from './runner/securityCases.mjs';
import { securityBrowserTests, securityFindings, securityUnitTests } from './runner/securityFiles.mjs';
import { addFailure, build, mutationSample, playwright, results, tool, vitest } from './runner/steps.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** In browsers, `npm test` on a developer's machine runs the core only: `@core` in Playwright, `core` in vitest. */
async function core() {
  await everything({ browserFilter: ['--grep', '@core'], enginesFilter: ['--tags-filter=core'] });
}

async function everything({ env = {}, browserFilter = [], enginesFilter = [] } = {}) {
  const [, isBuilt] = await Promise.all([checkSources(), build()]);
  // The engines wait a lot; the other suites do not.
  const whileEnginesRun = isBuilt ? engines({ filter: enginesFilter, env, isQuiet: true }) : undefined;
  await vitest('unit, property, contract, types and architecture', [], { env });
  if (isBuilt) await playwright('browser tests', browserFilter, env);
  else addFailure('browser tests', 'there is no build to test');
  await whileEnginesRun;
}

async function all() {
  await everything({ env: { PAGES: 'all' } });
  await mutationSample();
}

/** A test that passes only on an idle machine fails here, with the time limits that it has elsewhere. */
async function busy() {
  const loops = Array.from({ length: 4 }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  try {
    await everything();
  } finally {
    for (const loop of loops) loop.kill();
  }
}

/** One after another: the build runs at the same time, and two cores are enough for the whole check. */
async function checkSources() {
  await tool('format and lint', 'biome', ['check', '--error-on-warnings', '.']);
  await tool('types', 'tsc', ['-p', '.']);
  await tool('unused code and dependencies', 'knip', ['--no-progress', '--treat-config-hints-as-errors']);
}

function engines({ filter = [], ...options }) {
  return vitest('Chromium, Firefox and WebKit', filter, {
    config: 'test/browser/engines/vitest.config.ts',
    reporter: 'verbose',
    ...options,
  });
}

async function security() {
  await vitest('bridge, headers, release and findings', securityUnitTests(root), { reporter: 'verbose' });
  if (await build()) {
    await playwright('isolation', securityBrowserTests(root), { PAGES: 'all' });
    await engines({ env: { PAGES: 'all' } });
  } else {
    addFailure('isolation', 'there is no build to test');
  }
  const uncovered = printSecurityCases(securityFindings(root));
  if (uncovered.length > 0) addFailure('required cases', 'without a passing test', uncovered.length);
}

async function oracles() {
  const folder = resolve(process.argv[3] ?? process.env.ORACLES ?? join(root, '../shared/testdata'));
  if (!existsSync(folder)) {
    console.log(`Nothing was checked: ${folder} does not exist. Pass the folder: node test/run.mjs oracles FOLDER`);
    return;
  }
  await vitest('oracles', ['test/oracles'], {
    reporter: 'verbose',
    env: { ORACLES: folder },
    config: 'test/oracles/vitest.config.ts',
  });
}

/** Repeats the failed and the flaky tests just above the summary, because a long log is read from its end. */
function printFailures() {
  const tests = readTests().filter(({ status }) => ['failed', 'unexpected', 'flaky'].includes(status));
  if (tests.length > 0) console.log('\n── failed or flaky');
  for (const { file, title, status, reasons } of tests) {
    console.log(`${status === 'flaky' ? 'passed only on a retry' : 'FAILED'}: ${file} › ${title}`);
    for (const reason of reasons) console.log(`  ${firstLines(reason)}`);
  }
}

/** The expected and the received value; the suite's own output above has the rest. */
function firstLines(reason) {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.slice(0, 8).join('\n  ');
}

function printSummary() {
  console.log('\n── summary');
  for (const { name, passed, failed, skipped, note, seconds } of results) {
    const extra = [skipped ? `${skipped} skipped` : '', note].filter(Boolean).join(', ');
    console.log(
      `${failed ? 'FAILED' : 'ok    '}  ${name.padEnd(50)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(0).padStart(5)} s${extra ? `  (${extra})` : ''}`,
    );
  }
  if (mode === undefined && process.env.PAGES !== 'all')
    console.log('long lists of pages and cases: a sample; npm run test:all tries all');
  if (isCoreOnly) {
    const { all, core } = countBrowserTests(root);
    console.log(
      `browser tests: the core only, without ${all - core} of the ${all} tests in the files and without those that the engines skip; CI=true npm test runs all, npm run test:browser -- NAME.spec all of one file`,
    );
  }
  const sum = (field) => results.reduce((total, result) => total + result[field], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
}

const modes = { all, busy, security, oracles };
const mode = process.argv[2];
const isCoreOnly = mode === undefined && !process.env.CI && process.env.PAGES !== 'all';
if (mode !== undefined && !Object.hasOwn(modes, mode)) {
  console.error(`Unknown mode: ${mode}. Use one of ${Object.keys(modes).join(', ')}, or none to run everything.`);
  process.exit(2);
}
clearReports();
await (isCoreOnly ? core() : (modes[mode] ?? everything)());
printFailures();
printSummary();
