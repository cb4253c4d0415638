import { describe, expect, it } from 'vitest';
import { createMessagingBench, type MessagingBench } from '../../../support/messagingBench.ts';

async function talk(text: string) {
  const bench = createMessagingBench();
  const id = await bench.startConversation();
  bench.desk.act(id, { action: 'say', text });
  await bench.clock.advance(1_000);
  return { bench, id };
}

const lastMessage = ({ desk }: MessagingBench): string => desk.list()[0]?.messages.at(-1)?.id ?? '';
const emitted = ({ fakes }: Pick<MessagingBench, 'fakes'>, type: string) =>
  fakes.events.filter((event) => event.type === type);
const subscriptions = ({ wire }: MessagingBench): number =>
  wire.sent.filter((one) => one.type === 'ms.SubscribeMessagingEvents').length;

describe('a message that is sent again with other content', () => {
  it('[CH-140][F-DL11] is removed from the window when its content is gone, and is not in the next page', async () => {
    const { bench, id } = await talk('My card is 4111 1111 1111 1111');
    const messageId = lastMessage(bench);
    const before = subscriptions(bench);
    expect(bench.desk.act(id, { action: 'remove', messageId })).toBe(true);
    await bench.clock.advance(1_000);
    expect(emitted(bench, 'removed')).toEqual([{ type: 'removed', id: `${id}__${messageId}` }]);
    // It is not taken for a restart of the service.
    expect(subscriptions(bench)).toBe(before);
    bench.fakes.lifetime.end();
    const next = bench.load(bench.fakes);
    await next.channel.init();
    await next.channel.resume({ conversationId: id });
    await bench.clock.advance(5_000);
    expect(JSON.stringify(emitted(next, 'messages'))).not.toContain('4111');
  });

  it('[CH-140][F-DL11] is replaced, keeps its id and place, and counts as edited', async () => {
    const { bench, id } = await talk('Call us at 5');
    bench.desk.act(id, { action: 'edit', messageId: lastMessage(bench), text: 'Call us at 6' });
    await bench.clock.advance(1_000);
    const [first, second] = bench.fakes.events.flatMap((event) =>
      event.type === 'messages' ? event.messages.filter(({ type }) => type === 'agent') : [],
    );
    expect(second).toEqual({ ...first, text: 'Call us at 6', isEdited: true, isHistory: second?.isHistory });
    expect(first?.text).toBe('Call us at 5');
  });

  it('[CH-140][F-DL8] is replaced although two tabs have confirmed it in the same millisecond', async () => {
    const bench = createMessagingBench({ faults: { repeatsTimes: true } });
    const id = await bench.startConversation();
    const other = bench.load('otherTab');
    await other.channel.init();
    await other.channel.resume({ conversationId: id });
    await bench.clock.advance(1_000);
    bench.desk.act(id, { action: 'say', text: 'Call us at 5' });
    const said = lastMessage(bench);
    await bench.clock.advance(1_000);
    const before = subscriptions(bench);
    bench.desk.act(id, { action: 'edit', messageId: said, text: 'Call us at 6' });
    await bench.clock.advance(1_000);
    expect(subscriptions(bench)).toBe(before);
    for (const { fakes } of [bench, other]) {
      const shown = fakes.events.flatMap((event) => (event.type === 'messages' ? event.messages : []));
      expect(shown.filter(({ id: one }) => one === `${id}__${said}`).map(({ text }) => text)).toEqual([
        'Call us at 5',
        'Call us at 6',
      ]);
    }
  });

  it('[CH-140][F-DL11] is removed although it is the visitor’s own', async () => {
    const { bench, id } = await talk('Hello');
    await bench.channel.send({ id: 'mine', text: 'my secret' });
    await bench.clock.advance(1_000);
    bench.desk.act(id, { action: 'remove', messageId: lastMessage(bench) });
    await bench.clock.advance(1_000);
    expect(emitted(bench, 'removed')).toHaveLength(1);
    await bench.channel.send({ id: 'next', text: 'and now' });
    await bench.clock.advance(1_000);
    expect(emitted(bench, 'delivered')).toHaveLength(2);
  });

  it('[REL-13][F-DL11] changes nothing when the same content comes again', async () => {
    const { bench } = await talk('Hello');
    const frame = bench.wire.toClient.findLast((one) => one.type === 'ms.MessagingEventNotification');
    const count = emitted(bench, 'messages').length;
    bench.wire.inject(JSON.stringify(frame));
    await bench.clock.advance(1_000);
    expect(emitted(bench, 'messages')).toHaveLength(count);
  });
});
