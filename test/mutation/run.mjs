/**
 * Changes the product, one place at a time, and runs the tests that reach the place. A change that no test notices survives.
 * Prints the survivors by room, and fails if a room, or the sample, is under its floor.
 *
 *   npm run test:mutation -- frame/contact/selectEntry.ts frame/outreach
 *   npm run test:mutation -- bridge --tests test/unit/bridge --tests test/contract/attacks.test.ts   with these tests only
 *   npm run test:mutation -- --quick frame/chat           in one process, with the quick unit tests
 *   npm run test:mutation -- --quick frame/chat --most 300   300 changes of them
 *   npm run test:mutation -- --browser loader/*.ts --most 60   60 changes of the loader, in Chromium
 *   npm run test:mutation -- --sample                     about 300 changes all over the product, always the same
 *   npm run test:mutation -- --sample --seed 7            the same with another seed
 */
import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { readAccepted, toChange } from './accepted.mjs';
import { runInBrowser } from './browser.mjs';
import { runQuickly } from './quick.mjs';
import { samplePlaces } from './sample.mjs';
import { refusedByTypes } from './types.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

/** The share of changes, in percent, that the tests must notice. The first row that fits a file counts. */
const floors = [
  ['bridge/', 95],
  ['frame/chat/delivery/', 95],
  ['frame/insight/consent', 95],
  ['frame/scheduler/views/', 85],
  ['frame/scheduler/', 95],
  ['', 85],
];
/** Under what the quick tests notice today. Raise it with them. */
const sampleFloor = 88;
const sampleSize = 300;
/** The sample has four minutes. */
const quickTests = 'test/unit/!(build|release|sandbox)/**/*.test.ts';

/** Views, styles, texts and wire tables are shown in the browser, or are data. So are the documents about services. */
const isLeftOut = /(?:\.d|\.css|exts|\/wire)\.ts$/;

const isFolder = (path) => statSync(path).isDirectory();
const testGlob = (path) => (isFolder(path) ? `${path.replace(/\/$/, '')}/**/*.test.ts` : path);

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        browser: { type: 'boolean', default: false },
        most: { type: 'string' },
        quick: { type: 'boolean', default: false },
        sample: { type: 'boolean', default: false },
        seed: { type: 'string', default: '1' },
        tests: { type: 'string', multiple: true, default: [] },
      },
    });
    if (Number(values.quick) + Number(values.sample) + Number(values.browser) > 1)
      throw new Error('--quick, --sample and --browser exclude each other.');
    if (values.sample === positionals.length > 0)
      throw new Error(
        'Name files or folders, or take a sample: npm run test:mutation -- frame/contact, or -- --sample',
      );
    if (positionals.some((path) => path.endsWith('.test.ts'))) throw new Error('Put --tests before each test file.');
    const files = values.sample ? sampledFiles() : filesIn(positionals);
    if (files.length === 0) throw new Error(`There is nothing to change in ${positionals.join(', ')}.`);
    return { ...values, files };
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
}

const { browser: isBrowser, most, quick: isQuick, sample: isSample, seed, tests, files } = readOptions();

// Not by Stryker's own option for tests, with which it never changes a constant of a module.
if (tests.length > 0) process.env.MUTATION_TESTS = tests.map(testGlob).join(' ');
else if (isSample || isQuick) process.env.MUTATION_TESTS = quickTests;

const accepted = readAccepted();
const results = await run();

const rooms = new Map();
const survivors = [];
for (const { fileName, status, location, mutatorName, replacement } of results) {
  const file = relative('', fileName);
  const survivor = { file, location, mutatorName, replacement };
  if (status === 'Killed' || status === 'Timeout') roomOf(file).noticed += 1;
  else if (status === 'Survived' || status === 'NoCoverage') survivors.push(survivor);
}
const refused = refusedByTypes(survivors);
for (const survivor of survivors) {
  const { file, location, mutatorName, replacement } = survivor;
  const change = toChange(file, location, replacement);
  if (refused.has(survivor)) continue;
  if (accepted.has(change)) roomOf(file).accepted += 1;
  else roomOf(file).survivors.push(`${file}:${location.start.line} ${mutatorName}\n    - ${change}.`);
}

const isUnderFloor = [...rooms].map(([name, room]) => print(name, room, isSample ? undefined : floorOf(name)));
if (isUnderFloor.includes(true)) process.exitCode = 1;
if (isSample) {
  const all = [...rooms.values()];
  const sum = (count) => all.reduce((total, room) => total + count(room), 0);
  const total = { noticed: sum((room) => room.noticed), accepted: sum((room) => room.accepted) };
  if (print('sample', { ...total, survivors: [], survived: sum((room) => room.survivors.length) }, sampleFloor))
    process.exitCode = 1;
}

function run() {
  if (isBrowser) return runInBrowser(files, { most: Number(most ?? 60), seed });
  return isQuick ? runQuickly(files, { most: most && Number(most), seed }) : runStryker();
}

async function runStryker() {
  return await new Stryker({
    mutate: isSample ? await samplePlaces(files, { size: sampleSize, seed: Number(seed) }) : files,
    // A constant would have to be tried with every test of its file.
    ignoreStatic: isSample,
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunner: 'vitest',
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: true },
    coverageAnalysis: 'perTest',
    reporters: ['progress-append-only'],
    tempDirName: '.cache/mutation',
    ignorePatterns: ['dist', '.cache', 'test-results', 'test/pictures'],
    concurrency: 2,
    // Stryker would rewrite it with an interface that TypeScript 7 does not have. No file of this name exists.
    tsconfigFile: 'none.json',
  }).runMutationTest();
}

/** The files of the paths. A folder is without those that are left out, unless they are named. */
function filesIn(paths) {
  return paths.flatMap((path) =>
    isFolder(path)
      ? readdirSync(path, { recursive: true })
          .map((name) => join(path, name))
          .filter((file) => file.endsWith('.ts') && !isLeftOut.test(file))
      : path,
  );
}

/** Prints a room. Returns whether it is under its floor. */
function print(name, { noticed, survivors, accepted: same, survived = survivors.length }, floor) {
  const count = noticed + survived;
  const score = count === 0 ? 100 : (100 * noticed) / count;
  const isUnder = floor !== undefined && score < floor;
  const told = [
    `${noticed} of ${count} noticed, ${score.toFixed(1)} %`,
    ...(same > 0 ? [`${same} accepted`] : []),
    ...(floor === undefined ? [] : [`floor ${floor} %${isUnder ? ', UNDER' : ''}`]),
  ];
  console.log(`\n${name}: ${told.join(', ')}`);
  for (const survivor of survivors) console.log(`  ${survivor}`);
  return isUnder;
}

function roomOf(file) {
  const [folder] = floors.find(([start]) => file.startsWith(start));
  const depth = file.startsWith('frame/') ? 2 : 1;
  const name = folder || file.split('/').slice(0, depth).join('/');
  const room = rooms.get(name) ?? { noticed: 0, survivors: [], accepted: 0 };
  rooms.set(name, room);
  return room;
}

function floorOf(name) {
  const [, floor] = floors.find(([start]) => `${name}/`.startsWith(start) || name === start);
  return floor;
}

/**
 * The files that a sample is taken from, without those whose effect is tested in browsers: the loader, what wires the rooms, and
 * views.
 */
function sampledFiles() {
  const isBrowserOnly = /^frame\/(?:compose|surfaces|ui)\/|\/views\//;
  return filesIn(['bridge', 'frame']).filter((file) => !isBrowserOnly.test(file));
}
