import { afterEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../support/fakeClock.ts';
import {
  eventually,
  inTime,
  type LiveNetwork,
  type LiveNetworkOptions,
  startLiveNetwork,
} from '../support/liveNetwork.ts';
import { createToken, messagingIdentity } from '../support/messagingBench.ts';

const networks: LiveNetwork[] = [];
afterEach(async () => {
  for (const network of networks.splice(0)) await network.close();
});

async function start(options?: LiveNetworkOptions): Promise<LiveNetwork> {
  const network = await startLiveNetwork(options);
  networks.push(network);
  return network;
}

const isSubscription = (text: string): boolean => text.includes('ms.SubscribeMessagingEvents');
const isEvent = (text: string): boolean => text.includes('ms.MessagingEventNotification');

describe('messaging on a real websocket behind a faulty proxy: the connection', () => {
  it.each([1000, 1001, 1011, 1012, 1013, 'reset'] as const)(
    '[REL-01] comes back after %s, fetches what it missed, and shows nothing twice',
    async (end) => {
      const { proxy, messaging, talk } = await start();
      const { id, agentTexts } = await talk();
      messaging.act(id, { action: 'say', text: 'before' });
      await eventually(() => expect(agentTexts()).toEqual(['before']));
      proxy.mode = 'refuse';
      if (end === 'reset') proxy.reset();
      else messaging.closeAll(end);
      await eventually(() => expect(messaging.connections).toBe(0));
      messaging.act(id, { action: 'say', text: 'meanwhile' });
      proxy.mode = 'pass';
      await eventually(() => expect(agentTexts()).toEqual(['before', 'meanwhile']));
      messaging.act(id, { action: 'say', text: 'after' });
      await eventually(() => expect(agentTexts()).toEqual(['before', 'meanwhile', 'after']));
      expect(messaging.connections).toBe(1);
    },
  );

  it('[REL-06] notices a connection that only takes, by the ping that stays unanswered', async () => {
    const clock = createFakeClock();
    const network = await start({ clock });
    const { id, agentTexts } = await network.talk();
    network.proxy.mode = 'stallDown';
    network.messaging.act(id, { action: 'say', text: 'unheard' });
    // 30 s until the ping, 15 s for its answer, 5 s for that of the probe.
    const stalledMs = clock.now();
    await inTime(clock, 1_000, () => expect(network.dialed).toBe(2));
    expect(clock.now() - stalledMs).toBeLessThanOrEqual(30_000 + 15_000 + 5_000);
    network.proxy.mode = 'pass';
    await inTime(clock, 100, () => expect(agentTexts()).toEqual(['unheard']));
    await eventually(() => expect(network.messaging.connections).toBe(1));
  });

  it('[REL-08] gives up a socket that never opens after 10 s, and tries the next', async () => {
    const clock = createFakeClock();
    const network = await start({ clock });
    const { id, agentTexts } = await network.talk();
    network.proxy.mode = 'hang';
    network.messaging.closeAll(1001);
    network.messaging.act(id, { action: 'say', text: 'there you are' });
    await inTime(clock, 100, () => expect(network.dialed).toBe(2));
    await clock.advance(9_900);
    expect(network.dialed).toBe(2);
    network.proxy.mode = 'pass';
    await inTime(clock, 100, () => expect(agentTexts()).toEqual(['there you are']));
    expect(network.dialed).toBe(3);
    await eventually(() => expect(network.messaging.connections).toBe(1));
  });

  it('[REL-10] asks after an hour of sleep whether the other side still answers, and connects anew when not', async () => {
    const clock = createFakeClock();
    const network = await start({ clock });
    const { id, agentTexts } = await network.talk();
    network.proxy.mode = 'stallDown';
    network.messaging.act(id, { action: 'say', text: 'while asleep' });
    clock.jump(3_600_000);
    // 10 s at most to the next look at the clock, 5 s for the probe: no ping is waited for.
    const awakeMs = clock.now();
    await inTime(clock, 1_000, () => expect(network.dialed).toBe(2));
    expect(clock.now() - awakeMs).toBeLessThanOrEqual(15_000);
    network.proxy.mode = 'pass';
    await inTime(clock, 100, () => expect(agentTexts()).toEqual(['while asleep']));
  });

  it('[REL-11] closes for the back-forward cache, and comes back complete with one connection', async () => {
    const { messaging, page, talk } = await start();
    const { id, agentTexts } = await talk();
    page.hide();
    await eventually(() => expect(messaging.connections).toBe(0));
    messaging.act(id, { action: 'say', text: 'while away' });
    page.online();
    page.show();
    page.show();
    await eventually(() => expect(agentTexts()).toEqual(['while away']));
    expect(messaging.connections).toBe(1);
  });

  it.each([4401, 4407])(
    '[REL-19] refreshes the identity first after close code %s, and keeps what waits',
    async (code) => {
      const fresh = createToken('visitor-1', 2);
      let isExpired = false;
      const network = await start({
        isTokenValid: (token) => !isExpired || token === fresh,
        refresh: async () => ({ ...messagingIdentity, token: fresh }),
      });
      const { channel, delivered } = await network.talk();
      isExpired = true;
      network.messaging.closeAll(code);
      await channel.send({ id: 'local', text: 'still here' });
      await eventually(() => expect(delivered()).toEqual(['local']));
      expect(network.refreshes).toBe(1);
      expect(network.messaging.received()).toEqual(['still here']);
    },
  );

  it('[REL-19] says once that sign-in failed when the new token is refused too, and stays quiet', async () => {
    const clock = createFakeClock();
    let isExpired = false;
    const network = await start({ clock, isTokenValid: () => !isExpired, refresh: async () => messagingIdentity });
    const { channel, fakes } = await network.talk();
    isExpired = true;
    network.messaging.closeAll(4401);
    await inTime(clock, 1_000, () => expect(channel.snapshot.state).toBe('unavailable'));
    const { dialed } = network;
    await clock.advance(600_000);
    expect(network.dialed).toBe(dialed);
    expect(network.refreshes).toBeLessThanOrEqual(2);
    expect(fakes.events.filter((event) => event.type === 'trouble')).toEqual([
      { type: 'trouble', key: 'signInFailed' },
    ]);
  });

  it('[REL-23] believes the sockets, not the online event: nothing happens when it lies, a wait ends when it is true', async () => {
    const clock = createFakeClock();
    const network = await start({ clock });
    const { proxy, messaging, page } = network;
    const { id, agentTexts } = await network.talk();
    page.online();
    messaging.act(id, { action: 'say', text: 'works' });
    await inTime(clock, 10, () => expect(agentTexts()).toEqual(['works']));
    expect(network.dialed).toBe(1);
    proxy.mode = 'refuse';
    proxy.reset();
    // By now the waits are long; the event comes although nothing can be reached.
    await inTime(clock, 5_000, () => expect(network.dialed).toBeGreaterThan(8));
    page.online();
    proxy.mode = 'pass';
    messaging.act(id, { action: 'say', text: 'back' });
    // From here on the fake clock stands: only the event can end the wait.
    await eventually(() => {
      page.online();
      expect(agentTexts()).toEqual(['works', 'back']);
    });
    expect(messaging.connections).toBe(1);
  });

  it('[REL-24] leaves no socket behind when it ends, and none that was opening, ended twice', async () => {
    const network = await start();
    const { fakes } = await network.talk();
    expect(network.messaging.connections).toBe(1);
    fakes.lifetime.end();
    await eventually(() => expect(network.messaging.connections).toBe(0));
    await eventually(() => expect(network.proxy.connections).toBe(0));
    network.proxy.mode = 'hang';
    const next = network.loadMessaging(fakes);
    const ready = next.channel.init();
    await eventually(() => expect(network.proxy.connections).toBe(1));
    next.fakes.lifetime.end();
    next.fakes.lifetime.end();
    await ready;
    await eventually(() => expect(network.proxy.connections).toBe(0));
    expect(network.messaging.connections).toBe(0);
  });

  it('[REL-24] has one socket after putting away, showing and coming online in one tick', async () => {
    const { messaging, page, talk } = await start();
    const { id, agentTexts } = await talk();
    page.hide();
    page.show();
    page.online();
    page.hide();
    page.show();
    messaging.act(id, { action: 'say', text: 'one socket' });
    await eventually(() => expect(agentTexts()).toEqual(['one socket']));
    await eventually(() => expect(messaging.connections).toBe(1));
  });
});

describe('messaging on a real websocket behind a faulty proxy: the texts', () => {
  it.each(['cutBefore', 'cutAfter'] as const)(
    '[REL-02] delivers a text once when the connection breaks around its answer (%s)',
    async (fault) => {
      const { proxy, messaging, talk } = await start();
      const { channel, delivered } = await talk();
      let isFirst = true;
      proxy.fault = (direction, text) => {
        if (!isFirst || direction !== 'up' || !text.includes('fragile')) return 'pass';
        isFirst = false;
        return fault;
      };
      await channel.send({ id: 'local-1', text: 'a fragile text' });
      await channel.send({ id: 'local-2', text: 'and the next' });
      await eventually(() => expect(delivered()).toEqual(['local-1', 'local-2']));
      expect(messaging.received()).toEqual(['a fragile text', 'and the next']);
    },
  );

  it('[REL-04] keeps five texts in order while nothing can be reached, over a reload, and sends them once', async () => {
    const { proxy, messaging, talk, loadMessaging } = await start();
    const { channel, fakes, id } = await talk();
    const texts = ['1', '2', '3', '4', '5'];
    proxy.mode = 'refuse';
    proxy.reset();
    await eventually(() => expect(messaging.connections).toBe(0));
    for (const text of texts) await channel.send({ id: `local-${text}`, text });
    fakes.lifetime.end();
    const next = loadMessaging(fakes);
    await next.channel.init();
    expect(await next.channel.resume({ conversationId: id })).toBe(true);
    expect(next.visitorTexts()).toEqual(texts);
    proxy.mode = 'pass';
    await eventually(() => expect(next.delivered()).toHaveLength(5));
    expect(messaging.received()).toEqual(texts);
  });

  it('[REL-05] keeps a text whose page went before the answer, and delivers it once', async () => {
    const { proxy, messaging, talk, loadMessaging } = await start();
    const { channel, fakes, id } = await talk();
    proxy.mode = 'stallDown';
    await channel.send({ id: 'local', text: 'last words' });
    await eventually(() => expect(messaging.received()).toEqual(['last words']));
    fakes.lifetime.end();
    proxy.mode = 'pass';
    const next = loadMessaging(fakes);
    await next.channel.init();
    await next.channel.resume({ conversationId: id });
    await eventually(() => expect(next.delivered()).toEqual(['local']));
    expect(messaging.received()).toEqual(['last words']);
  });

  it('[REL-13] shows one message for a frame that comes three times, and for one that the history brings again', async () => {
    const { proxy, messaging, talk } = await start();
    const { channel, agentTexts, delivered, id } = await talk();
    proxy.fault = (direction) => (direction === 'down' ? 'repeat' : 'pass');
    messaging.act(id, { action: 'say', text: 'once' });
    await channel.send({ id: 'local', text: 'mine' });
    await eventually(() => expect(delivered()).toEqual(['local']));
    proxy.reset();
    messaging.act(id, { action: 'say', text: 'twice' });
    await eventually(() => expect(agentTexts()).toEqual(['once', 'twice']));
    expect(messaging.received()).toEqual(['mine']);
  });

  it('[REL-14] shows 3, 4, 5 in this order when they come as 5, 3, 4', async () => {
    const { proxy, messaging, talk } = await start();
    const { agentTexts, id } = await talk();
    let held = 0;
    proxy.fault = (direction, text) => {
      if (direction !== 'down' || !/"message":"(third|fourth)"/.test(text)) return 'pass';
      held += 1;
      return 'hold';
    };
    for (const text of ['third', 'fourth']) messaging.act(id, { action: 'say', text });
    await eventually(() => expect(held).toBe(2));
    messaging.act(id, { action: 'say', text: 'fifth' });
    proxy.releaseHeld();
    await eventually(() => expect(agentTexts()).toEqual(['third', 'fourth', 'fifth']));
  });

  it('[REL-15] asks for history after a gap, and shows what came when nobody fills it', async () => {
    const { proxy, messaging, talk } = await start();
    const { agentTexts, id } = await talk();
    let asked = 0;
    let isLost = false;
    proxy.fault = (direction, text) => {
      if (direction === 'up' && isSubscription(text)) asked += 1;
      if (direction !== 'down' || isLost || !text.includes('lost on the way')) return 'pass';
      isLost = true;
      return 'drop';
    };
    messaging.act(id, { action: 'say', text: 'lost on the way' });
    messaging.act(id, { action: 'say', text: 'came' });
    await eventually(() => expect(agentTexts()).toEqual(['lost on the way', 'came']));
    expect(asked).toBe(1);
    messaging.addPrivateEvent(id);
    messaging.act(id, { action: 'say', text: 'after a private note' });
    await eventually(() => expect(agentTexts()).toEqual(['lost on the way', 'came', 'after a private note']));
    expect(asked).toBe(2);
  });

  it('[REL-17] loads everything again when the service does not remember the last sequence', async () => {
    const { proxy, messaging, talk } = await start();
    const { agentTexts, id } = await talk();
    for (const text of ['one', 'two']) messaging.act(id, { action: 'say', text });
    await eventually(() => expect(agentTexts()).toEqual(['one', 'two']));
    messaging.trimBelow(1_000);
    proxy.reset();
    messaging.act(id, { action: 'say', text: 'three' });
    await eventually(() => expect(agentTexts()).toEqual(['one', 'two', 'three']));
  });

  it('[REL-18] merges what happens while the history is on its way exactly once', async () => {
    const { proxy, messaging, talk } = await start();
    const { agentTexts, id } = await talk();
    let isHistory = false;
    proxy.fault = (direction, text) => {
      if (direction !== 'down' || !isEvent(text) || isHistory) return 'pass';
      isHistory = true;
      messaging.act(id, { action: 'say', text: 'meanwhile' });
      return 'hold';
    };
    proxy.mode = 'refuse';
    proxy.reset();
    await eventually(() => expect(messaging.connections).toBe(0));
    messaging.act(id, { action: 'say', text: 'missed' });
    proxy.mode = 'pass';
    await eventually(() => expect(isHistory).toBe(true));
    proxy.releaseHeld();
    await eventually(() => expect(agentTexts()).toEqual(['missed', 'meanwhile']));
  });

  it.each([429, 503])('[REL-21] tries a text again later after %s', async (code) => {
    const { messaging, talk } = await start();
    const { channel, delivered, notDelivered } = await talk();
    messaging.refuseNext(code);
    for (const text of ['one', 'two']) await channel.send({ id: text, text });
    await eventually(() => expect(delivered()).toEqual(['one', 'two']));
    expect(messaging.received()).toEqual(['one', 'two']);
    expect(notDelivered()).toEqual([]);
  });

  it.each([400, 413])('[REL-21] marks a text as not sent after %s, and goes on with the next', async (code) => {
    const { messaging, talk } = await start();
    const { channel, delivered, notDelivered } = await talk();
    messaging.refuseNext(code);
    for (const text of ['one', 'two']) await channel.send({ id: text, text });
    await eventually(() => expect(delivered()).toEqual(['two']));
    expect(notDelivered()).toEqual(['one']);
    expect(messaging.received()).toEqual(['two']);
  });

  it('[REL-32] skips what is no frame, in every shape, logs it once, and lives on', async () => {
    const network = await start();
    const { proxy, messaging } = network;
    const { agentTexts, fakes, id } = await network.talk();
    proxy.fault = (direction, text) => (direction === 'down' && text.includes('cut short') ? 'corrupt' : 'pass');
    const broken = [
      '<html><body>502 Bad Gateway</body></html>',
      'null',
      '[]',
      '{"kind":"notification","type":"of.the.future","body":null}',
      '{"kind":"notification","type":"ms.MessagingEventNotification","body":{"changes":[null,{"sequence":"x"}]}}',
      '{"kind":"resp","reqId":"999","code":200}',
      JSON.stringify({ kind: 'notification', type: 'x', body: 'x'.repeat(1_000_000) }),
    ];
    for (const text of broken) proxy.inject(text);
    messaging.act(id, { action: 'say', text: 'cut short' });
    messaging.act(id, { action: 'say', text: 'alive' });
    proxy.fault = () => 'pass';
    await eventually(() => expect(agentTexts().at(-1)).toBe('alive'));
    expect(fakes.log.warnings.filter((line) => line.includes('invalid frame'))).toHaveLength(1);
    expect(network.dialed).toBe(1);
  });

  it('[REL-33] carries 20,000 characters and every kind of letter unchanged in both directions', async () => {
    const { messaging, talk } = await start();
    const { channel, agentTexts, delivered, id } = await talk();
    const texts = ['x'.repeat(20_000), 'مرحبا', '👩‍👩‍👧‍👦 e\u0301', 'a\u0000b', 'lone \ud83d surrogate'];
    for (const [at, text] of texts.entries()) await channel.send({ id: `local-${at}`, text });
    await eventually(() => expect(delivered()).toHaveLength(texts.length));
    expect(messaging.received()).toEqual(texts);
    for (const text of texts) messaging.act(id, { action: 'say', text });
    await eventually(() => expect(agentTexts()).toEqual(texts));
  });
});
