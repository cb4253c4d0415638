import { chromium } from 'playwright/test';
import { findBrowser } from '../../browser/findBrowser.ts';
import { type Ejabberd, startEjabberd, whyNoEjabberdAgent } from '../../sandbox/ejabberd.ts';
import { writeReadme } from '../readme.ts';
import { type ConversationTimes, measureConversation } from './conversation.ts';
import { type Crowd, measureCrowd } from './crowd.ts';

/** The number of guests of which the README tells. */
const wholeCrowd = 1_000;

/** Measures a conversation and a crowd on the installed ejabberd, with the documented configuration and without its pause between registrations. */
export async function measureXmpp(machine: string, guests: number): Promise<void> {
  if (whyNoEjabberdAgent) throw new Error(whyNoEjabberdAgent);
  const found = findBrowser();
  if (!found) throw new Error('No browser found for the bench. Install Chromium, or set CHROME_PATH.');
  console.error(
    'All guests come from one address, so `registration_timeout` is infinity in place of the documented 10 s.',
  );
  const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] });
  try {
    const conversation = await onServer((server) => measureConversation(browser, server));
    await browser.close();
    const crowd = await onServer((server) => measureCrowd(server, guests));
    const table = tableOf(conversation, crowd);
    console.log(`\n${machine}, ${new Date().toISOString().slice(0, 10)}\n\n${table}`);
    if (guests === wholeCrowd) writeReadme('xmpp', `${table}\n\n${machine}.`);
    if (crowd.lost > 0 || crowd.duplicated > 0) process.exitCode = 1;
  } finally {
    await browser.close();
  }
}

/** On a server of its own: what is left of a broken session would reach the next desk. */
async function onServer<Measured>(measure: (server: Ejabberd) => Promise<Measured>): Promise<Measured> {
  const server = await startEjabberd();
  try {
    return await measure(server);
  } finally {
    await server.remove();
  }
}

function tableOf(conversation: ConversationTimes, crowd: Crowd): string {
  const number = (value: number): string => value.toLocaleString('en');
  const at = (sorted: readonly number[], part: number): string => number(Math.round(quantile(sorted, part)));
  const times = (sorted: readonly number[]): string => `${at(sorted, 0.5)}, ${at(sorted, 1)} ms`;
  const crowdTimes = `${at(crowd.receipts, 0.5)}, p99 ${at(crowd.receipts, 0.99)} ms`;
  const crowdName = `${number(crowd.guests)} guests at once, each with 10 texts`;
  const rows = [
    ['one visitor: click on Start chat to the first text at the agent', times(conversation.firstTexts), '1 s'],
    ['one visitor: text to receipt', times(conversation.receipts), '100 ms'],
    [
      'one visitor: return of the network to the text that waited for it at the agent',
      times(conversation.resumptions),
      '1 s',
    ],
    [`${crowdName}: text to receipt`, crowdTimes, ''],
    [
      'the same: lost, duplicated',
      `${number(crowd.lost)}, ${number(crowd.duplicated)} of ${number(crowd.texts)}`,
      '0, 0',
    ],
    ['the same: most memory of the server', `${crowd.peakMemory ?? '?'} MB`, ''],
    ['the same: until all are registered and logged in', `${Math.round(crowd.enteredS)} s`, ''],
  ];
  const lines = [['people on ejabberd', 'median, largest', 'limit'], ['---', '---:', '---:'], ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
