import { snapshot } from 'valtio/vanilla';
import { createChatBench } from '../support/chatBench.ts';

export interface AppendCost {
  /** The median time to append one message to a conversation of 100, in µs. */
  readonly at100Us: number;
  /** The same for a conversation of 10,000. */
  readonly at10000Us: number;
  /** At most 2: a long conversation must not be noticeably slower. */
  readonly ratio: number;
}

/**
 * Measures the cost of one more message, from the channel's event to the snapshot that the views read. Both lengths are
 * measured in turns, so that warm-up affects both equally.
 */
export async function measureAppend(): Promise<AppendCost> {
  const short = await createConversation(100);
  const long = await createConversation(10_000);
  const times = { short: [] as number[], long: [] as number[] };
  for (let turn = 0; turn < 40; turn += 1) {
    times.short.push(short(20));
    times.long.push(long(20));
  }
  const at100Us = median(times.short);
  const at10000Us = median(times.long);
  return { at100Us, at10000Us, ratio: at10000Us / at100Us };
}

/** Returns a function that appends `count` messages and returns the µs per message. */
async function createConversation(length: number): Promise<(count: number) => number> {
  const bench = createChatBench({ entries: [{ service: 'bot', skill: 'cloud' }] });
  await bench.store.begin();
  bench.fakes.setAttention({ isChatShown: true });
  await bench.store.startChat('menu');
  let count = 0;
  const next = () => {
    count += 1;
    return { id: `m${count}`, type: 'bot' as const, text: `Message ${count}`, timestamp: count };
  };
  bench.channel('bot').emit({ type: 'messages', messages: Array.from({ length }, next) });
  snapshot(bench.store.state);
  return (appended) => {
    const start = performance.now();
    for (let at = 0; at < appended; at += 1) {
      bench.channel('bot').emit({ type: 'messages', messages: [next()] });
      snapshot(bench.store.state);
    }
    return ((performance.now() - start) * 1_000) / appended;
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
