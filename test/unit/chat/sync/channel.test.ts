// Long because each requirement has its case.

import { parse } from 'valibot';
import { describe, expect, it } from 'vitest';
import type { ChannelEvent } from '../../../../frame/chat/channel.ts';
import { syncDeployment } from '../../../../frame/chat/channels/sync/deployment.ts';
import { categoryLabel, consumerSections } from '../../../../frame/chat/channels/sync/engagementRequest.ts';
import { nextSyncState } from '../../../../frame/chat/channels/sync/states.ts';
import { retryAfterMs, toMessage } from '../../../../frame/chat/channels/sync/toEvents.ts';
import { parseChat, parseEngagement, parseExitSurvey } from '../../../../frame/chat/channels/sync/wire.ts';
import { messagesOf, statesOf } from '../../../contract/channelSuite.ts';
import { createChatRestBench } from '../../../support/chatRestBench.ts';
import { fakePlace } from '../../../support/fakeChannelPorts.ts';

const deployment = parse(syncDeployment, {
  categories: { 'sales-de': { portal: 'portal-sales', language: 'german', suffix: 'sl' } },
});
const delivered = (events: readonly ChannelEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'delivered' ? [event.id] : []));
const failed = (events: readonly ChannelEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'notDelivered' ? [event.id] : []));

describe('live chat', () => {
  it('[CH-110] turns each verb into the one call of its port', async () => {
    const bench = createChatRestBench();
    await bench.talk();
    await bench.channel.send({ id: 'a', text: 'Hi' });
    bench.channel.typing(true);
    bench.channel.typing(true);
    await bench.clock.advance(0);
    const events = () => bench.backend.to('/events').map((one) => one.body);
    expect(events()).toEqual([{ event: { '@type': 'line', text: 'Hi' } }]);
    expect(bench.backend.to('/visitorTyping')).toHaveLength(1);
    expect(bench.backend.to('/visitorTyping')[0]).toMatchObject({
      method: 'POST',
      body: { visitorTyping: 'typing' },
      headers: { 'X-HTTP-Method-Override': 'PUT', Authorization: expect.stringContaining('LivePerson appKey=') },
    });
    const ended = bench.channel.end();
    await bench.clock.advance(0);
    await ended;
    expect(events().at(-1)).toEqual({ event: { '@type': 'state', state: 'ended' } });
    expect(bench.backend.to('/exitSurvey')).toHaveLength(1);
  });

  it('[CH-111] defers a start before the service is ready, and requests one chat for two starts', async () => {
    const bench = createChatRestBench();
    const both = [bench.channel.start({ startType: 'menu' }), bench.channel.start({ startType: 'link' })];
    expect(bench.backend.to('/chat/request')).toHaveLength(0);
    await bench.clock.advance(0);
    await Promise.all(both);
    expect(bench.backend.to('/chat/request')).toHaveLength(1);
  });

  it('[CH-112] takes the account from the setting, the session storage, the sandbox, else the production default', async () => {
    const { parseQueryParameters } = await import('../../../../frame/host/queryParameters.ts');
    const accountOf = (options: Parameters<typeof createChatRestBench>[0], stored?: string): string | undefined => {
      const bench = createChatRestBench(options);
      if (stored !== undefined) bench.fakes.storage.write('cm-chat-account', { account: stored }, 'liveperson');
      return bench.load(bench.fakes).channel.snapshot.config.account;
    };
    const query = parseQueryParameters('https://a.example/?cm-chat-account=from-setting');
    const sandbox = { sandboxAccount: 'from-sandbox' };
    expect(accountOf({ ports: { query }, deployment: sandbox }, 'from-storage')).toBe('from-setting');
    expect(accountOf({ deployment: sandbox }, 'from-storage')).toBe('from-storage');
    expect(accountOf({ deployment: sandbox })).toBe('from-sandbox');
    const production = { ports: { place: () => ({ ...fakePlace, environment: 'production' as const }) } };
    expect(accountOf({ ...production, deployment: sandbox })).toBe('1');
  });

  it('[CH-113] looks the domain up three times at most', async () => {
    const bench = createChatRestBench();
    bench.state.failingLookups = 2;
    await bench.channel.init();
    expect(bench.lookups).toHaveLength(3);
    expect(bench.lookups[0]).toBe(
      'https://domains.example/csdr/account/1/service/adminArea/baseURI.lpCsds?version=1.0',
    );
    expect(bench.channel.snapshot.state).toBe('available');
    const failing = createChatRestBench();
    failing.state.failingLookups = 3;
    await failing.channel.init();
    expect(failing.lookups).toHaveLength(3);
    expect(failing.channel.snapshot.state).toBe('unavailable');
  });

  it('[CH-114][CH-115][CH-116] asks engagement without ids first, then with the ids of the answer', async () => {
    const bench = createChatRestBench({
      visitor: { isSignedIn: true, userId: 'u-1', role: 'buyer', ipAddress: '192.0.2.7' },
    });
    await bench.channel.init();
    await bench.clock.advance(120_000);
    const [first, second] = bench.backend.to('/app/engagement/visitors');
    expect(first).toMatchObject({
      method: 'POST',
      path: '/api/account/1/app/engagement/visitors',
      query: { v: '1.0' },
    });
    expect(first?.query).not.toHaveProperty('sid');
    expect(second).toMatchObject({
      path: '/api/account/1/app/engagement/visitors/visitor-1',
      query: { sid: 'session-1' },
    });
    const body = second?.body as Record<string, unknown>;
    expect(Object.keys(body).sort()).toEqual([
      'appDetails',
      'appType',
      'consumerSections',
      'engagementAttributes',
      'engagementDetails',
      'pageId',
    ]);
    expect(body).toMatchObject({
      appType: 'EXTERNAL',
      appDetails: { appVersion: '1.0', ipAddress: '192.0.2.7' },
      engagementDetails: { contextId: '1', engagementId: '3562981110', campaignId: '3346848610', language: 'en-US' },
      engagementAttributes: [
        { type: 'lead', lead: { topic: 'cloud' } },
        { type: 'ctmrinfo', info: { customerId: 'u-1', loginStatus: 1 } },
        { type: 'ctmrinfo', info: { chatStartUPageviewId: '4743822558', role: 'buyer' } },
      ],
    });
  });

  it('[CH-115] looks an unknown address up once, and goes without it when that fails', async () => {
    let lookups = 0;
    const bench = createChatRestBench({
      ports: {
        findIpAddress: async () => {
          lookups += 1;
          throw new Error('no geo service');
        },
      },
    });
    await bench.channel.init();
    expect(lookups).toBe(1);
    expect(bench.backend.to('/app/engagement')[0]?.body).toMatchObject({ appDetails: { appVersion: '1.0' } });
    expect(bench.channel.snapshot.state).toBe('available');
  });

  it('[CH-116] tells an anonymous visitor with loginStatus 0', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    const body = bench.backend.to('/app/engagement')[0]?.body as { engagementAttributes: unknown[] };
    expect(body.engagementAttributes[1]).toEqual({ type: 'ctmrinfo', info: { customerId: '', loginStatus: 0 } });
  });

  it('[CH-117] labels a service of the liveperson type with skill and v18, each once', () => {
    expect(consumerSections('liveperson', 's', 'en-US', deployment)).toEqual(['s', 'v18']);
    expect(consumerSections('liveperson', 'v18', 'en-US', deployment)).toEqual(['v18']);
  });

  it('[CH-118] maps skills of the other service to categories, and unknown ones to the default', () => {
    expect(categoryLabel('sales-de', 'de-DE', deployment)).toBe('portal-sales-german-sl');
    expect(categoryLabel('portal-support-sl', 'ja-JP', deployment)).toBe('portal-support-japanese-sl');
    expect(categoryLabel('unheard-of', 'de-DE', deployment)).toBe('web-sales-english-bl');
    expect(categoryLabel(undefined, 'de-DE', deployment)).toBe('web-sales-english-bl');
    expect(consumerSections('softlayer', 'sales-de', 'de-DE', deployment)).toEqual([
      'sales-de',
      'portal-sales-german-sl',
    ]);
  });

  it('[CH-119] reads long and short engagement answers alike, and keeps ids and skill', async () => {
    const long = parseEngagement({
      status: 'Available',
      sessionId: 's',
      visitorId: 'v',
      engagementDetails: { contextId: '1', engagementId: 2, campaignId: 3, language: 'en-US' },
    });
    expect(
      parseEngagement({ status: 'Available', ssid: 's', svid: 'v', scid: '1', eid: '2', cid: '3', lang: 'en-US' }),
    ).toEqual(long);
    const bench = createChatRestBench();
    await bench.channel.init();
    expect(bench.channel.snapshot.routedSkill).toBe('cloud-sales');
    expect(bench.fakes.storage.read('cm-chat-session', 'liveperson')).toEqual({
      visitorId: 'visitor-1',
      sessionId: 'session-1',
    });
  });

  it('[CH-120] maps six words in any case and ignores three', () => {
    const map = (word: string) => nextSyncState('initialised', word).next;
    expect(['available', 'Unavailable', 'waiting', 'CHATTING', 'ended', 'error'].map(map)).toEqual([
      'available',
      'unavailable',
      'waiting',
      'chatting',
      'ended',
      'error',
    ]);
    expect(['initialised', 'resume', 'notfound'].map((word) => nextSyncState('chatting', word))).toEqual(
      Array(3).fill({ next: undefined, isUnknown: false }),
    );
  });

  it('[CH-121] makes an unknown word an end when chatting, else unavailable; repeats and blocked words change nothing', () => {
    expect(nextSyncState('chatting', 'foo')).toEqual({ next: 'ended', isUnknown: true });
    expect(nextSyncState('available', 'foo')).toEqual({ next: 'unavailable', isUnknown: true });
    expect(nextSyncState('chatting', 'chatting').next).toBeUndefined();
    expect(nextSyncState('waiting', 'available').next).toBeUndefined();
    expect(nextSyncState('chatting', 'unavailable').next).toBeUndefined();
  });

  it('[CH-122][CH-125] shows queued texts when waiting and sends them when chatting, each once', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.channel.send({ id: 'b', text: 'two' });
    expect(bench.fakes.storage.read('cm-chat-queue', 'liveperson')).toHaveLength(2);
    await bench.channel.start({ startType: 'menu' });
    await bench.clock.advance(4_000);
    const shown = messagesOf(bench.fakes.events).filter((one) => one.isPending);
    expect(shown.map((one) => one.id)).toEqual(['a', 'b']);
    expect(bench.desk.received()).toEqual([]);
    expect(bench.fakes.storage.read('cm-chat-account', 'liveperson')).toMatchObject({ account: '1' });
    bench.desk.act(bench.chatId(), { action: 'join' });
    await bench.clock.advance(5_000);
    expect(bench.desk.received()).toEqual(['one', 'two']);
    expect(delivered(bench.fakes.events)).toEqual(['a', 'b']);
    expect(bench.fakes.storage.read('cm-chat-queue', 'liveperson')).toBeUndefined();
  });

  it('[CH-123] disposes the visitor, asks the survey once and checks engagement at once when the chat ends', async () => {
    const bench = createChatRestBench();
    await bench.talk();
    const before = bench.backend.to('/app/engagement').length;
    bench.desk.act(bench.chatId(), { action: 'survey' });
    await bench.clock.advance(2_000);
    expect(bench.backend.to('/exitSurvey').filter((one) => one.method === 'GET')).toHaveLength(1);
    expect(bench.backend.to('/app/engagement')).toHaveLength(before + 1);
    const polls = bench.backend.to('/chat/chat-').length;
    await bench.clock.advance(10_000);
    expect(bench.backend.to('/chat/chat-')).toHaveLength(polls);
    expect(bench.fakes.events.filter((event) => event.type === 'survey')).toHaveLength(1);
    expect(statesOf(bench.fakes.events).slice(-2)).toEqual(['ended', 'available']);
  });

  it('[CH-068] says that a survey could not be fetched', async () => {
    const bench = createChatRestBench();
    await bench.talk();
    bench.backend.state.fault = ({ path }) => (path.includes('exitSurvey') ? { status: 500 } : undefined);
    bench.desk.act(bench.chatId(), { action: 'survey' });
    await bench.clock.advance(2_000);
    expect(bench.fakes.events).toContainEqual({ type: 'surveyFailed' });
  });

  it.each([
    [false, 'ended'],
    [true, 'error'],
  ] as const)('[CH-124] ends (with error: %s) as %s and forgets queue and external entry', async (withError, state) => {
    const bench = createChatRestBench();
    await bench.talk();
    bench.fakes.storage.write('cm-external-config', { service: 'liveperson' });
    const ended = bench.channel.end(withError);
    await bench.clock.advance(0);
    await ended;
    expect(statesOf(bench.fakes.events)).toContain(state);
    expect(bench.fakes.storage.read('cm-external-config')).toBeUndefined();
    expect(bench.fakes.storage.read('cm-chat-account', 'liveperson')).toBeUndefined();
  });

  it('[CH-126] requests the chat with what the engagement knows', async () => {
    const bench = createChatRestBench();
    await bench.talk();
    expect(bench.backend.to('/chat/request')[0]?.body).toMatchObject({
      request: {
        LETagVisitorId: 'visitor-1',
        LETagSessionId: 'session-1',
        LETagContextId: '1',
        skill: 'cloud-sales',
        invitation: false,
        engagementId: '3562981110',
        campaignId: '3346848610',
        language: 'en-US',
        referrer: 'https://www.northwind.example/cloud/databases',
      },
    });
  });

  it('[CH-127] reads lines, one or many, and takes those before the page load for history', () => {
    const line = { '@id': 1, '@type': 'line', time: '2026-11-21T09:00:00.000Z', text: 'Hi', source: 'agent', by: 'N' };
    const one = parseChat({ chat: { events: { event: line }, link: { rel: 'next', href: '/n' } } });
    expect(one.links.next).toBe('/n');
    expect(parseChat({ chat: { events: { event: [line, line] } } }).lines).toHaveLength(2);
    const told = one.lines[0];
    const at = Date.UTC(2026, 10, 21, 9);
    expect(told && toMessage(told, 'c', at + 1, at)).toMatchObject({
      id: 'c__1',
      type: 'agent',
      by: 'N',
      isHistory: true,
    });
    expect(told && toMessage(told, 'c', at, at)).toMatchObject({ isHistory: false });
  });

  it('obeys the declared text type of an agent and takes the vendor’s wrapper off', () => {
    const line = { '@id': '1', '@type': 'line' as const, time: '', source: 'agent', by: 'N' };
    const html = toMessage({ ...line, textType: 'html', text: '<div dir="ltr">a &lt; b</div>' }, 'c', 0, 1);
    expect(html).toMatchObject({ text: 'a &lt; b', format: 'html', timestamp: 1 });
    const plain = toMessage({ ...line, textType: 'plain', text: '<div>x</div>' }, 'c', 0, 1);
    expect(plain).toMatchObject({ text: '<div>x</div>' });
    expect(plain?.format).toBeUndefined();
  });

  it('[CH-128] makes the participant of the agent info, and goes on with the chat name when the profile fails thrice', async () => {
    const bench = createChatRestBench();
    bench.backend.state.fault = ({ path }) => (path.includes('/le-users/') ? { status: 500 } : undefined);
    await bench.talk();
    expect(bench.fakes.events).toContainEqual({
      type: 'participants',
      participants: [{ id: '25025413', name: 'Natalie', isActive: true }],
    });
    expect(bench.backend.to('/le-users/')).toHaveLength(3);
    expect(bench.fakes.log.warnings).toContain('Error getting agent profile');
    expect(bench.channel.snapshot.state).toBe('chatting');
    expect(bench.fakes.events).toContainEqual({ type: 'session', realtimeId: bench.channel.snapshot.conversationId });
  });

  it('[CH-129][CH-213] tries a failed start once more after 500 ms, then opens the email link and ends as an error', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    bench.backend.state.fault = ({ path }) => (path.endsWith('.json') ? { status: 502, body: '<html>' } : undefined);
    const outcome = bench.channel.start({ startType: 'menu' }).then(
      () => 'started',
      () => 'rejected',
    );
    await bench.clock.advance(499);
    expect(bench.backend.to('.json')).toHaveLength(1);
    await bench.clock.advance(1);
    expect(await outcome).toBe('rejected');
    expect(bench.backend.to('.json')).toHaveLength(2);
    expect(bench.fakes.opened).toEqual([{ url: 'mailto:sales@northwind.example', target: 'tab' }]);
    expect(statesOf(bench.fakes.events)).toContain('error');
    expect(bench.fakes.events).toContainEqual({
      type: 'trouble',
      key: 'startFailed',
      link: { text: 'Email us', href: 'mailto:sales@northwind.example' },
    });
  });

  it('[CH-130] sends a failed line once more after 500 ms', async () => {
    const bench = createChatRestBench();
    await bench.talk();
    let failures = 1;
    bench.backend.state.fault = ({ path, method }) =>
      path.endsWith('/events') && method === 'POST' && failures-- > 0 ? { status: 500 } : undefined;
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(4_000);
    expect(delivered(bench.fakes.events)).toEqual(['a']);
    failures = 2;
    await bench.channel.send({ id: 'b', text: 'two' });
    await bench.clock.advance(4_000);
    expect(failed(bench.fakes.events)).toEqual(['b']);
    expect(bench.desk.received()).toEqual(['one']);
  });

  it('[REL-02] does not send a line again that has arrived although its answer was lost', async () => {
    const bench = createChatRestBench();
    await bench.talk();
    let isFirst = true;
    bench.backend.state.fault = ({ path, method }) => {
      if (!path.endsWith('/events') || method !== 'POST' || !isFirst) return undefined;
      isFirst = false;
      return 'lost';
    };
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(4_000);
    expect(bench.desk.received()).toEqual(['one']);
    expect(delivered(bench.fakes.events)).toEqual(['a']);
  });

  it('[REL-02] does not take an answer for news that was given before the line', async () => {
    const bench = createChatRestBench();
    await bench.talk();
    const isPoll = ({ method, path }: { method: string; path: string }): boolean =>
      method === 'GET' && path.endsWith(bench.chatId());
    let polls = 0;
    bench.backend.state.slow = (call) => {
      if (!isPoll(call)) return undefined;
      polls += 1;
      return polls === 1 ? new Promise((resolve) => bench.clock.after(1_500, () => resolve())) : undefined;
    };
    await bench.clock.advance(2_000);
    expect(polls).toBe(1);
    bench.backend.state.fault = ({ path, method }) =>
      path.endsWith('/events') && method === 'POST' ? 'lost' : undefined;
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(4_000);
    expect(bench.desk.received()).toEqual(['one']);
    expect(delivered(bench.fakes.events)).toEqual(['a']);
  });

  it('[CH-131] resumes a running chat after a reload, its lines as history', async () => {
    const bench = createChatRestBench();
    await bench.talk();
    bench.desk.act(bench.chatId(), { action: 'say', text: 'Welcome' });
    await bench.channel.send({ id: 'a', text: 'mine' });
    await bench.clock.advance(4_000);
    bench.fakes.lifetime.end();
    const next = bench.load(bench.fakes);
    await next.channel.init();
    expect(await next.channel.resume({ conversationId: undefined })).toBe(true);
    expect(next.channel.snapshot.state).toBe('chatting');
    const texts = messagesOf(next.fakes.events).flatMap((one) => (one.type === 'system' ? [] : [one.text]));
    expect(texts).toEqual(['Welcome', 'mine']);
    expect(await bench.load().channel.resume({ conversationId: 'unknown' })).toBe(false);
  });

  it('[REL-21] waits as long as a busy service asks, in seconds or until a date', async () => {
    expect(retryAfterMs('7', 0)).toBe(7_000);
    expect(retryAfterMs('Sat, 21 Nov 2026 09:00:10 GMT', Date.UTC(2026, 10, 21, 9))).toBe(10_000);
    expect([undefined, '', 'soon'].map((header) => retryAfterMs(header, 0))).toEqual([undefined, undefined, undefined]);
    const bench = createChatRestBench();
    await bench.talk();
    let isBusy = true;
    bench.backend.state.fault = ({ path, method }) =>
      isBusy && method === 'GET' && path.endsWith(bench.chatId())
        ? { status: 503, headers: { 'Retry-After': '20' } }
        : undefined;
    const polls = () =>
      bench.backend.calls.filter((one) => one.method === 'GET' && one.path.endsWith(bench.chatId())).length;
    await bench.clock.advance(2_000);
    const before = polls();
    await bench.clock.advance(19_000);
    expect(polls()).toBe(before);
    isBusy = false;
    bench.desk.act(bench.chatId(), { action: 'say', text: 'back' });
    await bench.clock.advance(1_000);
    expect(messagesOf(bench.fakes.events).map((one) => one.text)).toContain('back');
  });

  it('[CH-066] reads a survey whose question is one object, and its logic', () => {
    const question = {
      id: 1,
      type: 'Checkbox',
      label: 'Which?',
      entry: { value: 'a', checked: true, logic: { showLogicId: 2 } },
    };
    expect(parseExitSurvey({ survey: { id: 9, questions: { question } } })).toEqual({
      id: 9,
      header: '',
      questions: [
        {
          id: 1,
          label: 'Which?',
          type: 'checkbox',
          isMandatory: false,
          validation: undefined,
          logicId: undefined,
          entries: [{ value: 'a', label: 'a', isChecked: true, showsLogicIds: [2] }],
          lastKnownValue: '',
        },
      ],
    });
    expect(parseExitSurvey({})).toBeUndefined();
  });
});
