import { describe, expect, it } from 'vitest';
import { createTokens } from '../../../../frame/chat/channels/async/connection/tokens.ts';
import { createError } from '../../../../frame/platform/errors.ts';
import { textsOf } from '../../../contract/channelSuite.ts';
import { refuse } from '../../../support/fakeBackend.ts';
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
    expect(alone.fakes.events.filter((event) => event.type === 'problem')).toEqual([]);
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

  it.each([
    ['refuses the visitor with 401', () => refuse(401)],
    ['refuses the visitor with 403', () => refuse(403)],
    ['has no token for the visitor', () => undefined],
  ])('[REL-19] reports a failed sign-in once when the broker %s, and stops trying', async (_, answer) => {
    const bench = createMessagingBench({ refresh: async () => answer() });
    await bench.startConversation();
    bench.wire.cut(4401);
    await bench.clock.advance(600_000);
    expect(bench.refreshes).toBe(1);
    expect(bench.fakes.events.filter((event) => event.type === 'problem')).toEqual([
      { type: 'problem', key: 'signInFailed' },
    ]);
    expect(bench.channel.snapshot.state).toBe('unavailable');
  });

  it('[REL-19] asks a broker that refuses the visitor again only every 30 s, however much the visitor does', async () => {
    const bench = createMessagingBench({ refresh: async () => refuse(401) });
    await bench.startConversation();
    bench.wire.cut(4401);
    for (let second = 0; second < 60; second += 1) {
      await bench.clock.advance(1_000);
      bench.fakes.setAttention({ isFocused: second % 2 === 0 });
    }
    expect(bench.refreshes).toBeLessThanOrEqual(4);
  });

  it.each([
    ['cannot be reached', () => Promise.reject(createError('CALL_FAILED', 'could not be reached'))],
    ['does not answer in time', () => Promise.reject(createError('CALL_TIMEOUT', 'late'))],
    ['is busy', async () => refuse(429)],
    ['is down', async () => refuse(503)],
  ])(
    '[REL-19] keeps the chat when the broker %s, asks it ever more rarely, and sends the texts once',
    async (_, fail) => {
      const broker = { isDown: true };
      const bench = createMessagingBench({
        isTokenValid: (token) => broker.isDown || token === createToken('visitor-1', 2),
        refresh: async () => (broker.isDown ? fail() : { ...messagingIdentity, token: createToken('visitor-1', 2) }),
      });
      await bench.startConversation();
      bench.wire.cut(4401);
      await bench.channel.send({ id: 'local', text: 'still here' });
      await bench.clock.advance(300_000);
      expect(bench.refreshes).toBeGreaterThan(5);
      expect(bench.refreshes).toBeLessThan(40);
      expect(bench.fakes.events.filter((event) => event.type === 'problem')).toEqual([]);
      expect(bench.fakes.events.findLast((event) => event.type === 'connection')).toMatchObject({ isLost: true });
      expect(bench.channel.snapshot.state).toBe('chatting');
      broker.isDown = false;
      await bench.clock.advance(60_000);
      expect(bench.desk.received()).toEqual(['still here']);
      expect(bench.fakes.events.findLast((event) => event.type === 'connection')).toMatchObject({ isLost: false });
    },
  );

  /** A conversation whose service refuses texts with this code, on a connection that stays open. */
  async function refuseTexts(status: number, refresh: () => Promise<typeof messagingIdentity>) {
    const bench = createMessagingBench({ refresh });
    await bench.startConversation();
    const refusing = { isOn: true };
    bench.wire.faultUp = (text) => {
      if (refusing.isOn && text.includes('ContentEvent')) bench.desk.refuseNext(status);
      return 'pass';
    };
    return { bench, refusing };
  }

  it.each([401, 403])(
    '[REL-19] refreshes the token when a text is refused with %i, and sends the text again',
    async (status) => {
      const { bench, refusing } = await refuseTexts(status, async () => {
        refusing.isOn = false;
        return { ...messagingIdentity, token: createToken('visitor-1', 2) };
      });
      await bench.channel.send({ id: 'local', text: 'still here' });
      await bench.clock.advance(3_000);
      expect([bench.refreshes, bench.wire.opened, bench.desk.connections]).toEqual([1, 2, 1]);
      expect(JSON.stringify(bench.wire.sent.findLast(({ type }) => type === 'InitConnection'))).toContain(
        createToken('visitor-1', 2),
      );
      expect(bench.desk.received()).toEqual(['still here']);
      expect(bench.fakes.events.filter(({ type }) => type === 'notDelivered')).toEqual([]);
    },
  );

  it('[REL-19] does not refresh it for every text that is refused, but again after 5 minutes', async () => {
    const { bench, refusing } = await refuseTexts(401, async () => messagingIdentity);
    await bench.channel.send({ id: 'local', text: 'still here' });
    await bench.clock.advance(290_000);
    expect([bench.refreshes, bench.wire.opened, bench.channel.snapshot.state]).toEqual([1, 2, 'chatting']);
    expect(bench.fakes.events).toContainEqual({ type: 'notDelivered', id: 'local' });
    await bench.clock.advance(60_000);
    expect([bench.refreshes, bench.wire.opened]).toEqual([2, 3]);
    refusing.isOn = false;
    await bench.clock.advance(60_000);
    expect(bench.desk.received()).toEqual(['still here']);
  });

  it('[REL-19] keeps the accepted token when a text is refused and no other token can be fetched', async () => {
    const { bench } = await refuseTexts(401, () => Promise.reject(new Error('broker is down')));
    await bench.channel.send({ id: 'local', text: 'still here' });
    await bench.clock.advance(600_000);
    expect(bench.refreshes).toBeGreaterThan(0);
    expect(bench.fakes.events.filter((event) => event.type === 'problem')).toEqual([]);
    expect(bench.channel.snapshot.state).toBe('chatting');
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

  it('[REL-19][REL-40] gives up when the service accepts each new token and refuses it after seconds', async () => {
    const bench = createMessagingBench({ refresh: async () => messagingIdentity });
    await bench.startConversation();
    for (let second = 0; second < 600; second += 2) {
      await bench.clock.advance(2_000);
      bench.desk.closeAll(4401);
    }
    expect([bench.refreshes, bench.channel.snapshot.state]).toEqual([2, 'unavailable']);
    expect(bench.fakes.events.filter((event) => event.type === 'problem')).toEqual([
      { type: 'problem', key: 'signInFailed' },
    ]);
  });
});

describe('the token of the next greeting', () => {
  function createBench() {
    const broker = { isDown: false, issued: 1 };
    const tokens = createTokens({
      token: async () => `token ${broker.issued}`,
      async refreshToken() {
        if (broker.isDown) throw new Error('broker is down');
        broker.issued += 1;
        return `token ${broker.issued}`;
      },
    });
    const next = () => tokens.next().catch(({ code, message }) => `${code}: ${message}`);
    return { broker, tokens, next };
  }

  it('[REL-19] is the current one until the service refuses it, and then a new one', async () => {
    const { tokens, next } = createBench();
    expect([await next(), await next()]).toEqual(['token 1', 'token 1']);
    tokens.refused();
    expect([await next(), await next()]).toEqual(['token 2', 'token 2']);
  });

  it('[REL-19] is refused two times in a row at most, until something has changed', async () => {
    const { tokens, next } = createBench();
    const refused = () => {
      tokens.refused();
      return next();
    };
    expect([await refused(), await refused()]).toEqual(['token 2', 'token 3']);
    const refusal = 'NOT_SIGNED_IN: the service refuses new tokens';
    expect([await refused(), await next()]).toEqual([refusal, refusal]);
    tokens.forgive();
    expect([await next(), await next()]).toEqual(['token 4', 'token 4']);
    expect([await refused(), await refused()]).toEqual(['token 5', refusal]);
  });

  it('[REL-19] is missing while no new one can be fetched', async () => {
    const { broker, tokens, next } = createBench();
    tokens.refused();
    broker.isDown = true;
    for (let attempt = 0; attempt < 3; attempt += 1) expect(await next()).toContain('broker is down');
    broker.isDown = false;
    expect(await next()).toBe('token 2');
  });

  it('[REL-01][REL-19] is new once if the current one may have expired, until a connection has been stable', async () => {
    const { broker, tokens, next } = createBench();
    tokens.suspected();
    expect([await next(), await next()]).toEqual(['token 2', 'token 2']);
    tokens.suspected();
    expect(await next()).toBe('token 2');
    tokens.proved();
    tokens.suspected();
    broker.isDown = true;
    expect(await next()).toBe('token 2');
    broker.isDown = false;
    expect(await next()).toBe('token 2');
  });

  it('[REL-19] is not the current one if the service has refused it, whatever else may be wrong', async () => {
    const { broker, tokens, next } = createBench();
    tokens.refused();
    tokens.suspected();
    broker.isDown = true;
    expect(await next()).toContain('broker is down');
  });
});
