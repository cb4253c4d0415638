import { createRandom } from '../support/random.ts';

/** One thing that happens. `dice` decides all that is random about it, so that a story replays without its other steps. */
export interface Step {
  readonly name: string;
  /** Which tab it happens to, counted from 0. A step for a tab that is not there does nothing. */
  readonly tab: number;
  readonly dice: number;
}

export interface Story<Setup> {
  readonly seed: number;
  readonly setup: Setup;
  readonly steps: readonly Step[];
}

/** A rule that a run has broken. */
export interface Violation {
  readonly rule: string;
  readonly about: string;
}

export interface Outcome {
  readonly violations: readonly Violation[];
  /** What happened, in words, one line per step. */
  readonly words: readonly string[];
}

/** A kind of service with its tabs, and the stories that are told about it. */
export interface Family<Setup> {
  readonly name: string;
  /** How often each step is drawn, relative to the others. */
  readonly weights: (setup: Setup) => Readonly<Record<string, number>>;
  readonly draw: (random: () => number) => Setup;
  /** Simpler setups, tried when a story is shortened. */
  readonly simpler: (setup: Setup) => readonly Setup[];
  readonly play: (story: Story<Setup>) => Promise<Outcome>;
}

const maxTabs = 3;

export function drawStory<Setup>(family: Family<Setup>, seed: number): Story<Setup> {
  const random = createRandom(seed);
  const setup = family.draw(random);
  const names = Object.entries(family.weights(setup));
  const total = names.reduce((sum, [, weight]) => sum + weight, 0);
  const count = 6 + Math.floor(random() * 21);
  const steps = Array.from({ length: count }, (): Step => {
    let at = random() * total;
    const found = names.find(([, weight]) => {
      at -= weight;
      return at < 0;
    });
    return { name: found?.[0] ?? '', tab: Math.floor(random() * maxTabs), dice: Math.floor(random() * 2 ** 32) };
  });
  return { seed, setup, steps };
}

/** The shortest story that breaks the same rule: steps are left out and the setup is simplified as long as it does. */
export async function shorten<Setup>(family: Family<Setup>, story: Story<Setup>, rule: string): Promise<Story<Setup>> {
  const breaks = async (candidate: Story<Setup>): Promise<boolean> =>
    (await playSafely(family, candidate)).violations.some((one) => one.rule === rule);
  let best = story;
  for (;;) {
    const before = best;
    for (let size = Math.ceil(best.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
      for (let at = 0; at < best.steps.length; ) {
        const candidate = { ...best, steps: best.steps.filter((_, index) => index < at || index >= at + size) };
        if (await breaks(candidate)) best = candidate;
        else at += size;
      }
    }
    for (let at = 0; at < best.steps.length; at += 1) {
      const steps = best.steps.map((step, index) => (index === at ? { ...step, tab: 0 } : step));
      if (best.steps[at]?.tab !== 0 && (await breaks({ ...best, steps }))) best = { ...best, steps };
    }
    for (const setup of family.simpler(best.setup)) if (await breaks({ ...best, setup })) best = { ...best, setup };
    if (best === before) return best;
  }
}

/** Which stories are played. */
export interface Seeds {
  readonly first: number;
  readonly count: number;
}

export interface Failure {
  /** The stories that break this rule first. */
  readonly seeds: readonly number[];
  readonly rule: string;
  readonly report: string;
}

/** An error that escapes a story breaks a rule, too. */
export async function playSafely<Setup>(family: Family<Setup>, story: Story<Setup>): Promise<Outcome> {
  // Stories make many errors, and nobody reads their stacks, which take a while to write.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return await family.play(story);
  } catch (error) {
    return { violations: [{ rule: 'no error escapes', about: String(error) }], words: [] };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Plays the stories of these seeds until one fails; its shortest form is the report. */
export async function findFailure<Setup>(family: Family<Setup>, seeds: Seeds): Promise<Failure | undefined> {
  return (await findFailures(family, seeds))[0];
}

/** With `isEveryRule`, plays all stories and reports the first one that breaks each rule. */
export async function findFailures<Setup>(
  family: Family<Setup>,
  { first, count }: Seeds,
  { isEveryRule = false } = {},
): Promise<readonly Failure[]> {
  const failures = new Map<string, Failure>();
  for (let seed = first; seed < first + count; seed += 1) {
    const story = drawStory(family, seed);
    const [violation] = (await playSafely(family, story)).violations;
    if (!violation) continue;
    const known = failures.get(violation.rule);
    if (known) failures.set(violation.rule, { ...known, seeds: [...known.seeds, seed] });
    else failures.set(violation.rule, await describe(family, story, violation.rule));
    if (!isEveryRule) break;
  }
  return [...failures.values()].map((one) =>
    one.seeds.length === 1
      ? one
      : { ...one, report: `${one.report}\n  also broken by ${one.seeds.length - 1} other stories` },
  );
}

async function describe<Setup>(family: Family<Setup>, story: Story<Setup>, rule: string): Promise<Failure> {
  const short = await shorten(family, story, rule);
  const { violations, words } = await playSafely(family, short);
  const lines = [
    `${family.name}, seed ${story.seed}: ${rule}`,
    ...violations.map((one) => `  broken: ${one.rule}: ${one.about}`),
    `  setup: ${JSON.stringify(short.setup)}`,
    ...words.map((line) => `  ${line}`),
  ];
  return { seeds: [story.seed], rule, report: lines.join('\n') };
}
