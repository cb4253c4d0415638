import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../support/fakeClock.ts';
import { eventually, inTime, setUpLiveNetworks } from '../support/liveNetwork.ts';
import { createToken, messagingIdentity } from '../support/messagingBench.ts';

const start = setUpLiveNetworks();

describe('messaging connection on a real websocket through a faulty proxy', () => {
  it.each([1000, 1001, 1011, 1012, 1013, 'reset'] as const)(
    '[REL-01] reconnects after %s, fetches missed messages, and shows none twice',
    async (end) => {
      const { proxy, messaging, startConversation } = await start();
      const { id, agentTexts } = await startConversation();
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

  it('[REL-06] detects a half-open connection by an unanswered ping', async () => {
    const clock = createFakeClock();
    const network = await start({ clock });
    const { id, agentTexts } = await network.startConversation();
    network.proxy.mode = 'stallDown';
    network.messaging.act(id, { action: 'say', text: 'unheard' });
    // 30 s until the ping, 15 s for its answer, 5 s for the answer to the probe.
    const stalledMs = clock.now();
    await inTime(clock, 1_000, () => expect(network.dialed).toBe(2));
    expect(clock.now() - stalledMs).toBeLessThanOrEqual(30_000 + 15_000 + 5_000);
    network.proxy.mode = 'pass';
    await inTime(clock, 100, () => expect(agentTexts()).toEqual(['unheard']));
    await eventually(() => expect(network.messaging.connections).toBe(1));
  });

  it('[REL-08] gives up a socket that does not open within 10 s, and tries another', async () => {
    const clock = createFakeClock();
    const network = await start({ clock });
    const { id, agentTexts } = await network.startConversation();
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

  it('[REL-10] probes the connection after an hour of sleep, and reconnects when it is dead', async () => {
    const clock = createFakeClock();
    const network = await start({ clock });
    const { id, agentTexts } = await network.startConversation();
    network.proxy.mode = 'stallDown';
    network.messaging.act(id, { action: 'say', text: 'while asleep' });
    clock.jump(3_600_000);
    // At most 10 s until the next sleep check, and 5 s for the probe; shorter than the ping interval.
    const awakeMs = clock.now();
    await inTime(clock, 1_000, () => expect(network.dialed).toBe(2));
    expect(clock.now() - awakeMs).toBeLessThanOrEqual(15_000);
    network.proxy.mode = 'pass';
    await inTime(clock, 100, () => expect(agentTexts()).toEqual(['while asleep']));
  });

  it('[REL-11] closes for the back-forward cache, and catches up with one connection on return', async () => {
    const { messaging, page, startConversation } = await start();
    const { id, agentTexts } = await startConversation();
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
    '[REL-19] refreshes the token before reconnecting after close code %s, and keeps the outbox',
    async (code) => {
      const fresh = createToken('visitor-1', 2);
      let isExpired = false;
      const network = await start({
        isTokenValid: (token) => !isExpired || token === fresh,
        refresh: async () => ({ ...messagingIdentity, token: fresh }),
      });
      const { channel, delivered } = await network.startConversation();
      isExpired = true;
      network.messaging.closeAll(code);
      await channel.send({ id: 'local', text: 'still here' });
      await eventually(() => expect(delivered()).toEqual(['local']));
      expect(network.refreshes).toBe(1);
      expect(network.messaging.received()).toEqual(['still here']);
    },
  );

  it('[REL-19] reports a failed sign-in once when the new token is refused too, and stops trying', async () => {
    const clock = createFakeClock();
    let isExpired = false;
    const network = await start({ clock, isTokenValid: () => !isExpired, refresh: async () => messagingIdentity });
    const { channel, fakes } = await network.startConversation();
    isExpired = true;
    network.messaging.closeAll(4401);
    await inTime(clock, 1_000, () => expect(channel.snapshot.state).toBe('unavailable'));
    const { dialed } = network;
    await clock.advance(600_000);
    expect(network.dialed).toBe(dialed);
    expect(network.refreshes).toBeGreaterThan(0);
    expect(network.refreshes).toBeLessThanOrEqual(2);
    expect(fakes.events.filter((event) => event.type === 'problem')).toEqual([
      { type: 'problem', key: 'signInFailed' },
    ]);
  });

  it('[REL-23] treats the online event as a hint: a false one breaks nothing, a true one ends the wait', async () => {
    const clock = createFakeClock();
    const network = await start({ clock });
    const { proxy, messaging, page } = network;
    const { id, agentTexts } = await network.startConversation();
    page.online();
    messaging.act(id, { action: 'say', text: 'works' });
    await inTime(clock, 10, () => expect(agentTexts()).toEqual(['works']));
    expect(network.dialed).toBe(1);
    proxy.mode = 'refuse';
    proxy.reset();
    // The waits are long by now; this event fires although the service is unreachable.
    await inTime(clock, 5_000, () => expect(network.dialed).toBeGreaterThan(8));
    page.online();
    proxy.mode = 'pass';
    messaging.act(id, { action: 'say', text: 'back' });
    // The fake clock no longer advances, so only the event can end the wait.
    await eventually(() => {
      page.online();
      expect(agentTexts()).toEqual(['works', 'back']);
    });
    expect(messaging.connections).toBe(1);
  });

  it('[REL-24] leaves no open or opening socket when its lifetime ends, even twice', async () => {
    const network = await start();
    const { fakes } = await network.startConversation();
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

  it('[REL-24] has one socket after hide, show and online events in one tick', async () => {
    const { messaging, page, startConversation } = await start();
    const { id, agentTexts } = await startConversation();
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
