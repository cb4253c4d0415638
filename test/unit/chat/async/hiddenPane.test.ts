import { describe, expect, it } from 'vitest';
import {
  createMessagingBench,
  createToken,
  type MessagingBench,
  messagingIdentity,
} from '../../../support/messagingBench.ts';

describe('messaging while the pane is hidden', () => {
  const losses = ({ fakes }: Pick<MessagingBench, 'fakes'>): unknown[] =>
    fakes.events.filter((event) => event.type === 'connection' && event.isLost);
  async function startHidden(options: Parameters<typeof createMessagingBench>[0] = {}): Promise<MessagingBench> {
    const bench = createMessagingBench(options);
    bench.fakes.setAttention({ isPaneShown: false });
    await bench.channel.init();
    return bench;
  }

  it('[CH-132][CH-149] closes its connection once it is available, and reports no loss', async () => {
    const bench = await startHidden();
    expect(bench.channel.snapshot.state).toBe('available');
    expect(bench.desk.connections).toBe(0);
    bench.clock.jump(3_600_000);
    await bench.clock.advance(60_000);
    bench.identityChanged();
    await bench.clock.advance(1_000);
    expect(bench.wire.opened).toBe(1);
    expect(losses(bench)).toEqual([]);
    expect(await bench.channel.resume({ conversationId: 'an older one' })).toBe(false);
    bench.fakes.setAttention({ isPaneShown: true });
    await bench.clock.advance(0);
    expect(bench.desk.connections).toBe(1);
    bench.fakes.setAttention({ isPaneShown: false });
    await bench.clock.advance(30_000);
    expect(bench.desk.connections).toBe(0);
  });

  it('[CH-132][CH-134] connects for a conversation that starts, and stays connected', async () => {
    const bench = await startHidden({
      consumerInfo: () => new Promise((resolve) => bench.clock.after(40_000, () => resolve({}))),
    });
    const started = bench.channel.start({ startType: 'link' });
    await bench.clock.advance(0);
    await bench.clock.advance(40_000);
    await started;
    await bench.clock.advance(59_000);
    expect(bench.channel.snapshot.state).toBe('waiting');
    expect([bench.wire.opened, bench.desk.connections]).toEqual([2, 1]);
    // The service closes a connection that is silent for a minute.
    await bench.clock.advance(10_000);
    expect([bench.wire.opened, bench.desk.connections]).toEqual([3, 1]);
  });

  it('[CH-173][CH-132] continues a conversation that another tab has started, and sends the visitor’s message there', async () => {
    const bench = await startHidden();
    const other = bench.load();
    await other.channel.init();
    await other.channel.start({ startType: 'menu' });
    const started = bench.channel.start({ startType: 'link' });
    await bench.channel.send({ id: 'x', text: 'Hello' });
    await bench.clock.advance(1_000);
    await started;
    expect(bench.channel.snapshot.conversationId).toBe(other.channel.snapshot.conversationId);
    expect(bench.fakes.events).toContainEqual(expect.objectContaining({ type: 'delivered', id: 'x' }));
    expect(bench.fakes.events.filter(({ type }) => type === 'notDelivered')).toEqual([]);
  });

  it('[CH-173] keeps the connection of an open conversation, no matter how late the service reports it', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.fakes.lifetime.end();
    const next = bench.load(bench.fakes);
    next.fakes.setAttention({ isPaneShown: false });
    bench.wire.faultDown = (text) => (text.includes('ExConversationChange') ? 'drop' : 'pass');
    const ready = next.channel.init();
    await bench.clock.advance(59_000);
    await ready;
    expect([bench.wire.opened, bench.desk.connections]).toEqual([2, 1]);
    bench.wire.faultDown = () => 'pass';
    bench.desk.act(id, { action: 'say', text: 'Good morning' });
    bench.desk.act(id, { action: 'transfer', skill: '23' });
    await bench.clock.advance(69_000);
    expect(next.channel.snapshot.conversationId).toBe(id);
    expect(bench.desk.connections).toBe(1);
  });

  it('[CH-173][CH-175] checks for conversations of a visitor who signs in, and disconnects again', async () => {
    const bench = await startHidden();
    bench.state.identity = { ...messagingIdentity, token: createToken('visitor-2') };
    bench.identityChanged();
    await bench.clock.advance(0);
    expect(bench.wire.opened).toBe(2);
    await bench.clock.advance(30_000);
    expect(bench.desk.connections).toBe(0);
  });
});
