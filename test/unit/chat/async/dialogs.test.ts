import { describe, expect, it } from 'vitest';
import type { MessagingSocket } from '../../../../frame/chat/channels/async/connection/messagingSocket.ts';
import { createDialogs } from '../../../../frame/chat/channels/async/inbound/dialogs.ts';
import { createChannelState } from '../../../../frame/chat/channels/ground/channelState.ts';
import type { Delivery } from '../../../../frame/chat/delivery/createDelivery.ts';
import { messagesOf } from '../../../contract/channelSuite.ts';
import { createFakeChannelPorts } from '../../../support/fakeChannelPorts.ts';
import { createMessagingBench, type MessagingBench } from '../../../support/messagingBench.ts';
import { received } from '../../../support/messagingChanges.ts';

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

it('[CH-139][F-DL8] what is seen in a dialog of messaging, and a restart of its numbering, is told with its stream', async () => {
  const { ports } = createFakeChannelPorts();
  const reported: unknown[] = [];
  const dialogs = createDialogs(ports, {
    state: createChannelState(ports),
    socket: { isUp: true, request: async () => undefined } as Partial<MessagingSocket> as MessagingSocket,
    delivery: () =>
      ({
        seen: (sequence, streamId) => void reported.push(['seen', sequence, streamId]),
        setGap: () => {},
        restarted: () => void reported.push('restarted'),
      }) as Partial<Delivery> as Delivery,
    streamOf: (dialogId) => `stream of ${dialogId}`,
    logUnanswered: () => {},
    show: () => {},
    onRestart: (dialogId) => void reported.push(['restart', dialogId]),
  });
  dialogs.startEmpty(true);
  await dialogs.subscribeWithRetry('survey');
  for (const serverTimestamp of [1_000, 2_000]) dialogs.take([received(0, { dialogId: 'survey', serverTimestamp })]);
  const seen = ['seen', 0, 'stream of survey'];
  expect(reported).toEqual([seen, ['restart', 'survey'], 'restarted', seen]);
});
