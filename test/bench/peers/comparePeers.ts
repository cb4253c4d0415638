import { writeFileSync } from 'node:fs';
import { writeReadme } from '../readme.ts';
import { compare } from './compare.ts';
import { empty, floor } from './floor.ts';
import type { BenchOptions } from './options.ts';
import { ours } from './ours.ts';
import { measuredOnce, parts } from './parts.ts';
import { peers } from './peers.ts';
import { markdownTables, printComparison, standings } from './table.ts';

const candidates = [empty, floor, ...ours, ...peers];

/** `npm run bench -- --peers`: our widget beside others, the floor and an empty page. */
export async function comparePeers(machine: string, options: BenchOptions): Promise<void> {
  const comparison = await compare(candidates, options);
  const date = new Date().toISOString();
  console.log(`\n${machine}, ${comparison.browser}, ${date.slice(0, 10)}, medians of ${comparison.rounds}`);
  printComparison(comparison);
  const report = { machine, date, ...comparison, standings: standings(comparison) };
  writeFileSync('bench-peers.json', `${JSON.stringify(report, null, 2)}\n`);
  if (!isComplete(options)) return;
  const about = `${machine}, ${comparison.browser}, ${date.slice(0, 10)}, medians of ${comparison.rounds} rounds; ${measuredOnce.join(', ')}: one round.`;
  writeReadme('peers', `${markdownTables(comparison)}\n\n${about}`);
}

/** A table without some rows or lines does not belong into the README. */
const isComplete = ({ only, parts: chosen }: BenchOptions): boolean =>
  only === undefined && chosen.length === Object.keys(parts).length;
