import type { Channel, ChannelPorts } from '../../frame/chat/channel.ts';
import type { SocketLike } from '../../frame/chat/channels/ground/connection/socket.ts';
import { createXmppChannel } from '../../frame/chat/channels/xmpp/index.ts';
import type { Clock } from '../../frame/platform/clock.ts';
import { createLifetime } from '../../frame/platform/lifetime.ts';
import { createFakeChannelPorts, type FakeChannelPorts } from './fakeChannelPorts.ts';
import { createFakeTabs } from './fakeTabs.ts';
import { createFakeXmppServer, deskAddress, guestHost } from './fakeXmppServer.ts';

const xmppSection = {
  address: 'wss://xmpp.example/xmpp-websocket',
  guestHost,
  desks: { sales: { address: deskAddress, name: 'Sales' } },
};

export interface XmppBenchOptions {
  readonly ports?: Partial<ChannelPorts>;
  readonly section?: Record<string, unknown>;
  /** How long a frame is on its way, ms. 0 by default: it arrives in a later microtask. */
  readonly travelMs?: number;
  /** How many characters the line carries to the visitor in a millisecond. Infinite by default. Requires `travelMs`. */
  readonly charsPerMs?: number;
}

/** The channel on a server in memory. */
export function createXmppBench({ ports = {}, section = {}, travelMs = 0, charsPerMs }: XmppBenchOptions = {}) {
  const server = createFakeXmppServer({ now: () => fakes.clock.now() });
  const page = new EventTarget();
  const fire = (name: string) => () => void page.dispatchEvent(new Event(name));
  const transport = {
    dial: () => (travelMs === 0 ? server.dial() : farSocket(server.dial(), fakes.clock, travelMs, charsPerMs)),
    page,
  };
  const shared = {
    adapterId: 'xmpp' as const,
    entry: { service: 'xmpp', skill: 'sales' },
    deployment: { xmpp: { ...xmppSection, ...section } },
  };
  let ids = 0;
  const createId = (): string => {
    ids += 1;
    return `id-${ids}`;
  };
  const fakes = createFakeChannelPorts({ ...shared, createId, ...ports });

  return {
    server,
    fakes,
    channel: createXmppChannel(fakes.ports, transport) as Required<Channel>,
    ...{ hide: fire('pagehide'), show: fire('pageshow'), online: fire('online') },
    /** Loads the page again in the same tab, or in another one of the same browser. */
    load(changes: Partial<ChannelPorts> = {}) {
      const lifetime = createLifetime();
      const { clock } = fakes;
      const next = createFakeChannelPorts({
        ...shared,
        ...{ createId, clock, lifetime, storage: fakes.ports.storage },
        tabs: createFakeTabs({ clock, lifetime }),
        ...changes,
      });
      const loaded: FakeChannelPorts = { ...next, clock, lifetime };
      return { channel: createXmppChannel(next.ports, transport) as Required<Channel>, fakes: loaded };
    },
  };
}

export type XmppBench = ReturnType<typeof createXmppBench>;

/** A socket at the end of a long and perhaps narrow line. */
function farSocket(socket: SocketLike, clock: Clock, travelMs: number, charsPerMs = Infinity): SocketLike {
  let freeAt = 0;
  /** How long a frame waits for those before it and for its own end. */
  function queueMs({ data }: { readonly data?: unknown } = {}): number {
    freeAt = Math.max(freeAt, clock.now()) + String(data ?? '').length / charsPerMs;
    return freeAt - clock.now();
  }
  return {
    send: (text) => void clock.after(travelMs, () => socket.send(text)),
    close: (code) => socket.close(code),
    addEventListener(type: string, listener: (event: never) => void) {
      // The websocket is opened by a request and its answer.
      const delayMs = type === 'open' ? 2 * travelMs : travelMs;
      socket.addEventListener(
        type as 'message',
        (event) => void clock.after(delayMs + queueMs(event), () => listener(event as never)),
      );
    },
  } as SocketLike;
}
