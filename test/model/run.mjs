/**
 * Plays the stories of the model-based test, and checks that the stories notice when a rule of delivery is broken.
 *
 *   npm run test:faults -- --seeds 2000                     all families
 *   npm run test:faults -- --family messaging --seed 17     one story
 *   npm run test:faults -- --family core --all              the first story of each broken rule, not only of the first
 *   npm run test:faults -- --mutations --seeds 2000         breaks one rule after another; each must be noticed
 *   npm run test:faults -- --mutations --only lock          the mutations of one rule
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createViteServer } from 'vitest/node';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string' },
    family: { type: 'string' },
    only: { type: 'string' },
    mutations: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
});
const seeds = {
  first: Number(options.seed ?? 1),
  count: Number(options.seeds ?? (options.seed === undefined ? 2_000 : 1)),
};

/** The mutation that is under way, and how many of its edits have been made. */
let mutation;
let applied = 0;

const mutate = {
  name: 'mutate',
  enforce: 'pre',
  transform(code, id) {
    const edits = mutation?.edits.filter(({ file }) => id === `${root}${file}`) ?? [];
    let changed = code;
    for (const { file, text, replacement } of edits) {
      const parts = changed.split(text);
      if (parts.length !== 2) throw new Error(`the text is ${parts.length - 1} times in ${file}, not once: ${text}`);
      changed = parts.join(replacement);
      applied += 1;
    }
    return edits.length > 0 ? { code: changed, map: null } : undefined;
  },
};

const server = await createViteServer({
  root,
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, watch: null, hmr: false, ws: false },
  optimizeDeps: { noDiscovery: true },
  plugins: [mutate],
});
const load = (path) => server.ssrLoadModule(`/test/model/${path}`);

/** The names of the families whose stories are played. */
async function familyNames() {
  const { families } = await load('families.ts');
  if (options.family === undefined) return Object.keys(families);
  if (families[options.family] === undefined)
    throw new Error(`no family "${options.family}": ${Object.keys(families).join(', ')}`);
  return [options.family];
}

async function playStories() {
  let isPassed = true;
  for (const name of await familyNames()) {
    const { families } = await load('families.ts');
    const { findFailures } = await load('story.ts');
    const family = await families[name]();
    const start = performance.now();
    const failures = await findFailures(family, seeds, { isEveryRule: options.all });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${name}: ${seeds.count} stories, ${seconds} s, ${failures.length} broken rules`);
    for (const { report } of failures) console.log(`\n${report}\n`);
    if (failures.length > 0) isPassed = false;
  }
  return isPassed;
}

/** Plays stories until one fails that passes without the mutation. */
async function notice(name, passesWithout) {
  const { families } = await load('families.ts');
  const { drawStory, playSafely } = await load('story.ts');
  const family = await families[name]();
  for (let seed = seeds.first; seed < seeds.first + seeds.count; seed += 1) {
    const [violation] = (await playSafely(family, drawStory(family, seed))).violations;
    if (violation && (await passesWithout(seed))) return { seed, rule: violation.rule };
  }
  return undefined;
}

async function checkMutations() {
  const { mutations } = await load('mutations.ts');
  const names = await familyNames();
  const isOfFamily = ({ families = ['core'] }) => families.some((name) => names.includes(name));
  const wanted = mutations
    .filter(({ name, rule }) => [name, rule].some((one) => options.only === undefined || one.includes(options.only)))
    .filter(isOfFamily);
  if (wanted.length === 0) throw new Error('No mutation has this family and this rule.');
  let isPassed = true;
  console.log('| rule | mutation | noticed by | seed |\n| --- | --- | --- | --- |');
  for (const one of wanted) {
    const found = await noticeMutation(one).catch((error) => ({ error: error.message.split('\n', 1)[0] }));
    if (!found?.family) isPassed = false;
    const by = found?.family ? `${found.family}: ${found.rule}` : `**${found?.error ?? 'nothing'}**`;
    console.log(`| ${one.rule} | ${one.name} | ${by} | ${found?.seed ?? ''} |`);
  }
  return isPassed;
}

async function noticeMutation(one) {
  for (const name of one.families ?? ['core']) {
    if (options.family !== undefined && options.family !== name) continue;
    mutation = undefined;
    server.moduleGraph.invalidateAll();
    const { families } = await load('families.ts');
    const { drawStory, playSafely } = await load('story.ts');
    const original = await families[name]();
    const passesWithout = async (seed) =>
      (await playSafely(original, drawStory(original, seed))).violations.length === 0;
    mutation = one;
    applied = 0;
    server.moduleGraph.invalidateAll();
    const found = await notice(name, passesWithout);
    if (applied !== one.edits.length) throw new Error(`${name} loads ${applied} of ${one.edits.length} edited files`);
    if (found) return { family: name, ...found };
  }
  return undefined;
}

let isPassed = false;
try {
  isPassed = options.mutations ? await checkMutations() : await playStories();
} catch (error) {
  console.error(error.message.split('\n', 8).join('\n'));
} finally {
  await server.close();
}
process.exit(isPassed ? 0 : 1);
