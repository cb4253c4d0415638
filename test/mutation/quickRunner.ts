/**
 * Runs each test once as it is, and then once more for each change that it reaches and that no test has noticed yet.
 * The copies of `quick.mjs` read from `__stryker__` which change is on, and write there which changes were reached.
 */
import { setMaxListeners } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type RunnerTestCase, TestRunner } from 'vitest';

type Hits = Record<string, number>;

/** A change makes an endless loop if the copies ask which change is on more often than 20 times as often as without it. */
const endlessFactor = 20;
const endlessMin = 20_000;

/** A test hangs if it runs for 30 turns of a timer more than five times the turns that it took without a change. */
const turnsMin = 30;
const turnMs = 10;
const { setInterval, clearInterval } = globalThis;

/** What runs under this id neither loads a module nor belongs to the first run of a test. */
const betweenTests = 'between tests';

let changeOn: string | undefined;
let asked = 0;
let askedMax = Number.POSITIVE_INFINITY;

/** The names are Stryker's. */
const switches = {
  get activeMutant() {
    asked += 1;
    if (asked > askedMax) throw new Error('This change makes an endless loop.');
    return changeOn;
  },
  currentTestId: undefined as string | undefined,
  mutantCoverage: { static: {} as Hits, perTest: {} as Record<string, Hits> },
};
Object.assign(globalThis, { __stryker__: switches });
// Each run of a test listens to the same signal of vitest.
setMaxListeners(0);

export default class QuickRunner extends TestRunner {
  readonly #file = String(this.injectValue('stateFile' as never));
  readonly #before = JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, string[]>;
  readonly #noticed = new Set(this.#before.noticed);
  readonly #reached = new Set(this.#before.reached);
  readonly #failing = new Set(this.#before.failing);
  #toTry: string[] = [];
  /** The change that was on when the test failed. It is noticed if the test passes again without it. */
  #suspect: string | undefined;
  #endless = endlessMin;
  #turnsMax = Number.POSITIVE_INFINITY;
  #turns = 0;

  onBeforeRunFiles() {
    switches.currentTestId = betweenTests;
  }

  override async onBeforeRunTask(test: RunnerTestCase) {
    await super.onBeforeRunTask(test);
    test.repeats = Number.POSITIVE_INFINITY;
    switches.currentTestId = test.id;
    this.#turnsMax = Number.POSITIVE_INFINITY;
    this.#turnOn(undefined);
  }

  async runTask(test: RunnerTestCase) {
    this.#turns = 0;
    // Vitest waits for these at the end of a run. Those of a run that hung would make the next one hang too.
    test.promises = [];
    let timer: ReturnType<typeof setInterval> | undefined;
    const hang = new Promise((_, reject) => {
      timer = setInterval(() => {
        this.#turns += 1;
        if (this.#turns > this.#turnsMax) reject(new Error('This change makes the test hang.'));
      }, turnMs);
    });
    await Promise.race([TestRunner.getTestFn(test)(), hang]).finally(() => clearInterval(timer));
  }

  /** Called after each run of a test. Decides what the next run tries, or that there is none. */
  onAfterRetryTask(test: RunnerTestCase, { repeats }: { repeats: number }) {
    const { result } = test;
    if (!result) return;
    const [tried, isFailed] = [changeOn, result.state === 'fail' || asked > askedMax];
    Object.assign(result, { state: 'run', errors: [] });

    if (repeats === 0) this.#start(test, isFailed);
    else if (tried !== undefined && isFailed) this.#suspect = tried;
    else if (this.#suspect !== undefined) {
      if (isFailed) this.#toTry = [];
      else this.#noticed.add(this.#suspect);
      this.#suspect = undefined;
    }

    const next = this.#suspect === undefined ? this.#toTry.shift() : undefined;
    this.#turnOn(next);
    // So vitest leaves out the other runs.
    if (next === undefined && this.#suspect === undefined) Object.assign(result, { pending: true });
  }

  #turnOn(change: string | undefined) {
    changeOn = change;
    asked = 0;
    askedMax = change === undefined ? Number.POSITIVE_INFINITY : this.#endless;
  }

  #start(test: RunnerTestCase, isFailed: boolean) {
    switches.currentTestId = betweenTests;
    this.#endless = endlessMin + endlessFactor * asked;
    this.#turnsMax = turnsMin + 5 * this.#turns;
    const reached = Object.keys(switches.mutantCoverage.perTest[test.id] ?? {});
    for (const id of reached) this.#reached.add(id);
    if (isFailed) this.#failing.add(`${test.file.name} > ${test.name}`);
    this.#toTry = isFailed ? [] : reached.filter((id) => !this.#noticed.has(id));
  }

  override onAfterRunFiles() {
    super.onAfterRunFiles();
    const loaded = new Set([...(this.#before.loaded ?? []), ...Object.keys(switches.mutantCoverage.static)]);
    const state = { noticed: this.#noticed, reached: this.#reached, loaded, failing: this.#failing };
    writeFileSync(
      this.#file,
      JSON.stringify(state, (_, value) => (value instanceof Set ? [...value] : value)),
    );
  }
}
