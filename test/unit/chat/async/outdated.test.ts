import { describe, expect, it } from 'vitest';
import { deliveredIds, notDeliveredIds } from '../../../contract/channelSuite.ts';
import { createMessagingBench, type MessagingBench } from '../../../support/messagingBench.ts';

const outdatedOf = ({ fakes }: MessagingBench): number =>
  fakes.events.filter((event) => event.type === 'outdated').length;

describe('a messaging service that no longer speaks this version', () => {
  it.each([4426, 1008])('[F-DL10] is not tried again after close code %s, and is reported once', async (code) => {
    const bench = createMessagingBench();
    await bench.startConversation();
    bench.wire.cut(code);
    await bench.clock.advance(0);
    bench.page.online();
    bench.fakes.setAttention({ isFocused: true });
    await bench.channel.send({ id: 'kept', text: 'do not lose me' });
    await bench.clock.advance(600_000);
    expect(bench.wire.opened).toBe(1);
    expect(outdatedOf(bench)).toBe(1);
    expect(bench.fakes.events.filter((event) => event.type === 'connection' && event.isLost)).toEqual([]);
  });

  it.each(['answer', 4426, 1008] as const)(
    '[F-DL10] is unavailable, and not tried again, when the greeting is refused (%s)',
    async (versionRefusal) => {
      const bench = createMessagingBench({ faults: { versionRefusal } });
      await bench.channel.init();
      await bench.clock.advance(600_000);
      bench.fakes.setAttention({ isFocused: true });
      await bench.clock.advance(600_000);
      expect(bench.wire.opened).toBe(1);
      expect(bench.channel.snapshot).toMatchObject({ state: 'unavailable', isReady: true });
      expect(outdatedOf(bench)).toBe(1);
      await expect(bench.channel.start({ startType: 'menu' })).rejects.toThrow();
    },
  );

  it('[F-DL10] keeps the texts, which the newer version sends after a reload', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.desk.closeAll(4426);
    await bench.channel.send({ id: 'kept', text: 'do not lose me' });
    await bench.clock.advance(90_000);
    expect(notDeliveredIds(bench.fakes.events)).toEqual(['kept']);
    bench.fakes.lifetime.end();
    const next = bench.load(bench.fakes);
    await next.channel.init();
    expect(await next.channel.resume({ conversationId: id })).toBe(true);
    await bench.clock.advance(10_000);
    expect(bench.desk.received()).toEqual(['do not lose me']);
    expect(deliveredIds(next.fakes.events)).toEqual(['kept']);
  });

  it.each([
    [true, 'chatting'],
    [false, 'unavailable'],
  ])('[F-DL10] leaves a conversation (%s) in the state %s', async (hasConversation, state) => {
    const bench = createMessagingBench();
    await bench.channel.init();
    if (hasConversation) await bench.startConversation();
    bench.wire.cut(4426);
    await bench.clock.advance(0);
    expect(bench.channel.snapshot.state).toBe(state);
  });
});
