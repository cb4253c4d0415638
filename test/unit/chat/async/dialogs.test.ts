import { describe, expect, it } from 'vitest';
import { messagesOf } from '../../../contract/channelSuite.ts';
import { createMessagingBench, type MessagingBench } from '../../../support/messagingBench.ts';

/** The next subscriptions to a dialog are refused. Returns how many there have been. */
function refuseSubscriptions({ wire }: MessagingBench, count: number): () => number {
  let left = count;
  wire.faultDown = (text) => {
    const { type, reqId } = JSON.parse(text) as { readonly type: string; readonly reqId?: string };
    if (left === 0 || type !== '.ams.GenericSubscribeResponse') return 'pass';
    left -= 1;
    wire.inject(JSON.stringify({ kind: 'resp', reqId, code: 503, type, body: 'busy' }));
    return 'drop';
  };
  return () => wire.sent.filter(({ type }) => type === 'ms.SubscribeMessagingEvents').length;
}

async function refused(count: number) {
  const bench = createMessagingBench();
  await bench.channel.init();
  const asked = refuseSubscriptions(bench, count);
  void bench.channel.start({ startType: 'menu' });
  await bench.clock.advance(0);
  expect(asked()).toBe(1);
  return { bench, asked, id: bench.channel.snapshot.conversationId ?? '' };
}

describe('the subscription to a dialog of messaging', () => {
  it('[CH-134] is asked for with growing waits until the service accepts it', async () => {
    const { bench, asked, id } = await refused(7);
    for (const [at, waitMs] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
      await bench.clock.advance(waitMs - 1);
      expect(asked()).toBe(at + 1);
      await bench.clock.advance(1);
      expect(asked()).toBe(at + 2);
    }
    bench.desk.act(id, { action: 'join' });
    bench.desk.act(id, { action: 'say', text: 'Hello' });
    await bench.clock.advance(0);
    expect(messagesOf(bench.fakes.events).map(({ text }) => text)).toContain('Hello');
  });

  it.each([
    ['the conversation ends', ({ desk }: MessagingBench, id: string) => desk.act(id, { action: 'end' })],
    ['the channel ends', ({ fakes }: MessagingBench) => fakes.lifetime.end()],
  ])('[CH-145] is not asked for any more when %s', async (_, happen) => {
    const { bench, asked, id } = await refused(1);
    happen(bench, id);
    await bench.clock.advance(60_000);
    expect(asked()).toBe(1);
  });
});

it('[CH-138] what is held for a missing event is shown when the conversation ends', async () => {
  const bench = createMessagingBench();
  const id = await bench.startConversation();
  const said = (text: string) => messagesOf(bench.fakes.events).some((one) => one.text === text);
  bench.wire.faultDown = (text) => (text.includes('"one"') ? 'drop' : 'pass');
  bench.desk.act(id, { action: 'say', text: 'one' });
  bench.desk.act(id, { action: 'say', text: 'two' });
  await bench.clock.advance(0);
  expect(said('two')).toBe(false);
  bench.desk.act(id, { action: 'end' });
  await bench.clock.advance(0);
  expect(said('two')).toBe(true);
});
