import type { Served } from './candidate.ts';
import { type Chromium, evaluate, pause, startVisit, type Visit } from './chromium.ts';
import { countTasks, layoutShift, taskMs } from './metrics.ts';
import type { PageServer, Scene } from './pageServer.ts';
import { clickToUsable, launcherShown, probeScript } from './probe.ts';
import { startTrace } from './trace.ts';
import { typing } from './typing.ts';

/** The columns that are measured. Times in ms. */
export interface Sample {
  bytes?: number;
  requests?: number;
  preflights?: number;
  task?: number;
  longest?: number;
  shift?: number;
  first1x?: number;
  later1x?: number;
  first4x?: number;
  later4x?: number;
  slowFirst?: number;
  slowFirstArrival?: number;
  slowLater?: number;
  slowLaterArrival?: number;
  slowClick?: number;
  warmClick?: number;
  restTask?: number;
  restWakeups?: number;
  nodesTask?: number;
  nodesOwn?: number;
  nodesWakeups?: number;
  linksTask?: number;
  linksOwn?: number;
  linksWakeups?: number;
  inp?: number;
}

/** What a part measures with. */
export interface Bench {
  readonly chromium: Chromium;
  readonly pages: PageServer;
}

/** Measures some columns of one candidate, with visitors of its own. */
export type Part = (bench: Bench, id: string, served: Served) => Promise<Sample>;

const slowdown = 4;
const watchMs = 5_000;
/** What starts without intent has ended by then. */
const settleMs = 8_000;
const restMs = 8_000;

async function during<Result>(
  { chromium }: Bench,
  options: { readonly slowdown: number; readonly script?: string },
  task: (visit: Visit) => Promise<Result>,
): Promise<Result> {
  const visit = await startVisit(chromium, options);
  try {
    return await task(visit);
  } finally {
    await visit.close();
  }
}

/** The first five seconds: bytes, requests, task time and layout shift. */
const cost: Part = (bench, id, served) =>
  during(bench, { slowdown }, async (visit) => {
    await countTasks(visit.page);
    served.tally.restart();
    await visit.goto(bench.pages.address(id));
    await pause(watchMs);
    const task = await taskMs(visit.page);
    if (id === 'floor') await checkSites(visit);
    const counted = served.tally.list();
    const preflights = counted.filter(({ method }) => method === 'OPTIONS').length;
    const bytes = counted.reduce((sum, { bytes: size }) => sum + size, 0);
    return { task, bytes, requests: counted.length, preflights, shift: await layoutShift(visit.page) };
  });

/** A frame that shared the page's process would be counted as the page. */
async function checkSites(visit: Visit): Promise<void> {
  if (visit.frames().length !== 1)
    throw new Error('The frame is not in a process of its own: the browser does not isolate sites.');
}

/** The longest task in the first five seconds, and the time at rest. */
const plainRest: Part = (bench, id) =>
  during(bench, { slowdown }, async (visit) => {
    await countTasks(visit.page);
    const stop = await startTrace(bench.chromium, visit.page);
    const startMs = Date.now();
    await visit.goto(bench.pages.address(id));
    await pause(watchMs);
    const { longestMs } = await stop();
    await pause(startMs + settleMs - Date.now());
    const rest = await atRest(bench, visit);
    return { longest: longestMs, restTask: rest.task, restWakeups: rest.wakeups };
  });

/** Each is a rate per second. */
interface Rest {
  readonly task: number;
  readonly ownMs: number;
  readonly wakeups: number;
}

async function atRest({ chromium }: Bench, visit: Visit): Promise<Rest> {
  const stop = await startTrace(chromium, visit.page);
  const before = await taskMs(visit.page);
  await pause(restMs);
  const task = (await taskMs(visit.page)) - before;
  const { wakeups, ownMs } = await stop();
  const restS = restMs / 1_000;
  return { task: task / restS, ownMs: ownMs / restS, wakeups: wakeups / restS };
}

const restOf = (bench: Bench, id: string, scene: Scene): Promise<Rest> =>
  during(bench, { slowdown }, async (visit) => {
    await countTasks(visit.page);
    await visit.goto(bench.pages.address(id, scene));
    await pause(settleMs);
    return atRest(bench, visit);
  });

const nodesRest: Part = async (bench, id) => {
  const { task, ownMs, wakeups } = await restOf(bench, id, 'nodes');
  return { nodesTask: task, nodesOwn: ownMs, nodesWakeups: wakeups };
};

const linksRest: Part = async (bench, id) => {
  const { task, ownMs, wakeups } = await restOf(bench, id, 'links');
  return { linksTask: task, linksOwn: ownMs, linksWakeups: wakeups };
};

/** The launcher on a first and a later view, at full speed and slowed down. The slow visitor's third view is on fast 3G. */
const launcher: Part = async (bench, id, served) => {
  if (!served.launcher) return {};
  const views = (rate: number): Promise<Sample> =>
    during(bench, { slowdown: rate, script: probeScript(served) }, async (visit) => {
      await visit.goto(bench.pages.address(id));
      const first = await launcherShown(visit, served);
      await pause(2_000);
      await visit.goto(bench.pages.address(id, 'plain', 'later'));
      const later = await launcherShown(visit, served);
      if (rate === 1) return { first1x: first.fromNavigationMs, later1x: later.fromNavigationMs };
      await pause(2_000);
      await visit.slowNetwork();
      await visit.goto(bench.pages.address(id, 'plain', 'third'));
      const slow = await launcherShown(visit, served);
      return {
        first4x: first.fromNavigationMs,
        later4x: later.fromNavigationMs,
        slowLater: slow.fromNavigationMs,
        slowLaterArrival: slow.fromArrivalMs,
      };
    });
  return { ...(await views(1)), ...(await views(slowdown)) };
};

/** A first view on fast 3G, and a click one second after the launcher is seen, without a pause over it. */
const slow: Part = async (bench, id, served) => {
  if (!served.launcher) return {};
  return during(bench, { slowdown, script: probeScript(served) }, async (visit) => {
    await visit.slowNetwork();
    await visit.goto(bench.pages.address(id));
    const shown = await launcherShown(visit, served, 60_000);
    await pause(1_000);
    const seen = { slowFirst: shown.fromNavigationMs, slowFirstArrival: shown.fromArrivalMs };
    return served.usable ? { ...seen, slowClick: await clickToUsable(visit, served, 0) } : seen;
  });
};

/** A click after two seconds over the launcher, at full speed. */
const warm: Part = async (bench, id, served) => {
  if (!served.usable) return {};
  return during(bench, { slowdown: 1, script: probeScript(served) }, async (visit) => {
    await visit.goto(bench.pages.address(id));
    await launcherShown(visit, served);
    await pause(1_000);
    return { warmClick: await clickToUsable(visit, served, 2_000) };
  });
};

const typed: Part = (bench, id) =>
  during(bench, { slowdown }, async (visit) => {
    await visit.goto(bench.pages.address(id, 'typing'));
    await pause(settleMs);
    await evaluate(visit.page, `document.querySelector('input').focus()`);
    return { inp: await typing(visit.page) };
  });

export const parts = { cost, launcher, warm, slow, rest: plainRest, nodes: nodesRest, links: linksRest, typing: typed };
export type PartName = keyof typeof parts;

/** Long parts that are measured in the first round only: each lasts for many seconds, in which chance evens out. */
export const measuredOnce: readonly PartName[] = ['slow', 'rest', 'nodes', 'links', 'typing'];

/** The columns that the empty page of the same round is subtracted from. */
export const addedColumns: readonly (keyof Sample)[] = ['task', 'restTask', 'nodesTask', 'linksTask'];
