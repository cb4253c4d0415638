import { writeFileSync } from 'node:fs';
import { type Browser, chromium } from 'playwright/test';
import { findBrowser } from '../browser/findBrowser.ts';
import { measureAppend } from './appendMessage.ts';
import type { Figure } from './figure.ts';
import { measureHostileMessages } from './hostileMessages.ts';
import { measureHostWork } from './hostWork.ts';
import { measureIdleCount } from './idleCount.ts';
import { measureInteractions } from './interactions.ts';
import { measureLongChat } from './longChat.ts';
import { countViews, printViews, viewsList } from './millionViews.ts';
import { measurePageLoad } from './pageLoad.ts';
import { writeReadme } from './readme.ts';
import { measureSchedulerOpening } from './schedulerOpening.ts';
import { measureStreaming } from './streaming.ts';

/**
 * Measures the README's figures on this machine: medians of the rounds, and ratios. Three rounds take less than five minutes on two
 * cores that have nothing else to do. `only` names the sections to measure; without it, the tables of the README are written, too.
 */
export async function measureFigures(machine: string, rounds: number, only: readonly string[]): Promise<void> {
  const found = findBrowser();
  if (!found) throw new Error('No browser found for the bench. Install Chromium, or set CHROME_PATH.');
  let views: Awaited<ReturnType<typeof countViews>> = [];
  // Counts do not depend on the machine's speed.
  const whileDrawing = async (): Promise<void> => {
    views = await countViews();
  };
  const launch = (): Promise<Browser> => chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] });
  const sections: Readonly<Record<string, (browser: Browser) => Promise<readonly Figure[]>>> = {
    loader: measureHostWork,
    messages: measureHostileMessages,
    opening: (browser) => measurePageLoad(browser, { rounds }),
    interactions: () => measureInteractions(rounds),
    scheduler: (browser) => measureSchedulerOpening(browser, { rounds }),
    streaming: () => measureStreaming(launch, { rounds }),
    // Two rounds: each figure is an average over hundreds of frames.
    chat: (browser) => measureLongChat(browser, { rounds: Math.min(rounds, 2), whileDrawing }),
    append: async () => {
      const { ratio } = await measureAppend();
      return [{ name: 'append to 10,000 messages against 100', value: ratio, unit: '×' }];
    },
    idle: async () => {
      const { tickUs, firstMinuteBridgeCalls, laterMinuteBridgeCalls } = await measureIdleCount();
      const name = 'idle proactive count';
      return [
        { name: `${name}: one tick`, value: tickUs / 1_000, unit: 'ms' },
        { name: `${name}: bridge calls of the first minute`, value: firstMinuteBridgeCalls, unit: '' },
        { name: `${name}: bridge calls of a later minute`, value: laterMinuteBridgeCalls, unit: '' },
      ];
    },
  };
  const names = Object.keys(sections);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`The bench has no section ${unknown}. It has ${names.join(', ')}.`);

  const rows: Figure[] = [];
  const browser = await launch();
  try {
    for (const [name, measure] of Object.entries(sections)) {
      if (only.length > 0 && !only.includes(name)) continue;
      const startMs = Date.now();
      rows.push(...(await measure(browser)));
      console.error(`${name}, ${((Date.now() - startMs) / 1_000).toFixed(0)} s`);
    }
  } finally {
    await browser.close();
  }

  const date = new Date().toISOString();
  console.log(`\n${machine}, ${date.slice(0, 10)}`);
  for (const { name, value, unit } of rows) console.log(`${name.padEnd(70)} ${value.toFixed(3).padStart(10)} ${unit}`);
  if (only.length > 0) return;
  printViews(views);
  writeReadme('views', viewsList(views));
  writeFileSync('bench.json', `${JSON.stringify({ machine, date, rows, views }, null, 2)}\n`);
}
