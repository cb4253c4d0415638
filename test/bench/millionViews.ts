import type { Served } from './peers/candidate.ts';
import { type Chromium, pause, startChromium, startVisit } from './peers/chromium.ts';
import { ours } from './peers/ours.ts';
import { type PageServer, startPageServer } from './peers/pageServer.ts';

/** What one page view costs the servers. */
interface ViewCost {
  readonly deployment: string;
  readonly view: string;
  readonly staticRequests: number;
  readonly staticBytes: number;
  readonly serviceCalls: number;
  /** Preflights among the calls. */
  readonly preflights: number;
  readonly serviceBytes: number;
  /** Websockets and unanswered calls at the end of the view. */
  readonly held: number;
}

/** Long enough for everything that starts without intent. */
const viewMs = 8_000;
/** Long enough for what is sent when the visitor leaves. */
const leaveMs = 1_000;

/**
 * Counts at the static origin and at the services what one page view without intent causes. The counts do not depend on the
 * machine's speed, so all visitors come at the same time.
 */
export async function countViews(): Promise<readonly ViewCost[]> {
  const pages = await startPageServer();
  const chromium = await startChromium();
  try {
    const all = await Promise.all(
      // `data-pill` changes no request.
      ours
        .filter(({ id }) => id !== 'ours-late')
        .map(async ({ id, title, start }) => {
          const [soon, later] = await Promise.all([
            visitorOf(chromium, pages, `${id}-soon`, await start(), false),
            visitorOf(chromium, pages, `${id}-later`, await start(), true),
          ]);
          const name = title.replace(/^ours, /, '');
          const views = [
            ['first view, cold caches', soon[0]],
            ['next page in the same tab, warm caches', soon[1]],
            ['page in a new tab, six minutes later', later[1]],
          ] as const;
          return views.flatMap(([view, cost]) => (cost ? [{ deployment: name, view, ...cost }] : []));
        }),
    );
    return all.flat();
  } finally {
    await chromium.close();
    await pages.close();
  }
}

/** One visitor with two page views, in one tab or, much later, in a new one. */
async function visitorOf(
  chromium: Chromium,
  pages: PageServer,
  id: string,
  served: Served,
  isLater: boolean,
): Promise<readonly Omit<ViewCost, 'deployment' | 'view'>[]> {
  pages.embed(id, served);
  served.tally.expireShortLived(isLater);
  const visit = await startVisit(chromium, { slowdown: 1 });
  const costs = [];
  try {
    for (const view of ['first', 'second']) {
      served.tally.restart();
      await visit.goto(pages.address(id, 'plain', view));
      await pause(viewMs);
      const held = served.tally.held();
      // A page without the widget.
      await visit.goto(pages.address('none'));
      await pause(leaveMs);
      costs.push({ ...summed(served), held });
      if (isLater) await visit.reopen();
    }
  } finally {
    await visit.close();
    await served.close();
  }
  return costs;
}

function summed({ tally }: Served) {
  const counted = tally.list();
  const of = (server: string) => counted.filter((one) => one.server === server);
  const bytes = (server: string): number => of(server).reduce((sum, one) => sum + one.bytes, 0);
  return {
    staticRequests: of('widget').length,
    staticBytes: bytes('widget'),
    serviceCalls: of('services').length,
    preflights: of('services').filter(({ method }) => method === 'OPTIONS').length,
    serviceBytes: bytes('services'),
  };
}

const headings = [
  'a million page views',
  'requests, static origin',
  'GB, static origin',
  'service calls',
  'of them preflights',
  'GB, services',
  'connections held per view',
];

/** As rows of text. A million times kB is GB, a million times one is M. */
function cellsOf(cost: ViewCost): readonly string[] {
  const gigabytes = (bytes: number): string => (bytes / 1_000).toFixed(1);
  return [
    `${cost.deployment}: ${cost.view}`,
    `${cost.staticRequests} M`,
    gigabytes(cost.staticBytes),
    `${cost.serviceCalls} M`,
    `${cost.preflights} M`,
    gigabytes(cost.serviceBytes),
    String(cost.held),
  ];
}

export function printViews(costs: readonly ViewCost[]): void {
  const lines = [headings, ...costs.map(cellsOf)];
  const width = Math.max(...lines.map(([first = '']) => first.length));
  console.log();
  for (const [first = '', ...cells] of lines)
    console.log(
      [first.padEnd(width), ...cells.map((text, at) => text.padStart((headings[at + 1] ?? '').length))].join('  '),
    );
}

export function viewsList(costs: readonly ViewCost[]): string {
  return costs
    .map(cellsOf)
    .map(
      ([view, requests, bytes, calls, preflights, answers, held]) =>
        `- **${view}.** Static origin: ${requests} requests, ${bytes} GB. Services: ${calls} calls, ${preflights} of them preflights, ${answers} GB. Connections held: ${held}.`,
    )
    .join('\n');
}
