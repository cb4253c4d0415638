/** Prints what `npm run test:security` tried, case by case, from the suites' reports. */
import { readTests } from './reports.mjs';

/**
 * The cases that must pass: attacks on the bridge (BR), content security policies (CSP), and three engines (XB). So must a test of
 * every finding (F-SE).
 */
const numbers = {
  BR: '1 2 4 6 7 8 9 11 12 13 14 15 16 17 19 20 21 22 23 24 25 26 27 28 29 30 31 33 34 35 36 38 39 41 42 43 44 45 48',
  CSP: '1 2 4 5 6 8 9 11 12 13 14 15 16 18 19 21 22',
  XB: '1 2 3 4 5 6 7 8',
};
const requiredCases = Object.entries(numbers).flatMap(([kind, list]) =>
  list.split(' ').map((number) => `${kind}-${number.padStart(2, '0')}`),
);

/** Those that are not installed are left out, and the verdict says so. WebKitGTK is not Safari. */
const engines = ['Chromium', 'Firefox', 'WebKitGTK'];

const passed = 'passed';
const failed = 'FAILED';
const notRun = 'NOT RUN HERE';

/** The suites' own statuses; any other status is a failure. */
const outcomes = {
  passed,
  expected: passed,
  flaky: `${passed} on a retry`,
  skipped: notRun,
  pending: notRun,
  todo: notRun,
};
const outcomeOf = (status) => outcomes[status] ?? failed;

/** Prints each case with its tests, then the verdict. Returns the required cases and findings that no passing test covers. */
export function printSecurityCases(findings, tests = readTests()) {
  const cases = groupByCase(tests);
  printCases(cases);

  const attempts = [...cases.values()].flat();
  const count = (outcome) => attempts.filter((attempt) => attempt.outcome.startsWith(outcome)).length;
  const uncovered = [...requiredCases, ...findings].filter(
    (id) => !(cases.get(id) ?? []).some(({ outcome }) => outcome.startsWith(passed)),
  );
  console.log('\n── verdict');
  for (const engine of engines) printEngine(engine, tests);
  console.log('All other browser tests ran in the Chromium named above.');
  console.log(
    `${cases.size} cases, ${attempts.length} attempts: ${count(passed)} passed, ${count(failed)} failed, ${count(notRun)} not run here`,
  );
  const absent = engines.filter((engine) => ranIn(engine, tests) === 0);
  const verdict = absent.length === 0 ? 'in three engines' : `but nothing was tried in ${absent.join(' and ')}`;
  console.log(
    uncovered.length === 0 ? `Every required case passed, ${verdict}.` : `NO PASSING TEST FOR: ${uncovered.join(', ')}`,
  );
  return uncovered;
}

function groupByCase(tests) {
  const cases = new Map();
  for (const { title, status } of tests) {
    for (const [id] of title.matchAll(/(?<=\[)(?:(?:BR|CSP|XB)-|F-SE)\d+(?=\])/g)) {
      const text = title.replaceAll(/\[[A-Z\d]+-[A-Z]*\d+\]/g, '').replaceAll(/\s+/g, ' ');
      cases.set(id, [...(cases.get(id) ?? []), { outcome: outcomeOf(status), text: text.trim() }]);
    }
  }
  return cases;
}

function printCases(cases) {
  const sortKey = (id) => id.replace(/\d+/, (number) => number.padStart(3, '0'));
  console.log('\n── case by case');
  for (const id of [...cases.keys()].sort((a, b) => sortKey(a).localeCompare(sortKey(b)))) {
    console.log(`\n${id}`);
    for (const { outcome, text } of cases.get(id)) console.log(`  ${outcome}: ${text}`);
  }
}

const testsOf = (engine, tests) => tests.filter(({ title }) => title.startsWith(`${engine} › `));
const ranIn = (engine, tests) => testsOf(engine, tests).filter(({ status }) => outcomeOf(status) !== notRun).length;

function printEngine(engine, tests) {
  const own = testsOf(engine, tests);
  const ran = ranIn(engine, tests);
  console.log(
    `${engine}: ${ran ? `${ran} tests of the engines suite ran, ${own.length - ran} did not` : 'DID NOT RUN'}`,
  );
}
