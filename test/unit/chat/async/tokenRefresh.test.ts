import { describe, expect, it } from 'vitest';
import { textsOf } from '../../../contract/channelSuite.ts';
import { createMessagingBench, createToken, messagingIdentity } from '../../../support/messagingBench.ts';

describe('refreshing the messaging token', () => {
  it.each([4401, 4407])(
    '[REL-19] refreshes the token before reconnecting after close code %s, and keeps the outbox',
    async (code) => {
      const bench = createMessagingBench({
        refresh: async () => ({ ...messagingIdentity, token: createToken('visitor-1', 2) }),
      });
      await bench.startConversation();
      bench.wire.cut(code);
      await bench.channel.send({ id: 'local', text: 'still here' });
      await bench.clock.advance(3_000);
      expect(bench.refreshes).toBe(1);
      const greeting = bench.wire.sent.findLast((one) => one.type === 'InitConnection') as {
        headers: { jwt?: string }[];
      };
      expect(greeting.headers[1]?.jwt).toBe(createToken('visitor-1', 2));
      expect(bench.desk.received()).toEqual(['still here']);
    },
  );

  it('[REL-01][REL-19] tries a new token once after close code 1011, and keeps the current one when the refresh fails', async () => {
    const token = createToken('visitor-1', 2);
    const bench = createMessagingBench({ refresh: async () => ({ ...messagingIdentity, token }) });
    await bench.startConversation();
    const greeted = () => {
      const greeting = bench.wire.sent.findLast((one) => one.type === 'InitConnection') as {
        headers: { jwt?: string }[];
      };
      return greeting.headers[1]?.jwt;
    };
    bench.wire.cut(1011);
    await bench.clock.advance(6_000);
    expect(greeted()).toBe(token);
    bench.wire.cut(1011);
    await bench.clock.advance(12_000);
    expect(bench.refreshes).toBe(1);
    expect(bench.channel.snapshot.state).toBe('chatting');

    const alone = createMessagingBench({ refresh: () => Promise.reject(new Error('broker is down')) });
    await alone.startConversation();
    alone.wire.cut(1011);
    await alone.clock.advance(6_000);
    alone.desk.act(alone.channel.snapshot.conversationId ?? '', { action: 'say', text: 'still here' });
    await alone.clock.advance(0);
    expect(textsOf(alone.fakes.events, 'agent')).toEqual(['still here']);
    expect(alone.fakes.events.filter((event) => event.type === 'trouble')).toEqual([]);
  });

  it('[REL-01][REL-19] tries a new token after each 1011 that follows a good connection', async () => {
    const bench = createMessagingBench({ refresh: async () => messagingIdentity });
    await bench.startConversation();
    for (const refreshes of [1, 2]) {
      await bench.clock.advance(3_600_000);
      bench.wire.cut(1011);
      await bench.clock.advance(6_000);
      expect(bench.refreshes).toBe(refreshes);
    }
  });

  it('[REL-19] reports a failed sign-in once when no token can be fetched, and stops trying', async () => {
    const bench = createMessagingBench({
      refresh: async () => {
        throw new Error('broker is down');
      },
    });
    await bench.startConversation();
    bench.wire.cut(4401);
    await bench.clock.advance(600_000);
    expect(bench.refreshes).toBe(1);
    expect(bench.fakes.events.filter((event) => event.type === 'trouble')).toEqual([
      { type: 'trouble', key: 'signInFailed' },
    ]);
    expect(bench.channel.snapshot.state).toBe('unavailable');
  });

  it('[REL-19] gives up when the service refuses new tokens too', async () => {
    const bench = createMessagingBench({
      isTokenValid: (token) => token !== createToken('visitor-1', 2),
      refresh: async () => ({ ...messagingIdentity, token: createToken('visitor-1', 2) }),
    });
    await bench.startConversation();
    bench.wire.cut(4401);
    await bench.clock.advance(600_000);
    expect(bench.refreshes).toBe(2);
    expect(bench.channel.snapshot.state).toBe('unavailable');
  });
});
