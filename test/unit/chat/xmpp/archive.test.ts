import { describe, expect, it } from 'vitest';
import { textsOf } from '../../../support/channelEvents.ts';
import { createXmppBench } from '../../../support/xmppBench.ts';
import { say, start } from '../../../support/xmppPerson.ts';

/** A conversation in which the desk has said five texts. */
async function beginWithTexts() {
  const bench = createXmppBench();
  const { server, fakes } = bench;
  await start(bench);
  for (const body of ['one', 'two', 'three', 'four', 'five']) server.toVisitor(server.visitor, { body });
  await fakes.clock.advance(100);
  return bench;
}

describe('the archive', () => {
  it('[F-AD2] is read page by page to its end', async () => {
    const bench = await beginWithTexts();
    const { conversationId } = bench.channel.snapshot;
    bench.fakes.lifetime.end();
    bench.server.faults.archivePageSize = 2;
    const next = bench.load();
    void next.channel.resume({ conversationId });
    await bench.fakes.clock.advance(1_000);
    expect(textsOf(next.fakes.events, 'agent')).toEqual(['one', 'two', 'three', 'four', 'five']);
  });

  it('[F-AD2][REL-35] is read over a line of 50 kbit/s', async () => {
    const bench = createXmppBench({ travelMs: 200, charsPerMs: 6.25 });
    const { server, fakes } = bench;
    void bench.channel.start({ startType: 'menu' });
    await fakes.clock.advance(20_000);
    // With what clients add, an answer has 0.8 kB in the archive.
    for (let at = 0; at < 120; at += 1) server.toVisitor(server.visitor, { body: `answer ${at} ${'-'.repeat(400)}` });
    const { conversationId } = bench.channel.snapshot;
    fakes.lifetime.end();
    const next = bench.load();
    void next.channel.resume({ conversationId });
    await fakes.clock.advance(60_000);
    expect([textsOf(next.fakes.events, 'agent').length, next.channel.snapshot.state]).toEqual([120, 'chatting']);
  });

  it('[F-AD2] shows no message a second time if the server names no ids of the archive in what it delivers', async () => {
    const bench = createXmppBench();
    const { server, fakes } = bench;
    server.faults.hasStanzaIds = false;
    await start(bench);
    server.toVisitor(server.visitor, { body: 'once' });
    await say(bench, 'mine');
    server.restart();
    await fakes.clock.advance(10_000);
    expect(textsOf(fakes.events, 'agent')).toEqual(['once']);
  });

  it('[F-AD2] shows nothing of a conversation that was over before the next one began', async () => {
    const bench = await beginWithTexts();
    await bench.channel.end();
    await bench.fakes.clock.advance(1_000);
    await start(bench);
    const { conversationId } = bench.channel.snapshot;
    bench.fakes.lifetime.end();
    const next = bench.load();
    void next.channel.resume({ conversationId });
    await bench.fakes.clock.advance(1_000);
    expect(textsOf(next.fakes.events, 'agent')).toEqual([]);
  });
});
