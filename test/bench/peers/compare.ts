import type { Candidate, Served } from './candidate.ts';
import { startChromium } from './chromium.ts';
import { empty, floor } from './floor.ts';
import type { BenchOptions } from './options.ts';
import { startPageServer } from './pageServer.ts';
import { addedColumns, type Bench, measuredOnce, parts, type Sample } from './parts.ts';
import type { Counted } from './tally.ts';

/** A row: the median of each column, or the reason why there is none. */
export interface Row {
  readonly id: string;
  readonly title: string;
  readonly limits?: Candidate['limits'];
  readonly medians: Sample;
  readonly samples: readonly Sample[];
  /** The requests before intent, in the last round. */
  readonly requests: readonly Counted[];
  readonly problems: readonly string[];
}

export interface Comparison {
  readonly browser: string;
  readonly rounds: number;
  readonly rows: readonly Row[];
}

interface Entry {
  readonly candidate: Candidate;
  readonly served: Served;
  readonly samples: Sample[];
  readonly requests: Counted[];
  readonly problems: Set<string>;
}

/**
 * Measures all candidates in turns: one part of each, then the next part of each, so that whatever else the machine does
 * affects them alike.
 */
export async function compare(candidates: readonly Candidate[], options: BenchOptions): Promise<Comparison> {
  // The others are compared with these two.
  const references = [empty.id, floor.id];
  const chosen = candidates.filter(({ id }) => references.includes(id) || !options.only || options.only.includes(id));
  const unknown = options.only?.find((id) => !candidates.some((candidate) => candidate.id === id));
  if (unknown) throw new Error(`--only takes ${candidates.map(({ id }) => id).join(', ')}, not ${unknown}`);
  const pages = await startPageServer();
  const chromium = await startChromium();
  const entries: Entry[] = [];
  const missing: Row[] = [];
  try {
    for (const candidate of chosen) {
      try {
        const served = await inTime(candidate.start());
        pages.embed(candidate.id, served);
        entries.push({ candidate, served, samples: [], requests: [], problems: new Set() });
      } catch (error) {
        missing.push({ ...candidate, medians: {}, samples: [], requests: [], problems: [messageOf(error)] });
      }
    }
    for (let round = 0; round < options.rounds; round += 1)
      await runRound({ chromium, pages }, entries, options, round);
  } finally {
    await chromium.close();
    await Promise.all(entries.map(({ served }) => served.close()));
    await pages.close();
  }
  const rows = entries.map(rowOf);
  return { browser: chromium.version, rounds: options.rounds, rows: [...rows, ...missing] };
}

async function runRound(bench: Bench, entries: readonly Entry[], options: BenchOptions, round: number): Promise<void> {
  for (const { samples } of entries) samples.push({});
  for (const name of options.parts) {
    if (round > 0 && measuredOnce.includes(name)) continue;
    // Another one is first in each round.
    for (const at of entries.keys()) {
      const { candidate, served, samples, requests, problems } = entries[(at + round) % entries.length] as Entry;
      const startMs = Date.now();
      try {
        Object.assign(samples[round] as Sample, await inTime(parts[name](bench, candidate.id, served)));
        if (name === 'cost') requests.splice(0, requests.length, ...served.tally.list());
      } catch (error) {
        problems.add(`${name}: ${messageOf(error)}`);
      }
      const seconds = ((Date.now() - startMs) / 1_000).toFixed(0);
      console.error(`round ${round + 1} of ${options.rounds}, ${name}: ${candidate.title}, ${seconds} s`);
    }
  }
  const bare = entries.find(({ candidate }) => candidate === empty)?.samples[round] ?? {};
  for (const { candidate, samples } of entries) {
    if (candidate === empty) continue;
    const sample = samples[round] as Sample;
    for (const column of addedColumns) {
      const [all, alone] = [sample[column], bare[column]];
      if (all !== undefined && alone !== undefined) sample[column] = Math.max(0, all - alone);
    }
  }
}

const partLimitMs = 240_000;

/** One widget that hangs must not end the run. */
function inTime<Result>(measured: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`did not end within ${partLimitMs / 1_000} s`)), partLimitMs);
  });
  return Promise.race([measured, late]).finally(() => clearTimeout(timer));
}

function rowOf({ candidate, samples, requests, problems }: Entry): Row {
  const columns = new Set(samples.flatMap((sample) => Object.keys(sample) as (keyof Sample)[]));
  const medians = Object.fromEntries(
    [...columns].map((column) => [column, median(samples.flatMap((sample) => sample[column] ?? []))]),
  ) as Sample;
  return { ...candidate, medians, samples, requests, problems: [...problems] };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? 0;
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
