import { describe, expect, it } from 'vitest';
import { nextSyncState } from '../../../../frame/chat/channels/sync/chatLife.ts';
import { messagesOf, notDeliveredIds, statesOf } from '../../../contract/channelSuite.ts';
import { createChatRestBench } from '../../../support/chatRestBench.ts';

describe('live chat', () => {
  it('[CH-110] makes one REST call for each verb', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
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

  it('[CH-111] defers a start until the service is ready, and requests one chat for two starts', async () => {
    const bench = createChatRestBench();
    const both = [bench.channel.start({ startType: 'menu' }), bench.channel.start({ startType: 'link' })];
    expect(bench.backend.to('/chat/request')).toHaveLength(0);
    await bench.clock.advance(0);
    await Promise.all(both);
    expect(bench.backend.to('/chat/request')).toHaveLength(1);
  });

  it('[CH-120] maps six incoming states in any case, and ignores three', () => {
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

  it('[CH-121] maps an unknown state to ended when chatting, or else unavailable; repeated and blocked states change nothing', () => {
    expect(nextSyncState('chatting', 'foo')).toEqual({ next: 'ended', isUnknown: true });
    expect(nextSyncState('available', 'foo')).toEqual({ next: 'unavailable', isUnknown: true });
    expect(nextSyncState('chatting', 'chatting').next).toBeUndefined();
    expect(nextSyncState('waiting', 'available').next).toBeUndefined();
    expect(nextSyncState('chatting', 'unavailable').next).toBeUndefined();
  });

  it.each([
    [false, 'ended'],
    [true, 'error'],
  ] as const)('[CH-124] ends (with error: %s) as %s, and clears the stored chat', async (withError, state) => {
    const bench = createChatRestBench();
    await bench.startChat();
    const ended = bench.channel.end(withError);
    await bench.clock.advance(0);
    await ended;
    expect(statesOf(bench.fakes.events)).toContain(state);
    expect(bench.fakes.storage.read('cm-chat-account', 'liveperson')).toBeUndefined();
  });

  it.each([
    ['a chat location', (address: string) => ({ chatLocation: { link: { '@rel': 'location', '@href': address } } }), 1],
    [
      'a chat location in a list',
      (address: string) => ({ chatLocation: { link: [{ rel: 'location', href: address }] } }),
      1,
    ],
    ['no chat location', () => ({ chatLocation: {} }), 0],
    ['something else', () => 'created', 0],
  ])(
    '[CH-110][F-CH18] starts a chat whose answer hides its headers and has %s in its body',
    async (_, bodyOf, polls) => {
      const bench = createChatRestBench();
      bench.backend.state.fault = ({ path }) => {
        if (!path.endsWith('/chat/request')) return undefined;
        const { id } = bench.desk.open({});
        return { status: 201, body: bodyOf(`https://services.example/api/account/1/chat/${id}`) };
      };
      await bench.channel.init();
      const started = bench.channel.start({ startType: 'menu' }).catch(() => undefined);
      await bench.clock.advance(1_000);
      await started;
      expect(bench.backend.to(`/chat/${bench.chatId()}`)).toHaveLength(polls);
      expect(statesOf(bench.fakes.events)[1]).toBe(polls > 0 ? 'waiting' : 'error');
    },
  );

  it('[CH-126][F-CH29] routes to the skill that a bot asked for, and to that of the engagement for an entry of the page', async () => {
    const skillsOf = async (pageSkill: string) => {
      const entry = { service: 'liveperson', skill: 'data-experts' };
      const bench = createChatRestBench({ ports: { entry, entries: () => [{ ...entry, skill: pageSkill }] } });
      const engagementDetails = { skillName: 'of-the-engagement' };
      bench.backend.state.fault = ({ path }) =>
        path.includes('/app/engagement/') ? { body: { status: 'Available', engagementDetails } } : undefined;
      await bench.startChat();
      return [bench.desk.list()[0]?.skill, bench.channel.snapshot.routedSkill];
    };
    expect(await skillsOf('sales')).toEqual(['data-experts', 'data-experts']);
    expect(await skillsOf('data-experts')).toEqual(['of-the-engagement', 'of-the-engagement']);
  });

  it('[CH-126] requests the chat with the data of the engagement', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
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

  it('[CH-128] creates the participant from the agent info, and keeps the chat name when the profile fails three times', async () => {
    const bench = createChatRestBench();
    bench.backend.state.fault = ({ path }) => (path.includes('/le-users/') ? { status: 500 } : undefined);
    await bench.startChat();
    expect(bench.fakes.events).toContainEqual({
      type: 'participants',
      participants: [{ id: '25025413', name: 'Natalie', isActive: true }],
    });
    expect(bench.backend.to('/le-users/')).toHaveLength(3);
    expect(bench.fakes.log.warnings).toContain('Error getting agent profile');
    expect(bench.channel.snapshot.state).toBe('chatting');
    expect(bench.fakes.events).toContainEqual({ type: 'session', realtimeId: bench.channel.snapshot.conversationId });
  });

  it('[CH-129][CH-213] retries a failed start once after 500 ms, then opens the email link and ends with an error', async () => {
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
      type: 'problem',
      key: 'startFailed',
      link: { text: 'Email us', href: 'mailto:sales@northwind.example' },
    });
  });

  it.each(['.json', '/chat/request', '/chat/chat-1'])(
    '[CH-023][CH-111] ends a chat whose start waits for %s, and starts another one',
    async (path) => {
      const bench = createChatRestBench();
      let isSlow = true;
      bench.backend.state.slow = (call) =>
        isSlow && call.path.endsWith(path) ? new Promise((resolve) => bench.clock.after(900, resolve)) : undefined;
      const first = bench.channel.start({ startType: 'menu' });
      const refused = expect(first).rejects.toThrow(expect.objectContaining({ code: 'CALL_ABORTED' }));
      await bench.clock.advance(100);
      await bench.channel.send({ id: 'a', text: 'for the first chat' });
      await bench.channel.end();
      expect(notDeliveredIds(bench.fakes.events)).toEqual(['a']);
      isSlow = false;
      const second = bench.channel.start({ startType: 'restart' });
      await bench.clock.advance(1_000);
      await Promise.all([refused, second]);
      const running = bench.desk.list().filter((one) => one.state !== 'ended');
      expect(running).toHaveLength(1);
      bench.desk.act(running[0]?.id ?? '', { action: 'join' });
      await bench.clock.advance(4_000);
      expect(bench.channel.snapshot.state).toBe('chatting');
      expect(bench.desk.received()).toEqual([]);
      expect(bench.fakes.events.filter((event) => event.type === 'problem')).toEqual([]);
    },
  );

  it('[CH-023][CH-129] does not request a chat again that the visitor has ended', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    bench.backend.state.fault = ({ path }) => (path.endsWith('/chat/request') ? { status: 502 } : undefined);
    const refused = expect(bench.channel.start({ startType: 'menu' })).rejects.toThrow();
    await bench.clock.advance(100);
    await bench.channel.end();
    await bench.clock.advance(5_000);
    await refused;
    expect(bench.backend.to('/chat/request')).toHaveLength(1);
    expect(statesOf(bench.fakes.events)).not.toContain('error');
  });

  it('[CH-120] ends a chat that the agent has ended before its first answer', async () => {
    const bench = createChatRestBench();
    await bench.channel.init();
    bench.backend.state.slow = ({ path }) => {
      if (path.endsWith('/chat/request')) bench.desk.act(bench.chatId(), { action: 'end' });
      return undefined;
    };
    await bench.channel.start({ startType: 'menu' });
    await bench.channel.send({ id: 'a', text: 'one' });
    await bench.clock.advance(90_000);
    expect(statesOf(bench.fakes.events)).toContain('ended');
    expect(statesOf(bench.fakes.events)).not.toContain('waiting');
  });

  it('[CH-023][CH-131] ends a chat that is being resumed', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    bench.leave();
    const next = bench.load(bench.fakes);
    await next.channel.init();
    bench.backend.state.slow = ({ path }) =>
      path.endsWith('/chat/chat-1') ? new Promise((resolve) => bench.clock.after(900, resolve)) : undefined;
    const resumed = next.channel.resume({ conversationId: undefined });
    await bench.clock.advance(100);
    await next.channel.end();
    await next.channel.start({ startType: 'restart' });
    await bench.clock.advance(5_000);
    expect(await resumed).toBe(false);
    expect(bench.desk.list().map((one) => one.state)).toEqual(['ended', 'waiting']);
    expect(next.channel.snapshot.state).toBe('waiting');
  });

  it('[CH-127][CH-131] resumes a chat in the same page with the lines that it has announced as history', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    bench.desk.act(bench.chatId(), { action: 'say', text: 'Welcome' });
    await bench.clock.advance(4_000);
    bench.leave();
    bench.desk.act(bench.chatId(), { action: 'say', text: 'News' });
    const next = bench.load(bench.fakes);
    await next.channel.init();
    await next.channel.resume({ conversationId: undefined });
    const agent = messagesOf(next.fakes.events).filter((one) => one.type === 'agent');
    expect(agent.map((one) => [one.text, one.isHistory])).toEqual([
      ['Welcome', true],
      ['News', false],
    ]);
  });

  it('[CH-131] resumes a running chat after a reload, with its lines as history', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
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
});
