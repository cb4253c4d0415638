import type { Figure } from './figure.ts';
import type { Candidate } from './peers/candidate.ts';
import { evaluate, pause, startChromium, startVisit } from './peers/chromium.ts';
import { empty } from './peers/floor.ts';
import { ours } from './peers/ours.ts';
import { startPageServer } from './peers/pageServer.ts';
import { parts } from './peers/parts.ts';
import { typing } from './peers/typing.ts';

/** The better of two: other programs on the machine only make it slower. */
const typingRounds = 2;
const slowdown = 4;
/** What starts without intent has ended by then. A page without the widget only has to be drawn. */
const settleMs = 6_000;
const drawnMs = 1_000;

/**
 * Measures how soon the page answers its visitor: the pill after two seconds of pointing at it, and keys among 15,000 nodes
 * beside the same page without the widget. Page and widget are on different sites.
 */
export async function measureInteractions(rounds: number): Promise<readonly Figure[]> {
  const full = ours.find(({ id }) => id === 'ours') as Candidate;
  const pages = await startPageServer();
  const chromium = await startChromium();
  const served = await full.start();
  try {
    pages.embed(full.id, served);
    pages.embed(empty.id, await empty.start());
    const clicks: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { warmClick = Number.NaN } = await parts.warm({ chromium, pages }, full.id, served);
      clicks.push(warmClick);
    }
    const keysOn = async (id: string): Promise<number> => {
      const visit = await startVisit(chromium, { slowdown });
      try {
        await visit.goto(pages.address(id, 'typing'));
        await pause(id === empty.id ? drawnMs : settleMs);
        await evaluate(visit.page, `document.querySelector('input').focus()`);
        const all: number[] = [];
        for (let round = 0; round < typingRounds; round += 1) all.push(await typing(visit.page));
        return Math.min(...all);
      } finally {
        await visit.close();
      }
    };
    const name = 'interaction to next paint, typing among 15,000 nodes';
    return [
      { name: 'pill click to usable pane, warm', value: median(clicks), unit: 'ms' },
      { name: `${name} (${slowdown}x slowed)`, value: await keysOn(full.id), unit: 'ms' },
      { name: `the same without the widget (${slowdown}x slowed)`, value: await keysOn(empty.id), unit: 'ms' },
    ];
  } finally {
    await chromium.close();
    await served.close();
    await pages.close();
  }
}

const median = (values: number[]): number => values.sort((one, other) => one - other)[values.length >> 1] ?? 0;
