import { describe, expect, it } from 'vitest';
import { consumerIdOf } from '../../../../frame/chat/channels/async/wire.ts';
import { notDeliveredIds, statesOf, textsOf } from '../../../contract/channelSuite.ts';
import {
  type MessagingBench as Bench,
  createMessagingBench,
  createToken,
  messagingIdentity,
  type SentFrame,
  typesOf,
} from '../../../support/messagingBench.ts';

describe('starting a messaging conversation', () => {
  it('[CH-132] connects first, is available with a live connection, and is unavailable when connecting fails', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    expect(bench.channel.snapshot.state).toBe('available');
    expect(typesOf(bench.wire.sent)).toEqual(['InitConnection', 'GetClock', 'cqm.SubscribeExConversations']);
    const opened = bench.wire.opened;
    await bench.channel.init();
    expect(bench.wire.opened).toBe(opened);

    const failing = createMessagingBench();
    failing.wire.isRefusing = true;
    await failing.channel.init();
    expect(failing.channel.snapshot).toMatchObject({ state: 'unavailable', isReady: true });
    const anonymous = createMessagingBench();
    anonymous.state.identity = undefined;
    await anonymous.channel.init();
    expect(anonymous.channel.snapshot.state).toBe('unavailable');
  });

  it.each([
    ['available', true, 'available', true],
    ['available', true, 'unavailable', true],
    ['available', false, 'available', true],
    ['available', false, 'unavailable', false],
    ['unavailable', true, 'available', false],
    ['unavailable', true, 'unavailable', false],
    ['unavailable', false, 'available', false],
    ['unavailable', false, 'unavailable', false],
  ] as const)(
    '[CH-133] state %s, logged in %s, agent %s: starts %s',
    async (state, isLoggedIn, agentStatus, starts) => {
      const bench = createMessagingBench({ identity: { isLoggedIn, agentStatus } });
      bench.wire.isRefusing = state === 'unavailable';
      await bench.channel.init();
      expect(bench.channel.snapshot.state).toBe(state);
      const outcome = await bench.channel.start({ startType: 'menu' }).then(
        () => true,
        () => false,
      );
      expect(outcome).toBe(starts);
    },
  );

  it('[CH-134] [CH-144] requests a conversation, subscribes, and sends queued messages once and in order', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    await bench.channel.send({ id: 'a', text: 'first' });
    await bench.channel.send({ id: 'b', text: 'second' });
    expect(bench.desk.received()).toEqual([]);
    await bench.channel.start({ startType: 'menu' });
    await bench.clock.advance(0);
    expect(typesOf(bench.wire.sent).slice(3)).toEqual([
      'cm.ConsumerRequestConversation',
      'ms.SubscribeMessagingEvents',
      'ms.PublishEvent',
      'ms.PublishEvent',
    ]);
    expect(bench.desk.received()).toEqual(['first', 'second']);
    expect(bench.channel.snapshot.conversationId).toBe('conversation-2');
    await bench.clock.advance(60_000);
    expect(bench.desk.received()).toEqual(['first', 'second']);
  });

  it('[CH-134] throws ‘There is no conversationId’ for an answer without one, and becomes unavailable', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    bench.wire.faultDown = (text) => (text.includes('RequestConversationResponse') ? 'drop' : 'pass');
    const started = bench.channel.start({ startType: 'menu' }).catch((error: Error) => error.message);
    await bench.clock.advance(0);
    bench.wire.faultDown = () => 'pass';
    const request = bench.wire.sent.findLast((one) => one.type === 'cm.ConsumerRequestConversation');
    bench.wire.inject(
      JSON.stringify({ kind: 'resp', reqId: request?.id, code: 200, type: 'cm.RequestConversationResponse', body: {} }),
    );
    expect(await started).toBe('There is no conversationId');
    expect(statesOf(bench.fakes.events)).toContain('unavailable');
  });

  it('[CH-145] [CH-146] sends one frame of the public protocol for each operation', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'say', text: 'Hello' });
    await bench.clock.advance(0);
    await bench.channel.send({ id: 'local', text: 'Hi' });
    bench.channel.typing(true);
    await bench.clock.advance(30_000);
    const ended = bench.channel.end();
    await bench.clock.advance(2_000);
    await ended;
    const sent = bench.wire.sent.map((one): SentFrame => ({ ...one, isText: typeof one.id }));
    expect(new Set(bench.wire.sent.map((one) => one.id)).size).toBe(sent.length);
    expect(sent.every((one) => one.kind === 'req' && one.isText === 'string')).toBe(true);
    expect(sent).toMatchObject([
      {
        type: 'InitConnection',
        headers: [
          { features: ['AUTO_MESSAGES', 'RICH_CONTENT', 'QUICK_REPLIES', 'MULTI_DIALOG'] },
          { type: '.ams.headers.ConsumerAuthentication', jwt: messagingIdentity.token },
        ],
      },
      { type: 'GetClock' },
      { type: 'cqm.SubscribeExConversations', body: { stage: ['OPEN'], convState: ['OPEN', 'CLOSE'] } },
      { type: 'cm.ConsumerRequestConversation', body: { skillId: 'cloud-sales', channelType: 'MESSAGING' } },
      { type: 'ms.SubscribeMessagingEvents', body: { dialogId: id, conversationId: id, fromSeq: 0 } },
      { type: 'ms.PublishEvent', body: { event: { status: 'ACCEPT', sequenceList: [0] } } },
      { type: 'ms.PublishEvent', body: { event: { status: 'READ', sequenceList: [0] } } },
      {
        type: 'ms.PublishEvent',
        body: { dialogId: id, conversationId: id, event: { contentType: 'text/plain', message: 'Hi' } },
        metadata: [{ type: 'ExternalId', id: 'local' }],
      },
      { type: 'ms.PublishEvent', body: { event: { type: 'ChatStateEvent', chatState: 'COMPOSING' } } },
      { type: 'GetClock' },
      { type: 'ms.PublishEvent', body: { event: { type: 'ChatStateEvent', chatState: 'ACTIVE' } } },
      {
        type: 'cm.UpdateConversationField',
        body: {
          conversationField: {
            field: 'DialogChange',
            type: 'UPDATE',
            dialog: { dialogId: id, state: 'CLOSE', closedCause: 'Closed by consumer' },
          },
        },
      },
    ]);
  });

  it('[CH-147] reads the consumer id from the token, and is unavailable with an invalid token', async () => {
    expect(consumerIdOf(createToken('visitor-é'))).toBe('visitor-é');
    expect(['', 'x', 'a.b.c', `a.${btoa('{}')}.c`, `a.${btoa('no json')}.c`].map(consumerIdOf)).toEqual(
      Array(5).fill(undefined),
    );
    const bench = createMessagingBench({ identity: { token: 'a.b.c' } });
    await bench.channel.init();
    expect(bench.channel.snapshot.state).toBe('unavailable');
    expect(bench.wire.opened).toBe(0);
  });

  it('[CH-151] sends the monitor’s data of the visit with the conversation request', async () => {
    const info = { sessionId: 's', visitorId: 'v', pageId: 'p', campaignId: 1, engagementId: 2, contextId: '3' };
    const asked: string[] = [];
    const bench = createMessagingBench({
      consumerInfo: async (consumerId) => {
        asked.push(consumerId);
        return info;
      },
    });
    await bench.startConversation();
    const request = bench.wire.sent.find((one) => one.type === 'cm.ConsumerRequestConversation') as SentFrame;
    expect(asked).toEqual(['visitor-1']);
    expect(request.body).toMatchObject({
      campaignInfo: { campaignId: 1, engagementId: 2 },
      conversationContext: {
        type: 'SharkContext',
        visitorId: 'v',
        sessionId: 's',
        pageId: 'p',
        interactionContextId: '3',
        lang: 'en-US',
      },
    });
  });

  it.each([
    ['hidden', ({ fakes }: Bench) => fakes.setAttention({ isPaneShown: false })],
    ['waiting', ({ desk }: Bench, id: string) => desk.act(id, { action: 'leave' })],
  ])(
    '[CH-150] pings the clock every 30 s, but not while it is %s: it connects again when it loses its socket',
    async (_, change) => {
      const bench = createMessagingBench();
      const id = await bench.startConversation();
      const asked = bench.wire.sent.filter((one) => one.type === 'GetClock').length;
      const pings = (): number => bench.wire.sent.filter((one) => one.type === 'GetClock').length - asked;
      await bench.clock.advance(30_000);
      expect(pings()).toBe(1);
      change(bench, id);
      await bench.clock.advance(59_000);
      expect([pings(), bench.wire.opened]).toEqual([1, 1]);
      await bench.clock.advance(10_000);
      expect([bench.wire.opened, bench.desk.connections]).toEqual([2, 1]);
    },
  );

  it('[CH-150] keeps its socket while the visitor chats', async () => {
    const bench = createMessagingBench();
    await bench.startConversation();
    await bench.clock.advance(600_000);
    expect([bench.wire.opened, bench.desk.connections]).toEqual([1, 1]);
  });

  it('[CH-134] keeps a conversation that has started before a late list of the open ones arrives', async () => {
    const bench = createMessagingBench();
    let late: string | undefined;
    bench.wire.faultDown = (text) => {
      if (late !== undefined || !text.includes('ExConversationChange')) return 'pass';
      late = text;
      return 'drop';
    };
    const ready = bench.channel.init();
    await bench.clock.advance(3_000);
    await ready;
    bench.wire.faultDown = (text) => (text.includes('ExConversationChange') ? 'drop' : 'pass');
    await bench.channel.start({ startType: 'menu' });
    const id = bench.channel.snapshot.conversationId;
    expect(id).toBeDefined();
    bench.wire.inject(late ?? '');
    await bench.clock.advance(0);
    expect(bench.channel.snapshot.conversationId).toBe(id);
  });

  it('[CH-138] is available again when an agent ends the conversation before its start is complete', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    // Nothing is heard of the conversation but its id.
    bench.wire.faultDown = (text) => (text.includes('cm.RequestConversationResponse') ? 'pass' : 'drop');
    const started = bench.channel.start({ startType: 'menu' });
    await bench.clock.advance(0);
    bench.wire.faultDown = () => 'pass';
    bench.desk.act(bench.channel.snapshot.conversationId ?? '', { action: 'end' });
    await bench.clock.advance(20_000);
    await started;
    expect(bench.channel.snapshot).toMatchObject({ state: 'available', conversationId: undefined });
  });

  it('[CH-134][REL-04] keeps the texts of a start whose page is left, and goes on with it when the page is shown again', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    bench.wire.faultUp = (text) => (text.includes('cm.ConsumerRequestConversation') ? 'cutBefore' : 'pass');
    const stored = (): readonly string[] => bench.fakes.storage.suffixes('cm-outbox');
    const started = bench.channel.start({ startType: 'menu' });
    await bench.channel.send({ id: 'a', text: 'Hello?' });
    bench.page.hide();
    await bench.clock.advance(0);
    expect(stored()).toHaveLength(1);
    expect(notDeliveredIds(bench.fakes.events)).toEqual([]);
    bench.wire.faultUp = () => 'pass';
    bench.page.show();
    await bench.clock.advance(20_000);
    await started;
    expect(bench.desk.received()).toEqual(['Hello?']);
    expect(stored()).toEqual([]);
  });

  it('[CH-124] sends nothing more when the visitor ends the chat while it is being started', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    bench.wire.isHanging = true;
    bench.wire.cut();
    const started = bench.channel.start({ startType: 'menu' }).catch(() => 'failed');
    await bench.channel.send({ id: 'a', text: 'Hello?' });
    await bench.channel.end();
    expect(notDeliveredIds(bench.fakes.events)).toEqual(['a']);
    bench.wire.isHanging = false;
    await bench.clock.advance(60_000);
    expect(await started).toBe('failed');
    expect(bench.desk.list()).toEqual([]);
    // It can be started again.
    await bench.channel.start({ startType: 'restart' });
    expect(bench.desk.list()).toHaveLength(1);
  });

  it('[CH-124] ends a conversation that the visitor has ended before the service has accepted it', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    bench.wire.faultDown = (text) => {
      if (text.includes('cm.RequestConversationResponse')) void bench.channel.end();
      return 'pass';
    };
    await expect(bench.channel.start({ startType: 'menu' })).rejects.toThrow();
    await bench.clock.advance(5_000);
    expect(bench.desk.list()).toMatchObject([{ state: 'ended' }]);
    expect(bench.channel.snapshot.state).toBe('available');
  });

  it('[CH-173] continues an open conversation at load, with its history and unread count', async () => {
    const bench = createMessagingBench({ identity: { unread: 2 } });
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'say', text: 'Still there?' });
    await bench.clock.advance(0);
    bench.fakes.lifetime.end();
    const next = bench.load(bench.fakes);
    await next.channel.init();
    await bench.clock.advance(0);
    expect(next.channel.snapshot).toMatchObject({ state: 'chatting', conversationId: id });
    expect(await next.channel.resume({ conversationId: id })).toBe(true);
    expect(textsOf(next.fakes.events, 'agent')).toEqual(['Still there?']);
    expect(next.fakes.events).toContainEqual({ type: 'unread', count: 2 });
    // Messages accepted before the reload are not accepted again.
    expect(bench.desk.receipts().filter((one) => one.status === 'ACCEPT')).toHaveLength(1);
  });
});
