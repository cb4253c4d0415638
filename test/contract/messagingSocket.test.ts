import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createAsyncChannel } from '../../frame/chat/channels/async/index.ts';
import type { SocketLike } from '../../frame/chat/channels/async/transport.ts';
import { browserClock } from '../../frame/platform/clock.ts';
import { createMessagingDesk } from '../sandbox/live/messagingDesk.ts';
import { createFakeChannelPorts } from '../support/fakeChannelPorts.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/faultyProxy.ts';
import { messagingIdentity } from '../support/messagingBench.ts';
import { messagesOf } from './channelSuite.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** The channel on a real websocket, a misbehaving proxy, and the service behind it. */
async function createBench() {
  const desk = createMessagingDesk({ now: Date.now });
  const http: Server = createServer();
  const sockets = new WebSocketServer({ server: http });
  sockets.on('connection', (socket) => {
    const end = desk.connect({ send: (text) => socket.send(text), close: (code) => socket.close(code) });
    socket.on('message', (data) => end.receive(String(data)));
    socket.on('close', () => end.closed());
    socket.on('error', () => socket.terminate());
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  closers.push(() => {
    for (const socket of sockets.clients) socket.terminate();
    http.close();
  });
  const proxy: FaultyProxy = await startFaultyProxy((http.address() as AddressInfo).port);
  closers.push(() => proxy.close());
  const fakes = createFakeChannelPorts({
    clock: browserClock,
    adapterId: 'liveperson2',
    entry: { service: 'liveperson2', skill: 'cloud-sales' },
    account: (service) => ({ service, account: '4711', baseURI: `127.0.0.1:${proxy.port}` }),
    identity: { find: async () => messagingIdentity, refresh: async () => messagingIdentity, onChange: () => {} },
  });
  const silent = { onHide: () => {}, onShow: () => {}, onOnline: () => {} };
  const channel = createAsyncChannel(fakes.ports, {
    transport: {
      dial: (address) => new WebSocket(address) as unknown as SocketLike,
      pageLife: silent,
      timeZone: () => 'Europe/Berlin',
    },
  });
  closers.push(() => fakes.lifetime.end());
  await channel.init();
  await channel.start({ startType: 'menu' });
  const id = channel.snapshot.conversationId ?? '';
  desk.act(id, { action: 'join' });
  const agentTexts = (): (string | undefined)[] =>
    messagesOf(fakes.events).flatMap((one) => (one.type === 'agent' ? [one.text] : []));
  const delivered = (): string[] => fakes.events.flatMap((event) => (event.type === 'delivered' ? [event.id] : []));
  return { desk, proxy, fakes, channel, id, agentTexts, delivered };
}

const eventually = { timeout: 10_000, interval: 20 };

describe('messaging on a real socket behind a faulty proxy', () => {
  it('[REL-01] comes back after a reset and shows what it missed, once', async () => {
    const { desk, proxy, id, agentTexts } = await createBench();
    desk.act(id, { action: 'say', text: 'before' });
    await vi.waitFor(() => expect(agentTexts()).toEqual(['before']), eventually);
    proxy.mode = 'refuse';
    proxy.reset();
    desk.act(id, { action: 'say', text: 'meanwhile' });
    await vi.waitFor(() => expect(proxy.connections).toBe(0), eventually);
    proxy.mode = 'pass';
    await vi.waitFor(() => expect(agentTexts()).toEqual(['before', 'meanwhile']), eventually);
    expect(desk.connections).toBe(1);
  });

  it.each(['before', 'after'] as const)(
    '[REL-02] delivers a text once when the connection is reset %s it reaches the service',
    async (when) => {
      const { desk, proxy, channel, delivered } = await createBench();
      proxy.resetAt('fragile', when);
      await channel.send({ id: 'local-1', text: 'a fragile text' });
      await channel.send({ id: 'local-2', text: 'and the next' });
      await vi.waitFor(() => expect(delivered()).toEqual(['local-1', 'local-2']), eventually);
      expect(desk.received()).toEqual(['a fragile text', 'and the next']);
    },
  );

  it('[REL-04] keeps five texts while nothing can be reached, and sends them in order', async () => {
    const { desk, proxy, channel, delivered } = await createBench();
    proxy.mode = 'refuse';
    proxy.reset();
    await vi.waitFor(() => expect(proxy.connections).toBe(0), eventually);
    const texts = ['1', '2', '3', '4', '5'];
    for (const text of texts) await channel.send({ id: `local-${text}`, text });
    proxy.mode = 'pass';
    await vi.waitFor(() => expect(delivered()).toHaveLength(5), eventually);
    expect(desk.received()).toEqual(texts);
  });

  it('[REL-24] leaves no socket behind when it ends', async () => {
    const { desk, fakes } = await createBench();
    expect(desk.connections).toBe(1);
    fakes.lifetime.end();
    await vi.waitFor(() => expect(desk.connections).toBe(0), eventually);
  });
});
