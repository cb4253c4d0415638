/** Runs the steps of a check and collects their results. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { playwrightCount, reportPath, vitestCount } from './reports.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bin = (name) => join(root, 'node_modules/.bin', name);

/** @type {{ name: string, passed: number, failed: number, skipped: number, note: string, seconds: number }[]} */
export const results = [];

/** No colours when the output is not a terminal: escape codes make a log file unreadable. */
const plainOutput = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined };

/** With `isQuiet`, prints the output at the end, so that steps that run in parallel do not mix theirs. */
function execute(command, args, { env = {}, isQuiet = false }) {
  return new Promise((done) => {
    const output = isQuiet ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...plainOutput, ...env },
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

/** Counts as one result, or as many as `count` reads from the step's report. Resolves to whether all of them passed. */
async function step(name, command, args, { env, isQuiet, count } = {}) {
  if (!isQuiet) console.log(`\n── ${name}`);
  const start = performance.now();
  const code = await execute(command, args, { env, isQuiet });
  const outcome = count?.() ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, note: '' };
  // A suite that crashes has failed, even if every test it reached has passed.
  if (code !== 0 && outcome.failed === 0) {
    outcome.failed = 1;
    outcome.note = `exit code ${code}`;
  }
  results.push({ name, ...outcome, seconds: (performance.now() - start) / 1000 });
  return outcome.failed === 0;
}

/** Adds a failed result for a step that could not run. */
export function addFailure(name, note, failed = 1) {
  results.push({ name, passed: 0, failed, skipped: 0, note, seconds: 0 });
}

/** A command-line tool of node_modules that passes or fails as a whole. */
export const tool = (name, command, args) => step(name, bin(command), args, { isQuiet: true });

export const build = () => step('build and byte budgets', process.execPath, ['build.mjs', 'build']);

export const mutationSample = () =>
  step('sample of mutations', process.execPath, ['test/mutation/run.mjs', '--sample']);

const reportName = (step) => `${step.replace(/\W+/g, '-')}.json`;

export function vitest(name, paths, { reporter = 'dot', env, isQuiet, config = 'test/vitest.config.ts' } = {}) {
  const file = reportName(name);
  return step(
    name,
    bin('vitest'),
    [
      'run',
      '--config',
      config,
      `--reporter=${reporter}`,
      '--reporter=json',
      `--outputFile.json=${reportPath(file)}`,
      ...paths,
    ],
    { env, isQuiet, count: () => vitestCount(file) },
  );
}

export function playwright(name, paths = [], env = {}) {
  const file = reportName(name);
  return step(name, bin('playwright'), ['test', '--config', 'test/browser/playwright.config.ts', ...paths], {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath(file), ...env },
    count: () => playwrightCount(file),
  });
}
