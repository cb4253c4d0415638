import { createChatBench } from '../support/chatBench.ts';

export interface AppendCost {
  /** Microseconds for one more message in a talk of 100, median. */
  readonly at100Us: number;
  /** The same in a talk of 10,000. */
  readonly at10000Us: number;
  /** At most 2: the length of a talk must not be felt. */
  readonly ratio: number;
}

/**
 * What one more message costs: through the event, the merge, the state and the snapshot that the views read. The talk
 * grows by a hundredth while it is measured, and both lengths are measured in turns, so that warm-up counts for both.
 */
export async function measureAppend(): Promise<AppendCost> {
  const short = await createTalk(100);
  const long = await createTalk(10_000);
  const times = { short: [] as number[], long: [] as number[] };
  for (let turn = 0; turn < 40; turn += 1) {
    times.short.push(short(20));
    times.long.push(long(20));
  }
  const at100Us = median(times.short);
  const at10000Us = median(times.long);
  return { at100Us, at10000Us, ratio: at10000Us / at100Us };
}

/** Appends so many messages and answers with the microseconds for one. */
async function createTalk(length: number): Promise<(count: number) => number> {
  const bench = createChatBench({ entries: [{ service: 'bot', skill: 'cloud' }] });
  await bench.store.begin();
  bench.store.paneShown(true);
  await bench.store.startChat('menu');
  let count = 0;
  const next = () => {
    count += 1;
    return { id: `m${count}`, type: 'bot' as const, text: `Message ${count}`, timestamp: count };
  };
  bench.channel('bot').emit({ type: 'messages', messages: Array.from({ length }, next) });
  bench.store.snapshot();
  return (appended) => {
    const start = performance.now();
    for (let at = 0; at < appended; at += 1) {
      bench.channel('bot').emit({ type: 'messages', messages: [next()] });
      bench.store.snapshot();
    }
    return ((performance.now() - start) * 1_000) / appended;
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
