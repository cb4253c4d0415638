/**
 * Tries all changes of the files in one program, which can switch each of them on. StrykerJS starts a worker for each change; this starts
 * one for each test file.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { BaseSequencer, startVitest } from 'vitest/node';

/** What the workers tell each other. */
const stateFile = `.cache/mutation-${process.pid}.json`;
const quiet = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} };

/** Small files of tests are about one rule. What they notice need not be tried with the stories of a whole room. */
class SmallFirst extends BaseSequencer {
  async sort(files) {
    const size = ({ moduleId }) => statSync(moduleId).size;
    return [...files].sort((one, other) => size(one) - size(other));
  }
}

/** Puts all changes of the files into one copy of each, each behind a condition with its id. Lines and columns begin at one. */
export async function instrument(names) {
  const files = names.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: false };
  const { files: copies, mutants } = await new Instrumenter(quiet).instrument(files, options);
  const place = ({ start, end }) => ({ start: fromOne(start), end: fromOne(end) });
  return { copies, changes: mutants.map((change) => ({ ...change, location: place(change.location) })) };
}

const fromOne = ({ line, column }) => ({ line: line + 1, column: column + 1 });

/** Names the file, and why it could not be loaded. */
function onTestModuleEnd(module) {
  console.log(relative('', module.moduleId));
  for (const { message } of module.errors()) console.error(`  does not load: ${message}`);
}

/** The ids of the changes that a run of `most` changes leaves out. The same seed leaves out the same. */
function leftOut(changes, { most, seed }) {
  const rankOf = ({ id }) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  const ranked = changes.map((change) => ({ id: change.id, rank: rankOf(change) }));
  return new Set(
    ranked
      .sort((one, other) => (one.rank < other.rank ? -1 : 1))
      .slice(most)
      .map(({ id }) => id),
  );
}

/** Returns the changes as StrykerJS reports them. A constant of a module stays as it is: its status is `Ignored`. */
export async function runQuickly(names, { most = Number.POSITIVE_INFINITY, seed = 1 } = {}) {
  const { copies, changes } = await instrument(names);
  const ignored = leftOut(changes, { most, seed });
  mkdirSync('.cache', { recursive: true });
  // The runner does not try what has been noticed.
  writeFileSync(stateFile, JSON.stringify({ noticed: [...ignored], reached: [], loaded: [], failing: [] }));
  const copyOf = new Map(copies.map(({ name, content }) => [resolve(name), content]));
  const vitest = await startVitest(
    'test',
    [],
    {
      config: 'test/mutation/vitest.config.ts',
      runner: resolve('test/mutation/quickRunner.ts'),
      related: [...copyOf.keys()],
      // A change that leaves a wrong value in a module cannot make the tests of another file fail.
      isolate: true,
      pool: 'threads',
      maxWorkers: 1,
      sequence: { sequencer: SmallFirst },
      // A slow run of a test is not a failed one. The runner ends a run that hangs.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      provide: { stateFile: resolve(stateFile) },
      onConsoleLog: () => false,
      reporters: [{ onTestModuleEnd }],
      dangerouslyIgnoreUnhandledErrors: true,
      watch: false,
    },
    { plugins: [{ name: 'changed-copies', enforce: 'pre', load: (id) => copyOf.get(id.split('?')[0]) }] },
  );
  await vitest.close();
  const { noticed, reached, loaded, failing } = JSON.parse(readFileSync(stateFile, 'utf8'));
  rmSync(stateFile);
  for (const name of failing) console.log(`\nNot run with changes, because it fails without one: ${name}`);
  const statusOf = (id) => {
    if (ignored.has(id)) return 'Ignored';
    if (noticed.includes(id)) return 'Killed';
    return loaded.includes(id) && !reached.includes(id) ? 'Ignored' : 'Survived';
  };
  return changes.map((change) => ({ ...change, fileName: resolve(change.fileName), status: statusOf(change.id) }));
}
