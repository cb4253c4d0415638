/** Reads the JSON reports that the suites write. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const reports = join(root, '.cache/reports');

export const reportPath = (file) => join(reports, file);

/** Deletes the previous run's reports, so that they are not counted again. */
export function clearReports() {
  mkdirSync(reports, { recursive: true });
  for (const file of readdirSync(reports)) rmSync(reportPath(file));
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(reportPath(file), 'utf8'));
  } catch {
    return undefined;
  }
}

export function vitestCount(file) {
  const report = readReport(file);
  return (
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests + (report.testResults ?? []).filter(isBrokenFile).length,
      skipped: report.numPendingTests + report.numTodoTests,
      note: '',
    }
  );
}

/** A file that fails to load contains no failed test. */
function isBrokenFile({ status, assertionResults }) {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
}

export function playwrightCount(file) {
  const stats = readReport(file)?.stats;
  return (
    stats && {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      note: stats.flaky ? `${stats.flaky} passed only on a retry` : '',
    }
  );
}

/** Every test of every report: its file, title, status as the suite reports it, and the reasons it failed. */
export const readTests = () => readdirSync(reports).flatMap((name) => testsOf(readReport(name)));

export const testsOf = (report) => [
  ...(report?.testResults ?? []).flatMap(vitestTests),
  ...(report?.suites ?? []).flatMap((suite) => playwrightTests(suite, '', relative(root, report.config.rootDir))),
];

function vitestTests({ name: file, assertionResults }) {
  return assertionResults.map(({ ancestorTitles, title, status, failureMessages }) => ({
    file: relative(root, file),
    title: [...ancestorTitles, title].join(' › '),
    status,
    reasons: failureMessages ?? [],
  }));
}

/** A Playwright suite holds tests and further suites. Its files are named from the folder of the tests. */
function playwrightTests(suite, path, folder) {
  const title = suite.title.endsWith('.ts') ? path : [path, suite.title].filter(Boolean).join(' › ');
  return [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.map(({ status, results: tries }) => ({
        file: `${join(folder, spec.file)}:${spec.line}`,
        title: [title, spec.title].filter(Boolean).join(' › '),
        status,
        reasons: tries.flatMap(({ error }) => error?.message ?? []),
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => playwrightTests(inner, title, folder)),
  ];
}
