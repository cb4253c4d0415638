import { writeFileSync } from 'node:fs';
import { chromium } from 'playwright/test';
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
 * cores that have nothing else to do.
 */
export async function measureFigures(machine: string, rounds: number): Promise<void> {
  const found = findBrowser();
  if (!found) throw new Error('No browser found for the bench. Install Chromium, or set CHROME_PATH.');
  const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] });

  const rows: { readonly what: string; readonly value: number; readonly unit: string }[] = [];
  let views: Awaited<ReturnType<typeof countViews>> = [];
  // Counts do not depend on the machine's speed.
  const whileDrawing = async (): Promise<void> => {
    views = await countViews();
  };
  const sections: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
    'the loader’s work': () => measureHostWork(browser),
    'hostile messages': () => measureHostileMessages(browser),
    'page load': () => measurePageLoad(browser, { rounds }),
    interactions: () => measureInteractions(rounds),
    scheduler: () => measureSchedulerOpening(browser, { rounds }),
    'streamed answer': () => measureStreaming(browser, { rounds }),
    // Two rounds: each figure is an average over hundreds of frames.
    'long chat': () => measureLongChat(browser, { rounds: Math.min(rounds, 2), whileDrawing }),
  };
  try {
    for (const [title, measure] of Object.entries(sections)) {
      const startMs = Date.now();
      for (const { name, value, unit } of await measure()) rows.push({ what: name, value, unit });
      console.error(`${title}, ${((Date.now() - startMs) / 1_000).toFixed(0)} s`);
    }
    const append = await measureAppend();
    rows.push({ what: 'append to 10,000 messages against 100', value: append.ratio, unit: '×' });
    for (const [what, value] of Object.entries(await measureIdleCount())) {
      if (typeof value === 'number') rows.push({ what: `idle proactive count: ${what}`, value, unit: '' });
    }
  } finally {
    await browser.close();
  }

  console.log(`\n${machine}, ${new Date().toISOString().slice(0, 10)}`);
  for (const { what, value, unit } of rows) console.log(`${what.padEnd(56)} ${value.toFixed(3).padStart(10)} ${unit}`);
  printViews(views);
  writeReadme('views', viewsList(views));
  writeFileSync('bench.json', `${JSON.stringify({ machine, date: new Date().toISOString(), rows, views }, null, 2)}\n`);
}
