import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../support/fakeClock.ts';
import { eventually, inTime, setUpLiveNetworks } from '../support/liveNetwork.ts';

const start = setUpLiveNetworks();

/** Uses a fake clock, so that the 2 s polls take no real time. Calls and answers are real. */
async function startWithClock() {
  const clock = createFakeClock();
  const network = await start({ clock });
  return { clock, ...network, session: await network.startChat(clock) };
}

const chatPath = '/api/account/4711/chat/';

describe('live chat over real HTTP through a faulty proxy', () => {
  it('[REL-01][REL-04] continues after all connections broke, and delivers messages in both directions in order', async () => {
    const { clock, proxy, chat, session } = await startWithClock();
    const { channel, id, agentTexts, delivered, fakes } = session;
    chat.act(id, { action: 'say', text: 'before' });
    await inTime(clock, 500, () => expect(agentTexts()).toEqual(['before']));
    proxy.mode = 'refuse';
    proxy.reset();
    chat.act(id, { action: 'say', text: 'meanwhile' });
    await inTime(clock, 500, () => expect(fakes.events).toContainEqual({ type: 'connection', isLost: true }));
    for (const text of ['1', '2', '3']) await channel.send({ id: `local-${text}`, text });
    await clock.advance(5_000);
    proxy.mode = 'pass';
    await inTime(clock, 500, () => expect(delivered()).toHaveLength(3));
    expect(session.notDelivered()).toEqual([]);
    expect(agentTexts()).toEqual(['before', 'meanwhile']);
    expect(chat.received()).toEqual(['1', '2', '3']);
    expect(fakes.events.findLast((event) => event.type === 'connection')).toEqual({
      type: 'connection',
      isLost: false,
    });
  });

  it.each(['cutBefore', 'cutAfter'] as const)(
    '[REL-02] delivers a line once when the connection breaks around its answer (%s)',
    async (fault) => {
      const { clock, proxy, chat, session } = await startWithClock();
      let isFirst = true;
      proxy.fault = (direction, text) => {
        if (!isFirst || direction !== 'up' || !text.includes('fragile')) return 'pass';
        isFirst = false;
        return fault;
      };
      await session.channel.send({ id: 'local-1', text: 'a fragile line' });
      await session.channel.send({ id: 'local-2', text: 'and the next' });
      await inTime(clock, 100, () => expect(session.delivered()).toEqual(['local-1', 'local-2']));
      expect(chat.received()).toEqual(['a fragile line', 'and the next']);
    },
  );

  it('[REL-05] keeps a line whose page unloaded before the answer, and delivers it once', async () => {
    const { clock, proxy, chat, loadChat, session } = await startWithClock();
    proxy.mode = 'stallDown';
    await session.channel.send({ id: 'local', text: 'last words' });
    await eventually(() => expect(chat.received()).toEqual(['last words']));
    session.fakes.lifetime.end();
    proxy.mode = 'pass';
    const next = loadChat(session.fakes);
    await next.channel.init();
    expect(await next.channel.resume({ conversationId: undefined })).toBe(true);
    await inTime(clock, 500, () => expect(next.delivered()).toEqual(['local']));
    expect(chat.received()).toEqual(['last words']);
  });

  it('[CH-131][REL-05] continues after a reload with the service unreachable at first, and sends queued lines', async () => {
    const { clock, chat, loadChat, rules, session } = await startWithClock();
    chat.act(session.id, { action: 'say', text: 'before' });
    await inTime(clock, 500, () => expect(session.agentTexts()).toEqual(['before']));
    session.fakes.lifetime.end();
    await rules({ path: chatPath, status: 502, body: '<html>Bad Gateway</html>' });
    const next = loadChat(session.fakes);
    await next.channel.init();
    expect(await next.channel.resume({ conversationId: 'realtime-1' })).toBe(true);
    expect(next.channel.snapshot).toMatchObject({ state: 'resume', conversationId: 'realtime-1' });
    expect(next.fakes.events).toContainEqual({ type: 'connection', isLost: true });
    await next.channel.send({ id: 'local', text: 'still here' });
    await rules();
    await inTime(clock, 500, () => expect(next.delivered()).toEqual(['local']));
    expect(next.channel.snapshot.state).toBe('chatting');
    expect(next.agentTexts()).toEqual(['before']);
    expect(next.fakes.events.findLast((event) => event.type === 'connection')).toEqual({
      type: 'connection',
      isLost: false,
    });
  });

  it('[CH-131] ends a chat that the agent ended while the service was unreachable', async () => {
    const { clock, chat, loadChat, rules, session } = await startWithClock();
    session.fakes.lifetime.end();
    chat.act(session.id, { action: 'end' });
    await rules({ path: chatPath, status: 503 });
    const next = loadChat(session.fakes);
    await next.channel.init();
    await next.channel.resume({ conversationId: 'realtime-1' });
    await next.channel.send({ id: 'local', text: 'too late' });
    await rules();
    await inTime(clock, 500, () => expect(next.notDelivered()).toEqual(['local']));
    expect(next.channel.snapshot.conversationId).toBeUndefined();
  });

  it('[REL-06][REL-08] gives up an unanswered call after 10 s, and polls again', async () => {
    const { clock, proxy, chat, session } = await startWithClock();
    proxy.mode = 'hang';
    proxy.reset();
    const { opened } = proxy;
    chat.act(session.id, { action: 'say', text: 'unheard' });
    await inTime(clock, 500, () => expect(proxy.opened).toBeGreaterThan(opened + 1));
    proxy.mode = 'pass';
    await inTime(clock, 500, () => expect(session.agentTexts()).toEqual(['unheard']));
    expect(session.channel.snapshot.state).toBe('chatting');
  });

  it('[REL-13] shows a line once when two answers contain it', async () => {
    const { clock, chat, proxy, session } = await startWithClock();
    let lost = 0;
    // The first answer is lost, so the next poll gets the line again.
    proxy.fault = (direction, text) => {
      if (direction !== 'down' || lost > 0 || !text.includes('only once')) return 'pass';
      lost += 1;
      return 'cutBefore';
    };
    chat.act(session.id, { action: 'say', text: 'only once' });
    await inTime(clock, 500, () => expect(session.agentTexts()).toEqual(['only once']));
    session.fakes.lifetime.end();
    expect(lost).toBe(1);
  });

  it.each([
    ['seconds', () => '20'],
    ['a date', (clock: { now: () => number }) => new Date(clock.now() + 20_000).toUTCString()],
  ])('[REL-21] obeys Retry-After in %s', async (_, header) => {
    const { answered, clock, chat, proxy, rules, session } = await startWithClock();
    await rules({ path: chatPath, method: 'GET', status: 503, headers: { 'retry-after': header(clock) }, times: 1 });
    let polls = 0;
    let before = 0;
    proxy.fault = (direction, text) => {
      if (direction === 'up' && text.startsWith(`GET ${chatPath}`)) {
        polls += 1;
        before = answered();
      }
      return 'pass';
    };
    await inTime(clock, 500, () => expect(polls).toBe(1));
    chat.act(session.id, { action: 'say', text: 'back' });
    await eventually(() => expect(answered()).toBeGreaterThan(before));
    await clock.advance(15_000);
    expect(polls).toBe(1);
    await inTime(clock, 500, () => expect(session.agentTexts()).toEqual(['back']));
  });

  it('[REL-32] treats HTML, null and a truncated answer as failures, and keeps working', async () => {
    const { clock, chat, rules, session } = await startWithClock();
    chat.act(session.id, { action: 'say', text: 'alive' });
    await rules(
      { path: chatPath, method: 'GET', status: 200, body: '<html>Sign in to the Wi-Fi</html>', times: 1 },
      { path: chatPath, method: 'GET', status: 200, body: '{"chat":{"events"', times: 1 },
      { path: chatPath, method: 'GET', status: 200, body: 'null', times: 1 },
      { path: chatPath, method: 'GET', status: 502, body: '<html>Bad Gateway</html>', times: 1 },
    );
    await inTime(clock, 500, () => expect(session.agentTexts()).toEqual(['alive']));
    expect(session.channel.snapshot.state).toBe('chatting');
  });

  it('[REL-33] passes 20,000 characters and all kinds of Unicode unchanged in both directions', async () => {
    const { clock, chat, session } = await startWithClock();
    const texts = ['x'.repeat(20_000), 'مرحبا', '👩‍👩‍👧‍👦 e\u0301', '<b>&amp;</b>'];
    for (const [at, text] of texts.entries()) await session.channel.send({ id: `local-${at}`, text });
    await inTime(clock, 200, () => expect(session.delivered()).toHaveLength(texts.length));
    expect(chat.received()).toEqual(texts);
    for (const text of texts.slice(0, 3)) chat.act(session.id, { action: 'say', text });
    await inTime(clock, 500, () => expect(session.agentTexts()).toEqual(texts.slice(0, 3)));
  });
});
