import { parse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '../../../../frame/chat/channels/sync/chatRest.ts';
import { syncDeployment } from '../../../../frame/chat/channels/sync/deployment.ts';
import { chatRequest, engagementBody } from '../../../../frame/chat/channels/sync/engagement.ts';
import { parseEngagement } from '../../../../frame/chat/channels/sync/wire.ts';
import { createCallBackend } from '../../../../frame/platform/backend/call.ts';
import { messagesOf, statesOf } from '../../../contract/channelSuite.ts';
import { createChatRestBench } from '../../../support/chatRestBench.ts';
import { fakePage, fakePlace, fakeVisitor } from '../../../support/fakeChannelPorts.ts';

type Bench = ReturnType<typeof createChatRestBench>;

const notDelivered = ({ fakes }: Bench): string[] =>
  fakes.events.flatMap((event) => (event.type === 'notDelivered' ? [event.id] : []));
const isLost = ({ fakes }: Bench): boolean | undefined =>
  fakes.events.flatMap((event) => (event.type === 'connection' ? [event.isLost] : [])).at(-1);

describe('live chat with the vendor’s service', () => {
  it('[CH-110] adds the NC and version parameters that the vendor’s links leave out', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    expect(bench.backend.to('/chat/request').map((one) => one.query)).toEqual([{ v: '1', NC: 'true' }]);
    const chat = bench.backend.to('/chat/');
    expect(new Set(chat.map((one) => one.query.v))).toEqual(new Set(['1']));
    expect(new Set(chat.map((one) => one.headers.Authorization))).toEqual(
      new Set(['LivePerson appKey=721c180b09eb463d9f3191c41762bb68']),
    );
  });

  it('[CH-114] calls the engagement service at its own domain when the deployment names one', async () => {
    const asked: string[] = [];
    const call = createChatRestBench().backend as unknown as (request: {
      hosts: readonly string[];
      path: string;
    }) => Promise<unknown>;
    const { channel } = createChatRestBench({
      deployment: { engagementHosts: ['https://engagement.example'] },
      ports: {
        call: ((request: { hosts: readonly string[]; path: string }) => {
          asked.push(`${request.hosts[0]}${request.path.split('?')[0]}`);
          return call(request);
        }) as never,
      },
    });
    await channel.init();
    await channel.start({ startType: 'menu' });
    expect(asked.slice(0, 3)).toEqual([
      'https://engagement.example/api/account/1/app/engagement/visitors',
      'https://services.example/api/account/1.json',
      'https://services.example/api/account/1/chat/request',
    ]);
  });

  it('[CH-188] does not send the company’s own key to the vendor', async () => {
    const seen: string[] = [];
    const bench = createChatRestBench({
      ports: {
        call: createCallBackend({
          clock: { now: () => 0, after: () => () => {}, every: () => () => {} },
          authorize: () => 'Key of the company',
          fetch: async (_, init) => {
            seen.push(new Headers(init?.headers).get('authorization') ?? 'none');
            return new Response(JSON.stringify({ status: 'Available', sessionId: 's', visitorId: 'v' }));
          },
        }),
      },
    });
    await bench.channel.init();
    void bench.channel.start({ startType: 'menu' }).catch(() => {});
    await bench.clock.advance(1_000);
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).not.toContain('Key of the company');
  });

  it('[CH-129] polls for a chat that exists instead of requesting a second one', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    let isDown = true;
    bench.backend.state.fault = ({ method, path }) =>
      isDown && method === 'GET' && path.includes('/chat/') ? { status: 502 } : undefined;
    await bench.channel.start({ startType: 'menu' });
    expect(bench.channel.snapshot.state).toBe('waiting');
    await bench.channel.send({ id: 'a', text: 'Hello' });
    isDown = false;
    bench.desk.act(bench.chatId(), { action: 'join' });
    await bench.clock.advance(4_000);
    expect(bench.channel.snapshot.state).toBe('chatting');
    expect(bench.desk.received()).toEqual(['Hello']);
    expect(bench.desk.list()).toHaveLength(1);
  });

  it('[CH-120] continues a chat after a silence shorter than the service’s timeout', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    bench.backend.state.fault = () => ({ status: 500 });
    await bench.clock.advance(36_000);
    expect(isLost(bench)).toBe(true);
    expect(bench.channel.snapshot.state).toBe('chatting');
    await bench.channel.send({ id: 'a', text: 'still here' });
    bench.backend.state.fault = undefined;
    bench.desk.act(bench.chatId(), { action: 'say', text: 'so am I' });
    await bench.clock.advance(4_000);
    expect(isLost(bench)).toBe(false);
    expect(bench.desk.received()).toEqual(['still here']);
    expect(messagesOf(bench.fakes.events).map((one) => one.text)).toContain('so am I');
    expect(notDelivered(bench)).toEqual([]);
  });

  it('[CH-124][CH-218][F-CH11] ends with a fatal error after a longer silence, and marks undelivered messages as not sent', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    bench.backend.state.fault = () => ({ status: 500 });
    await bench.clock.advance(6_000);
    await bench.channel.send({ id: 'a', text: 'lost?' });
    await bench.clock.advance(40_000);
    expect(statesOf(bench.fakes.events).at(-1)).toBe('fatal_error');
    expect(notDelivered(bench)).toEqual(['a']);
    expect(isLost(bench)).toBe(false);
    expect(bench.channel.snapshot.conversationId).toBeUndefined();
    bench.backend.state.fault = undefined;
    await bench.clock.advance(10_000);
    await bench.channel.start({ startType: 'restart' });
    expect(bench.channel.snapshot.state).toBe('waiting');
    expect(bench.desk.list()).toHaveLength(2);
  });

  it.each([404, 410])('[CH-123] ends immediately when the service answers %i for an unknown chat', async (status) => {
    const bench = createChatRestBench();
    await bench.startChat();
    bench.backend.state.fault = ({ path }) => (path.includes('/chat/') ? { status } : undefined);
    await bench.clock.advance(2_000);
    expect(statesOf(bench.fakes.events)).toContain('ended');
  });

  it('[CH-063] keeps the session alive while a survey is open, and no longer', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    const polls = (): number =>
      bench.backend.calls.filter(({ method, path }) => method === 'GET' && path.endsWith(bench.chatId())).length;
    bench.desk.act(bench.chatId(), { action: 'survey' });
    await bench.clock.advance(2_000);
    expect(bench.fakes.events.some((event) => event.type === 'survey')).toBe(true);
    const before = polls();
    await bench.clock.advance(30_000);
    expect(polls()).toBe(before + 2);
    await bench.channel.cancelSurvey();
    await bench.clock.advance(60_000);
    expect(polls()).toBe(before + 2);
  });

  it('[CH-063] does not show a survey that arrives after the next chat started, and does not stop that chat’s polls', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    const route = bench.service.routes.find(({ method, path }) => method === 'GET' && path.endsWith('/exitSurvey'));
    if (!route) throw new Error('the service has no survey');
    const answer = route.answer;
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const slow: typeof answer = async (request) => {
      await gate;
      return answer(request);
    };
    Object.assign(route, { answer: slow });
    bench.desk.act(bench.chatId(), { action: 'survey' });
    await bench.clock.advance(2_000);
    await bench.startChat();
    open();
    await bench.clock.advance(0);
    const before = bench.backend.calls.length;
    await bench.clock.advance(10_000);
    expect(bench.fakes.events.filter(({ type }) => type === 'survey')).toEqual([]);
    expect(bench.backend.calls.length).toBeGreaterThanOrEqual(before + 5);
    expect(bench.channel.snapshot.state).toBe('waiting');
  });

  it('[CH-119] reads from the engagement whether agents are available, and for which skill', async () => {
    const bench = createChatRestBench();
    bench.service.control?.('liveChat', { available: false });
    await bench.channel.init();
    expect(bench.channel.snapshot).toMatchObject({ state: 'unavailable', agentStatus: 'unavailable' });
    bench.service.control?.('liveChat', { available: true });
    await bench.clock.advance(120_000);
    expect(bench.channel.snapshot).toMatchObject({
      state: 'available',
      agentStatus: 'available',
      routedSkill: 'cloud-sales',
    });
  });

  it('[CH-126] requests the chat in the language of the engagement, or else the page’s own', () => {
    const engagement = parseEngagement({
      status: 'Available',
      lang: 'de-DE',
    });
    expect(chatRequest(engagement, 'cloud', fakePage, fakePlace)).toMatchObject({ skill: 'cloud', language: 'de-DE' });
    expect(chatRequest(undefined, 'cloud', fakePage, fakePlace)).toMatchObject({ skill: 'cloud', language: 'en-US' });
  });

  it('[CH-115] sends the language of the previous engagement, or else the page’s own', () => {
    const ports = {
      entry: { service: 'liveperson', skill: 'cloud' },
      visitor: () => fakeVisitor,
      place: () => fakePlace,
      page: () => fakePage,
    };
    const deployment = parse(syncDeployment, {});
    const previous = parseEngagement({ status: 'Available', lang: 'de-DE', pageId: 7 });
    expect(engagementBody(ports, deployment, previous, undefined)).toMatchObject({
      engagementDetails: { language: 'de-DE' },
      pageId: '7',
    });
    expect(engagementBody(ports, deployment, undefined, undefined)).toMatchObject({
      engagementDetails: { language: 'en-US' },
    });
  });

  it.each([
    [404, false],
    [503, true],
  ])(
    '[CH-131] after a reload, assumes for a service that answers %i that the chat continues: %s',
    async (status, isKept) => {
      const bench = createChatRestBench();
      await bench.startChat();
      bench.fakes.lifetime.end();
      bench.backend.state.fault = ({ path }) => (path.includes('/chat/') ? { status } : undefined);
      const next = bench.load(bench.fakes);
      await next.channel.init();
      expect(await next.channel.resume({ conversationId: undefined })).toBe(isKept);
      expect(next.channel.snapshot.state).toBe(isKept ? 'resume' : 'available');
    },
  );

  it('[REL-21] parses Retry-After', () => {
    expect(retryAfterMs('20', 0)).toBe(20_000);
    expect(retryAfterMs('soon', 0)).toBeUndefined();
  });
});
