import { describe, expect, it } from 'vitest';
import { parseQueryParameters } from '../../../../frame/host/queryParameters.ts';
import { statesOf } from '../../../contract/channelSuite.ts';
import { createMessagingBench, type MessagingBench, typesOf } from '../../../support/messagingBench.ts';

const unread = ({ fakes }: Pick<MessagingBench, 'fakes'>) => fakes.events.filter(({ type }) => type === 'unread');

/** The next page of the visitor, whose connection to the service fails. */
async function loadUnreached(bench: MessagingBench) {
  bench.fakes.lifetime.end();
  bench.wire.isRefusing = true;
  const next = bench.load(bench.fakes);
  await next.channel.init();
  return next;
}

describe('the first connection to messaging', () => {
  it.each([
    ['', '4711'],
    ['?cm-chat-account=12', '12'],
  ])('[CH-011] is to the account of the service, or of the address "%s"', async (query, account) => {
    const dialed: string[] = [];
    const bench = createMessagingBench({
      ports: { query: parseQueryParameters(`https://www.northwind.example/${query}`) },
    });
    const { dial } = bench.transport;
    bench.transport.dial = (address) => {
      dialed.push(address);
      return dial(address);
    };
    await bench.channel.init();
    expect(bench.channel.snapshot.config).toEqual({
      ...{ service: 'liveperson2', skill: 'cloud-sales', account, queueType: 'async' },
    });
    expect(dialed).toEqual([`wss://messaging.example/ws_api/account/${account}/messaging/consumer?v=3`]);
    const [greeting] = bench.wire.sent;
    expect(greeting?.headers).toMatchObject([
      { deviceFamily: 'DESKTOP', timeZone: 'Europe/Berlin', appVersion: '1.0' },
      {},
    ]);
  });

  it('[CH-132] fails without an account, and says why', async () => {
    const bench = createMessagingBench({ ports: { account: () => undefined } });
    await bench.channel.init();
    expect(bench.channel.snapshot).toMatchObject({ state: 'unavailable', isReady: true });
    expect(bench.channel.snapshot.config.account).toBeUndefined();
    expect(bench.fakes.log.warnings.join()).toContain(
      'The messaging service cannot be used. (Error initializing connection: There is no account for this service.)',
    );
    expect(bench.wire.opened).toBe(0);
  });

  it('[CH-016] reports nothing if the channel ends meanwhile', async () => {
    const bench = createMessagingBench();
    bench.wire.isHanging = true;
    const ready = bench.channel.init();
    await bench.clock.advance(0);
    bench.fakes.lifetime.end();
    const { length } = bench.fakes.events;
    await ready;
    expect(bench.fakes.events).toHaveLength(length);
    expect([bench.fakes.log.warnings, bench.channel.snapshot.isReady]).toEqual([[], false]);
  });

  it('[CH-173] tells the unread messages only with an open conversation', async () => {
    const bench = createMessagingBench({ identity: { unread: 2 } });
    await bench.startConversation();
    expect(unread(bench)).toEqual([]);
    bench.fakes.lifetime.end();
    bench.state.identity = bench.state.identity && { ...bench.state.identity, unread: 0 };
    const next = bench.load(bench.fakes);
    await next.channel.init();
    expect(next.channel.snapshot.conversationId).toBe('conversation-2');
    expect(unread(next)).toEqual([]);
  });
});

describe('the conversation of an earlier page', () => {
  it('[CH-173] is continued although the service cannot be reached yet', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    const next = await loadUnreached(bench);
    expect(next.channel.snapshot.state).toBe('unavailable');
    expect(await next.channel.resume({ conversationId: id })).toBe(true);
    expect(next.channel.snapshot).toMatchObject({ state: 'resume', conversationId: id });
    expect(next.fakes.events.at(-1)).toEqual({ type: 'connection', isLost: true });
    const { opened } = bench.wire;
    await bench.clock.advance(0);
    expect(await next.channel.resume({ conversationId: id })).toBe(true);
    bench.wire.isRefusing = false;
    bench.page.online();
    await bench.clock.advance(0);
    expect(bench.wire.opened).toBeGreaterThan(opened - 1);
    expect(next.channel.snapshot.state).toBe('chatting');
    expect(next.fakes.events).toContainEqual({ type: 'connection', isLost: false });
  });

  it('[CH-173] is asked for at once', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.fakes.setAttention({ isPaneShown: false });
    const next = await loadUnreached(bench);
    next.fakes.setAttention({ isPaneShown: false });
    await bench.clock.advance(60_000);
    const { opened } = bench.wire;
    await next.channel.resume({ conversationId: id });
    await bench.clock.advance(0);
    expect(bench.wire.opened).toBe(opened + 1);
  });

  it.each([
    ['no conversation is known', undefined, true],
    ['the visitor has no identity', 'conversation-2', false],
  ])('[CH-173] is not continued at an unreachable service if %s', async (_, conversationId, isKnown) => {
    const bench = createMessagingBench();
    await bench.startConversation();
    if (!isKnown) bench.state.identity = undefined;
    const next = await loadUnreached(bench);
    expect(await next.channel.resume({ conversationId })).toBe(false);
    expect(next.channel.snapshot).toMatchObject({ state: 'unavailable', conversationId: undefined });
  });

  it('[CH-023][CH-173] is not continued if the visitor has ended it', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.wire.isRefusing = true;
    bench.wire.cut();
    await Promise.all([bench.channel.end(), bench.clock.advance(2_000)]);
    const next = await loadUnreached(bench);
    expect(await next.channel.resume({ conversationId: id })).toBe(false);
  });

  it('[CH-173] is not continued if the service does not list it', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    expect(await bench.channel.resume({ conversationId: 'an older one' })).toBe(false);
    expect(bench.channel.snapshot).toMatchObject({ state: 'available', conversationId: undefined });
  });

  it('[CH-138] is over if it has ended while it was resumed without a connection', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    const next = await loadUnreached(bench);
    await next.channel.resume({ conversationId: id });
    bench.desk.act(id, { action: 'end' });
    bench.wire.isRefusing = false;
    bench.page.online();
    await bench.clock.advance(5_000);
    expect(statesOf(next.fakes.events).slice(-3)).toEqual(['resume', 'ended', 'available']);
  });
});

describe('a start of messaging', () => {
  it('[CH-134] continues the open conversation instead, in its state', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    const requests = () => typesOf(bench.wire.sent).filter((one) => one === 'cm.ConsumerRequestConversation').length;
    expect(requests()).toBe(1);
    await bench.channel.start({ startType: 'menu' });
    expect([requests(), bench.channel.snapshot.state]).toEqual([1, 'chatting']);
    bench.desk.act(id, { action: 'leave' });
    await bench.clock.advance(0);
    await bench.channel.start({ startType: 'menu' });
    expect([requests(), bench.channel.snapshot.state]).toEqual([1, 'waiting']);
  });

  it('[CH-133] says why it is refused', async () => {
    const bench = createMessagingBench({ identity: { agentStatus: 'unavailable' } });
    await expect(bench.channel.start({ startType: 'menu' })).rejects.toMatchObject({
      ...{ code: 'CHANNEL_UNAVAILABLE', message: 'No agent can be reached by messaging now.' },
    });
  });

  it('[CH-124] says that the visitor has given it up', async () => {
    const bench = createMessagingBench();
    bench.wire.isHanging = true;
    const started = bench.channel.start({ startType: 'menu' }).catch((error: unknown) => error);
    await bench.channel.end();
    bench.wire.isHanging = false;
    await bench.clock.advance(60_000);
    expect(await started).toMatchObject({ code: 'CALL_ABORTED', message: 'The visitor has ended the chat.' });
  });

  it('[CH-124] is not given up before it has begun', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    await bench.channel.send({ id: 'a', text: 'Hello' });
    await bench.channel.end();
    await bench.channel.start({ startType: 'menu' });
    await bench.clock.advance(0);
    expect(bench.desk.received()).toEqual(['Hello']);
  });

  it('[CH-134] goes on after a second although the subscription is not answered', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    bench.wire.faultDown = (text) => (/ExConversationChange|GenericSubscribeResponse/.test(text) ? 'drop' : 'pass');
    let isStarted = false;
    const started = bench.channel.start({ startType: 'menu' }).then(() => {
      isStarted = true;
    });
    await bench.clock.advance(999);
    expect([isStarted, bench.channel.snapshot.state]).toEqual([false, 'available']);
    await bench.clock.advance(1);
    await started;
    expect(bench.channel.snapshot).toMatchObject({ state: 'chatting', conversationId: 'conversation-2' });
  });

  it('[CH-173] joins a conversation that it finds on its new connection, without reporting a visit', async () => {
    const reported: string[] = [];
    const bench = createMessagingBench({
      consumerInfo: async (consumerId) => {
        reported.push(consumerId);
        return {};
      },
    });
    bench.fakes.setAttention({ isPaneShown: false });
    await bench.channel.init();
    const other = bench.load();
    await other.channel.init();
    await other.channel.start({ startType: 'menu' });
    expect(reported).toHaveLength(1);
    await bench.channel.start({ startType: 'link' });
    expect(reported).toHaveLength(1);
    expect(bench.channel.snapshot.conversationId).toBe(other.channel.snapshot.conversationId);
  });

  it('[CH-173] joins a conversation that another device starts while the visit is being reported', async () => {
    let report = (_: object): void => {};
    const bench = createMessagingBench({
      consumerInfo: () =>
        new Promise((resolve) => {
          report = resolve;
        }),
    });
    await bench.channel.init();
    const other = bench.load();
    await other.channel.init();
    const started = bench.channel.start({ startType: 'menu' });
    await bench.clock.advance(0);
    const finish = report;
    void other.channel.start({ startType: 'menu' });
    await bench.clock.advance(0);
    report({});
    await bench.clock.advance(0);
    finish({});
    await started;
    expect(bench.desk.list()).toHaveLength(1);
    expect(bench.channel.snapshot.conversationId).toBe(other.channel.snapshot.conversationId);
  });

  it('[CH-008][CH-133] is refused on stand-by, although the visitor is logged in', async () => {
    const bench = createMessagingBench({
      identity: { isLoggedIn: true },
      ports: { deployment: { async: { gatewayHosts: ['https://gateway.example'] } } },
    });
    bench.fakes.call.on('/async/engagement', () => ({ status: 'STANDBY' }));
    await bench.channel.init();
    await bench.clock.advance(0);
    await expect(bench.channel.start({ startType: 'menu' })).rejects.toThrow('No agent can be reached');
    expect(bench.desk.list()).toEqual([]);
  });
});
