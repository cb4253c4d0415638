import WebSocket from 'ws';
import type { Channel, ChannelPorts } from '../../frame/chat/channel.ts';
import type { SocketLike } from '../../frame/chat/channels/ground/connection/socket.ts';
import { createXmppChannel } from '../../frame/chat/channels/xmpp/index.ts';
import { browserClock } from '../../frame/platform/clock.ts';
import { createLifetime } from '../../frame/platform/lifetime.ts';
import { deskAddress, guestHost, signedInHost, widgetOrigin } from '../sandbox/xmppServer.ts';
import { notDeliveredIds, textsOf } from './channelEvents.ts';
import { createFakeChannelPorts } from './fakeChannelPorts.ts';
import { createFakeBrowser, createFakeStorage } from './fakeStorage.ts';
import { createFakeTabs } from './fakeTabs.ts';

interface Place {
  readonly port: number;
  readonly files: { readonly service: string; readonly origin: string };
}

/** A visitor's page on a real server. Pages with the same browser are tabs of it. */
export function openXmppPage({ port, files }: Place, browser = createFakeBrowser(), ports: Partial<ChannelPorts> = {}) {
  const lifetime = createLifetime();
  const session = new Map<string, string>();
  const page = new EventTarget();
  const fakes = createFakeChannelPorts({
    adapterId: 'xmpp',
    entry: { service: 'xmpp', skill: 'sales' },
    deployment: {
      xmpp: {
        address: `ws://127.0.0.1:${port}/xmpp-websocket`,
        ...{ guestHost, signedInHost },
        files,
        desks: { sales: { address: deskAddress, name: 'Sales' } },
      },
    },
    ...{ clock: browserClock, lifetime, createId: () => crypto.randomUUID(), random: Math.random },
    storage: createFakeStorage(browser, session),
    tabs: createFakeTabs({
      ...{ clock: browserClock, lifetime, createId: () => crypto.randomUUID(), session },
      locks: browser.locks,
    }),
    ...ports,
  });
  /** Every frame of the server. */
  const received: string[] = [];
  const transport = {
    dial(address: string): SocketLike {
      const socket = new WebSocket(address, 'xmpp', { origin: widgetOrigin }) as unknown as SocketLike;
      socket.addEventListener('message', ({ data }) => received.push(String(data)));
      return socket;
    },
  };
  const channel = createXmppChannel(fakes.ports, {
    ...transport,
    page,
  }) as Required<Channel>;
  return {
    channel,
    lifetime,
    transport,
    received,
    ports: fakes.ports,
    /** The account as it is stored. */
    get stored() {
      return fakes.ports.storage.read('cm-xmpp');
    },
    events: fakes.events,
    log: fakes.log,
    online: () => void page.dispatchEvent(new Event('online')),
    async start() {
      await channel.init();
      await channel.start({ startType: 'menu' });
    },
    say: (text: string) => channel.send({ id: text, text }),
    heard: () => textsOf(fakes.events, 'agent'),
    /** Texts that are shown as not sent. One that takes longer than a minute is, until it is sent. */
    unsent(): string[] {
      const outcomes = fakes.events.filter(({ type }) => type === 'delivered' || type === 'notDelivered');
      const lastOf = (id: string) => outcomes.findLast((one) => 'id' in one && one.id === id);
      return notDeliveredIds(fakes.events).filter((id) => lastOf(id)?.type === 'notDelivered');
    },
    /** What the visitor has written on other pages. */
    writtenElsewhere: () => textsOf(fakes.events, 'visitor'),
  };
}

export type XmppPage = ReturnType<typeof openXmppPage>;
