import { expect, it } from 'vitest';
import { isLive } from '../../frame/chat/conversation.ts';
import { statesOf } from '../support/channelEvents.ts';
import { begin, type CreateBench, type RunningBench } from './channelBench.ts';

/** The visitor ends the chat while the service cannot be reached. */
async function endUnheard(createBench: CreateBench): Promise<RunningBench> {
  const bench = await begin(createBench);
  bench.failService();
  await bench.fakes.clock.advance(0);
  void bench.channel.end();
  await bench.fakes.clock.advance(0);
  expect(bench.endCalls()).toBe(0);
  return bench;
}

const keptEnds = ({ fakes }: RunningBench): readonly string[] => fakes.storage.suffixes('cm-ends');

/** An end that does not reach the service, in a channel whose service has to be told about it. */
export function testLostEnds(createBench: CreateBench): void {
  it('[CH-023][CH-216] is over at once for the visitor who ends it offline, and is reported to the service when possible', async () => {
    const bench = await endUnheard(createBench);
    expect(isLive(bench.channel.snapshot.state)).toBe(false);
    const before = statesOf(bench.fakes.events).length;
    bench.recoverService?.();
    await bench.fakes.clock.advance(35_000);
    expect(bench.endCalls()).toBe(1);
    expect(keptEnds(bench)).toEqual([]);
    expect(statesOf(bench.fakes.events).slice(before).filter(isLive)).toEqual([]);
    expect(bench.channel.snapshot.conversationId).toBeUndefined();
    // The next chat does not begin with a lost connection.
    const connections = bench.fakes.events.flatMap((event) => (event.type === 'connection' ? [event.isLost] : []));
    expect(connections.at(-1)).not.toBe(true);
  });

  it('[CH-023] reports an end that the service does not know on the next page, and does not continue the chat', async () => {
    const bench = await endUnheard(createBench);
    const [kept] = keptEnds(bench);
    const conversationId = kept?.slice(bench.fakes.ports.adapterId.length + 1);
    bench.fakes.lifetime.end();
    const next = bench.reload?.();
    const ready = next?.channel.init();
    await bench.run();
    expect(await next?.channel.resume?.({ conversationId })).toBe(false);
    bench.recoverService?.();
    await bench.fakes.clock.advance(35_000);
    await ready;
    expect(bench.endCalls()).toBe(1);
    expect(keptEnds(bench)).toEqual([]);
    expect(statesOf(next?.fakes.events ?? []).filter(isLive)).toEqual([]);
  });

  it('[CH-023][CH-052] reports no end in the name of another visitor', async () => {
    const bench = await endUnheard(createBench);
    bench.fakes.lifetime.end();
    bench.recoverService?.();
    const next = bench.reload?.('another');
    const ready = next?.channel.init();
    await bench.fakes.clock.advance(35_000);
    await ready;
    expect(next?.channel.snapshot.isReady).toBe(true);
    expect(bench.endCalls()).toBe(0);
    // The other visitor has not been refused either.
    expect(keptEnds(bench)).toHaveLength(1);
  });
}
