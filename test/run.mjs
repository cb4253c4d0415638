/**
 * The whole check. Runs format and lint, types, unit tests, build with byte budgets, and browser tests; ends with the line
 * `N passed, N failed`, which counts every test, and one for each other step.
 *
 *   node test/run.mjs            everything
 *   node test/run.mjs security   the bridge and isolation suites, case by case
 *   node test/run.mjs oracles [folder]   our wire shapes against recorded schemas, where the folder exists
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, '.cache/reports');
const bin = (name) => join(root, 'node_modules/.bin', name);

/** @type {{ name: string, passed: number, failed: number, skipped: number, note: string, seconds: number }[]} */
const results = [];

/** Colours are for people at a terminal; a log of thousands of coloured dots is of no use. */
const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined };

/** With `isQuiet` the output is held back until the end, so that steps beside each other do not mix theirs. */
function execute(command, args, { env = {}, isQuiet = false }) {
  return new Promise((done) => {
    const output = isQuiet ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...plain, ...env },
    });
    const held = [];
    child.stdout?.on('data', (chunk) => held.push(chunk));
    child.stderr?.on('data', (chunk) => held.push(chunk));
    child.on('close', () => process.stdout.write(Buffer.concat(held)));
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      done(1);
    });
    child.on('close', (code) => done(code ?? 1));
  });
}

/** A step that has one outcome, or as many as `count` reads from its report. */
async function step(name, command, args, { env, isQuiet, count } = {}) {
  if (!isQuiet) console.log(`\n── ${name}`);
  const start = performance.now();
  const code = await execute(command, args, { env, isQuiet });
  const counted = count?.();
  const outcome = counted ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, note: '' };
  // A suite that broke down is a failure even when each test that it got to passed.
  if (code !== 0 && outcome.failed === 0) {
    outcome.failed = 1;
    outcome.note = `exit code ${code}`;
  }
  results.push({ name, ...outcome, seconds: (performance.now() - start) / 1000 });
  return outcome.failed === 0;
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(join(reports, file), 'utf8'));
  } catch {
    return undefined;
  }
}

function vitestCount(file) {
  return () => {
    const report = readReport(file);
    return (
      report && {
        passed: report.numPassedTests,
        failed: report.numFailedTests + (report.testResults ?? []).filter(isBrokenFile).length,
        skipped: report.numPendingTests + report.numTodoTests,
        note: '',
      }
    );
  };
}

/** A file that could not even be loaded has no test that failed. */
function isBrokenFile({ status, assertionResults }) {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
}

function playwrightCount(file) {
  return () => {
    const stats = readReport(file)?.stats;
    return (
      stats && {
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected,
        skipped: stats.skipped,
        note: stats.flaky ? `${stats.flaky} passed only when tried again` : '',
      }
    );
  };
}

function vitest(name, paths, { reporter = 'dot', env, config = 'test/vitest.config.ts' } = {}) {
  const file = `${name.replace(/\W+/g, '-')}.json`;
  return step(
    name,
    bin('vitest'),
    [
      'run',
      '--config',
      config,
      `--reporter=${reporter}`,
      '--reporter=json',
      `--outputFile.json=${join(reports, file)}`,
      ...paths,
    ],
    { env, count: vitestCount(file) },
  );
}

function playwright(name, paths = [], env = {}) {
  const file = `${name.replace(/\W+/g, '-')}.json`;
  return step(name, bin('playwright'), ['test', '--config', 'test/browser/playwright.config.ts', ...paths], {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, file), ...env },
    count: playwrightCount(file),
  });
}

const build = () => step('build and byte budgets', process.execPath, ['build.mjs', 'build']);
const engines = () =>
  existsSync(join(root, 'test/browser/engines'))
    ? vitest('Chromium, Firefox and WebKit', [], {
        config: 'test/browser/engines/vitest.config.ts',
        reporter: 'verbose',
      })
    : undefined;

async function everything() {
  // Two cores: what only reads the sources runs beside the build.
  const checks = async () => {
    await step('format and lint', bin('biome'), ['check', '--error-on-warnings', '.'], { isQuiet: true });
    await step('types', bin('tsc'), ['-p', '.'], { isQuiet: true });
  };
  const [, built] = await Promise.all([checks(), build()]);
  await vitest('unit, property, contract, types and architecture', []);
  if (!built) return skip('browser tests', 'there is no build to test');
  await playwright('browser tests');
  await engines();
}

function skip(name, note) {
  results.push({ name, passed: 0, failed: 1, skipped: 0, note, seconds: 0 });
}

/** Case by case: what was tried, and what happened. The suites' own output stands above. */
async function security() {
  await vitest(
    'bridge',
    [
      ...['test/contract/bridge', 'test/contract/attacks', 'test/contract/golden', 'test/property/bridge'],
      ...['test/unit/bridge', 'test/unit/host', 'test/unit/platform/storage', 'test/unit/sandbox/isolationPages'],
    ],
    { reporter: 'verbose' },
  );
  if (await build()) {
    const suites = readdirSync(join(root, 'test/browser')).filter((name) =>
      /^(?:isolation|hostPages|nginx|bridge|loader|failures)\w*\.spec/.test(name),
    );
    await playwright('isolation', suites, { SECURITY: '1' });
    await engines();
  } else {
    skip('isolation', 'there is no build to test');
  }
  printCases();
}

/** The cases that this product has to pass: the bridge under attack, isolation, and what holds in three engines. */
const numbers = {
  BR: '1 2 4 6 7 8 9 11 12 13 14 15 16 17 19 20 21 22 23 24 25 26 27 28 29 30 31 33 34 35 36 38 39 41 42 43 44 45 48',
  CSP: '1 2 4 5 6 8 9 11 12 13 14 15 16 18 19 21 22',
  XB: '1 2 3 4 5 6 7 8',
};
const wantedCases = Object.entries(numbers).flatMap(([kind, list]) =>
  list.split(' ').map((number) => `${kind}-${number.padStart(2, '0')}`),
);

/** Every test of the reports that names a case, under that case; then the verdict. A case without a test fails the run. */
function printCases() {
  const outcomes = {
    passed: 'as it should be',
    expected: 'as it should be',
    flaky: 'as it should be, when tried again',
  };
  const others = { skipped: 'NOT RUN HERE', pending: 'NOT RUN HERE', todo: 'NOT RUN HERE' };
  const tests = readTests();
  const cases = new Map();
  for (const { title, status } of tests) {
    for (const [id] of title.matchAll(/(?<=\[)(?:BR|CSP|XB)-\d+(?=\])/g)) {
      const tried = title.replaceAll(/\[[A-Z\d]+-\d+\]/g, '').replaceAll(/\s+/g, ' ');
      cases.set(id, [...(cases.get(id) ?? []), `${outcomes[status] ?? others[status] ?? 'FAILED'}: ${tried.trim()}`]);
    }
  }
  const order = (id) => id.replace(/\d+/, (number) => number.padStart(3, '0'));
  console.log('\n── case by case: what was tried, and what happened');
  for (const id of [...cases.keys()].sort((a, b) => order(a).localeCompare(order(b)))) {
    console.log(`\n${id}`);
    for (const line of cases.get(id)) console.log(`  ${line}`);
  }

  const lines = [...cases.values()].flat();
  const count = (start) => lines.filter((line) => line.startsWith(start)).length;
  const untried = wantedCases.filter((id) => !(cases.get(id) ?? []).some((line) => line.startsWith('as it should be')));
  console.log('\n── verdict');
  for (const engine of ['Chromium', 'Firefox', 'WebKitGTK']) {
    const own = tests.filter(({ title }) => title.startsWith(`${engine} › `));
    const run = own.filter(({ status }) => outcomes[status] ?? !others[status]).length;
    console.log(
      `${engine}: ${run ? `${run} tests of the engines’ suite ran, ${own.length - run} did not` : 'DID NOT RUN HERE'}`,
    );
  }
  console.log('All other browser tests ran in the Chromium that is named above.');
  console.log(
    `${cases.size} cases, ${lines.length} attempts: ${count('as it should be')} as it should be, ${count('FAILED')} failed, ${count('NOT RUN HERE')} not run here`,
  );
  console.log(
    untried.length === 0 ? 'No case is left untried.' : `NOT SHOWN BY ANY TEST THAT PASSED: ${untried.join(', ')}`,
  );
  if (untried.length > 0)
    results.push({ name: 'cases', passed: 0, failed: untried.length, skipped: 0, note: 'untried', seconds: 0 });
}

/** Every test of every report: where it stands, its title, its status in the suite's own word, and why it failed. */
function readTests() {
  return readdirSync(reports).flatMap((name) => {
    const report = readReport(name);
    const ofVitest = (report?.testResults ?? []).flatMap(({ name: file, assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title, status, failureMessages }) => ({
        file: relative(root, file),
        title: [...ancestorTitles, title].join(' › '),
        status,
        reasons: failureMessages ?? [],
      })),
    );
    return [...ofVitest, ...(report?.suites ?? []).flatMap((suite) => testsOf(suite, ''))];
  });
}

/** Playwright's suites hold specs and suites. */
function testsOf(suite, path) {
  const title = suite.title.endsWith('.ts') ? path : [path, suite.title].filter(Boolean).join(' › ');
  return [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.map(({ status, results: tries }) => ({
        file: `test/browser/${spec.file}:${spec.line}`,
        title: [title, spec.title].filter(Boolean).join(' › '),
        status,
        reasons: tries.flatMap(({ error }) => error?.message ?? []),
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, title)),
  ];
}

/** The tests that failed, or passed only when tried again, just above the summary: a long log is read from its end. */
function printFailures() {
  const failed = readTests().filter(({ status }) => ['failed', 'unexpected', 'flaky'].includes(status));
  if (failed.length > 0) console.log('\n── not as it should be');
  for (const { file, title, status, reasons } of failed) {
    console.log(`${status === 'flaky' ? 'passed only when tried again' : 'FAILED'}: ${file} › ${title}`);
    for (const reason of reasons) console.log(`  ${firstLines(reason)}`);
  }
}

/** What was wanted and what came, without the colours; the whole stands above in the log. */
function firstLines(reason) {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.slice(0, 8).join('\n  ');
}

async function oracles() {
  const folder = resolve(process.argv[3] ?? process.env.ORACLES ?? join(root, '../shared/testdata'));
  if (!existsSync(folder)) {
    console.log(
      `The oracles are not here: ${folder} does not exist. Name their folder: node test/run.mjs oracles FOLDER`,
    );
    console.log('Nothing was checked.');
    return;
  }
  await vitest('oracles', ['test/oracles'], {
    reporter: 'verbose',
    env: { ORACLES: folder },
    config: 'test/oracles/vitest.config.ts',
  });
}

mkdirSync(reports, { recursive: true });
for (const file of readdirSync(reports)) rmSync(join(reports, file));

const modes = { security, oracles };
const mode = process.argv[2];
if (mode !== undefined && !Object.hasOwn(modes, mode)) {
  console.error(`Unknown: ${mode}. Known: ${Object.keys(modes).join(', ')}; without a word everything runs.`);
  process.exit(2);
}
await (mode === undefined ? everything() : modes[mode]());

printFailures();
console.log('\n── summary');
for (const { name, passed, failed, skipped, note, seconds } of results) {
  const extra = [skipped ? `${skipped} skipped` : '', note].filter(Boolean).join(', ');
  console.log(
    `${failed ? 'FAILED' : 'ok    '}  ${name.padEnd(50)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(0).padStart(5)} s${extra ? `  (${extra})` : ''}`,
  );
}
const sum = (field) => results.reduce((total, result) => total + result[field], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
