import type { AddressInfo } from 'node:net';
import { afterEach, expect, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createAsyncChannel } from '../../frame/chat/channels/async/index.ts';
import type { SocketLike } from '../../frame/chat/channels/ground/connection/socket.ts';
import { createSyncChannel } from '../../frame/chat/channels/sync/index.ts';
import type { ServiceIdentity } from '../../frame/identity/identityStore.ts';
import { createCallBackend } from '../../frame/platform/backend/call.ts';
import type { CallBackend } from '../../frame/platform/backend/plan.ts';
import { browserClock, type Clock } from '../../frame/platform/clock.ts';
import { messagesOf } from '../contract/channelSuite.ts';
import { createChatDesk } from '../sandbox/live/chatDesk.ts';
import { createMessagingDesk } from '../sandbox/live/messagingDesk.ts';
import { createLiveChatService } from '../sandbox/services/liveChat.ts';
import { createServicesHost } from '../sandbox/servicesHost.ts';
import { createFakeChannelPorts, type FakeChannelPorts } from './fakeChannelPorts.ts';
import type { FakeClock } from './fakeClock.ts';
import { startFaultyProxy } from './faultyProxy.ts';
import { messagingIdentity } from './messagingBench.ts';
import { createVendorWatch } from './vendorContracts.ts';

export interface LiveNetworkOptions {
  /** The channels' clock. Default: the real one. The network always uses the real one. */
  readonly clock?: Clock;
  readonly isTokenValid?: (token: string) => boolean;
  readonly refresh?: () => Promise<ServiceIdentity | undefined>;
}

/**
 * The sandbox's live services on a real port behind a misbehaving proxy, and both live channels with a real websocket and
 * real calls. Every URL that the services return leads through the proxy.
 */
async function startLiveNetwork(options: LiveNetworkOptions = {}) {
  const clock = options.clock ?? browserClock;
  const closers: (() => unknown)[] = [];
  const messaging = createMessagingDesk({ clock: browserClock, isTokenValid: options.isTokenValid ?? (() => true) });
  const chat = createChatDesk({ now: Date.now });
  let address = '';
  const services = createServicesHost(() => [createLiveChatService({ vendorsUrl: address, chat, messaging })], {
    areVendorsApart: false,
    onExchange: (exchange) => watch.onExchange(exchange),
    onFrame: (frame) => watch.onFrame(frame),
  });
  await new Promise<void>((done) => services.server.listen(0, '127.0.0.1', done));
  const direct = `http://127.0.0.1:${(services.server.address() as AddressInfo).port}`;
  const proxy = await startFaultyProxy((services.server.address() as AddressInfo).port);
  address = `http://127.0.0.1:${proxy.port}`;
  const watch = createVendorWatch(address);

  // Not compressed, so that the proxy can read what it lets through.
  const fetchPlain: typeof fetch = (input, init) =>
    fetch(input, { ...init, headers: { ...init?.headers, 'accept-encoding': 'identity' } });
  const callService = createCallBackend({ fetch: fetchPlain, clock, authorize: () => undefined });
  let answered = 0;
  const call: CallBackend = async (request) => {
    try {
      return await callService(request);
    } finally {
      answered += 1;
    }
  };
  const page = new EventTarget();
  const fire = (name: string) => () => void page.dispatchEvent(new Event(name));
  let identity: ServiceIdentity | undefined = messagingIdentity;
  let refreshes = 0;
  let dialed = 0;

  /** The ports of one page load, with the storage of the previous one if given. */
  function portsOf(adapterId: 'liveperson' | 'liveperson2', before?: FakeChannelPorts) {
    const fakes = createFakeChannelPorts({
      clock,
      call,
      // Short waits before a reconnect, on the real clock.
      random: () => 0.1,
      adapterId,
      entry: { service: adapterId, skill: 'cloud-sales' },
      account: (service) => ({ service, account: '4711', baseURI: address }),
      deployment: { sync: { domainHosts: [address], profileHosts: [address] } },
      ...(before ? { storage: before.ports.storage } : {}),
      identity: {
        find: async () => identity,
        refresh: async () => {
          refreshes += 1;
          if (options.refresh) identity = await options.refresh();
          return identity;
        },
        onChange: () => {},
      },
    });
    closers.push(() => fakes.lifetime.end());
    return fakes;
  }

  function view(fakes: FakeChannelPorts) {
    const texts = (type: string): (string | undefined)[] =>
      messagesOf(fakes.events).flatMap((one) => (one.type === type ? [one.text] : []));
    return {
      fakes,
      agentTexts: () => texts('agent'),
      visitorTexts: () => texts('visitor'),
      delivered: () => fakes.events.flatMap((event) => (event.type === 'delivered' ? [event.id] : [])),
      notDelivered: () => fakes.events.flatMap((event) => (event.type === 'notDelivered' ? [event.id] : [])),
    };
  }

  function loadMessaging(before?: FakeChannelPorts) {
    const fakes = portsOf('liveperson2', before);
    const channel = createAsyncChannel(fakes.ports, {
      dial(url) {
        dialed += 1;
        return new WebSocket(url) as unknown as SocketLike;
      },
      page,
      timeZone: () => 'Europe/Berlin',
    });
    return { channel, ...view(fakes) };
  }

  function loadChat(before?: FakeChannelPorts) {
    const fakes = portsOf('liveperson', before);
    // The frame would load this URL as a script; the response is the same.
    const channel = createSyncChannel(fakes.ports, async (url) => {
      const text = await (await fetch(`${url}&cb=cb`)).text();
      return JSON.parse(text.slice('cb('.length, -1)) as unknown;
    });
    return { channel, ...view(fakes) };
  }

  return {
    proxy,
    /** What the vendor's documents do not allow in the calls and frames so far. */
    problems: watch.problems,
    /** Where the services are. */
    address,
    /** The calls and messages so far, by their names in the documents. */
    seen: watch.seen,
    messaging,
    chat,
    page: { hide: fire('pagehide'), show: fire('pageshow'), online: fire('online') },
    get refreshes() {
      return refreshes;
    },
    /** Calls that have succeeded or failed so far. */
    answered: () => answered,
    /** Websockets that the channel has opened so far. */
    get dialed() {
      return dialed;
    },
    loadMessaging,
    loadChat,
    /** Starts a messaging conversation that an agent joins. */
    async startConversation() {
      const load = loadMessaging();
      await load.channel.init();
      await load.channel.start({ startType: 'menu' });
      const id = load.channel.snapshot.conversationId ?? '';
      messaging.act(id, { action: 'join' });
      await eventually(() => expect(load.channel.snapshot.state).toBe('chatting'));
      return { ...load, id };
    },
    /** Starts a live chat that an agent joins. */
    async startChat(fakeClock?: FakeClock) {
      const load = loadChat();
      await load.channel.init();
      await load.channel.start({ startType: 'menu' });
      const id = chat.list()[0]?.id ?? '';
      chat.act(id, { action: 'join' });
      const expectChatting = (): void => expect(load.channel.snapshot.state).toBe('chatting');
      await (fakeClock ? inTime(fakeClock, 500, expectChatting) : eventually(expectChatting));
      return { ...load, id };
    },
    /** Sets the sandbox's fault rules, which replace the service's answers. Without arguments, clears them. */
    async rules(...rules: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
      const method = rules.length > 0 ? 'POST' : 'DELETE';
      await fetch(`${direct}/__sandbox/rules`, {
        method,
        ...(rules.length > 0 ? { body: JSON.stringify(rules) } : {}),
      });
    },
    async close(): Promise<void> {
      for (const close of closers.splice(0).reverse()) close();
      await proxy.close();
      services.closeConnections();
      await new Promise((done) => services.server.close(done));
    },
  };
}

export type LiveNetwork = Awaited<ReturnType<typeof startLiveNetwork>>;

/** Returns a function that starts networks, which are closed after each test. */
export function setUpLiveNetworks(): (options?: LiveNetworkOptions) => Promise<LiveNetwork> {
  const networks: LiveNetwork[] = [];
  afterEach(async () => {
    const used = networks.splice(0);
    for (const network of used) await network.close();
    expect(used.flatMap(({ problems }) => problems)).toEqual([]);
  });
  return async (options) => {
    const network = await startLiveNetwork(options);
    networks.push(network);
    return network;
  };
}

/** Retries `check` until it passes, on the real clock. */
export function eventually(check: () => unknown): Promise<unknown> {
  return vi.waitFor(check, { timeout: 30_000, interval: 10 });
}

/** Like `eventually`, and advances the fake clock by `stepMs` between two attempts. */
export async function inTime(clock: FakeClock, stepMs: number, check: () => unknown): Promise<void> {
  await eventually(async () => {
    try {
      await check();
    } catch (error) {
      await clock.advance(stepMs);
      throw error;
    }
  });
}
