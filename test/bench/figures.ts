import { writeFileSync } from 'node:fs';
import { chromium } from 'playwright/test';
import { findBrowser } from '../browser/findBrowser.ts';
import { measureAppend } from './appendMessage.ts';
import { measureHostileMessages } from './hostileMessages.ts';
import { measureHostWork } from './hostWork.ts';
import { measureIdleCount } from './idleCount.ts';
import { measureLongChat } from './longChat.ts';
import { measurePageLoad } from './pageLoad.ts';
import { measureSchedulerOpening } from './schedulerOpening.ts';

/** Measures the README's figures on this machine: medians and ratios. */
export async function measureFigures(machine: string): Promise<void> {
  const found = findBrowser();
  if (!found) throw new Error('No browser found for the bench. Install Chromium, or set CHROME_PATH.');
  const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] });

  const rows: { readonly what: string; readonly value: number; readonly unit: string }[] = [];
  try {
    for (const { name, value, unit } of await measureHostWork(browser)) rows.push({ what: name, value, unit });
    for (const { name, value, unit } of await measureHostileMessages(browser)) rows.push({ what: name, value, unit });
    for (const { name, value, unit } of await measurePageLoad(browser)) rows.push({ what: name, value, unit });
    for (const { name, value, unit } of await measureSchedulerOpening(browser)) rows.push({ what: name, value, unit });
    for (const { name, value, unit } of await measureLongChat(browser)) rows.push({ what: name, value, unit });
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
  writeFileSync('bench.json', `${JSON.stringify({ machine, date: new Date().toISOString(), rows }, null, 2)}\n`);
}
