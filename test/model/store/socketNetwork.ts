import type { SocketLike } from '../../../frame/chat/channels/ground/connection/socket.ts';
import type { ModelDocument } from '../modelBrowser.ts';
import type { ModelClock } from '../modelClock.ts';
import type { SocketEnd } from '../services/service.ts';

/** What the network does to the sockets of one tab. Counters tell how many frames it happens to. */
export interface SocketWeather {
  isOffline: boolean;
  /** Sockets that are opened now never open, and tell nobody. */
  isHanging: boolean;
  slowMs: number;
  /** The next text is cut off before the service has it, or after. */
  cutBefore: number;
  cutAfter: number;
  /** The next notifications. */
  drop: number;
  double: number;
  swap: number;
}

export const calmSockets = (): SocketWeather => ({
  isOffline: false,
  isHanging: false,
  slowMs: 0,
  cutBefore: 0,
  cutAfter: 0,
  drop: 0,
  double: 0,
  swap: 0,
});

export interface SocketNetworkPorts {
  readonly clock: ModelClock;
  readonly document: ModelDocument;
  readonly weather: SocketWeather;
  readonly random: () => number;
  readonly connect: (link: { send(text: string): void; close(code: number): void }) => SocketEnd;
  /** Whether a frame of the page is a text of the visitor. */
  readonly isText: (frame: string) => boolean;
  /** Whether a frame of the service may be dropped, doubled or swapped. */
  readonly isEvent: (frame: string) => boolean;
}

export interface SocketNetwork {
  dial(): SocketLike;
  /** Cuts all sockets. */
  cut(code: number): void;
}

/** Sockets that keep their order in both directions. What is on its way when a socket is cut is lost. */
export function createSocketNetwork(ports: SocketNetworkPorts): SocketNetwork {
  const live = new Set<(code: number) => void>();
  return {
    dial: () => openSocket(ports, live),
    cut(code) {
      for (const cut of [...live]) cut(code);
    },
  };
}

type Counter = 'cutBefore' | 'cutAfter' | 'drop' | 'double' | 'swap';

function openSocket(ports: SocketNetworkPorts, live: Set<(code: number) => void>): SocketLike {
  const { clock, document, weather, random } = ports;
  const listeners: Record<string, ((event: never) => void)[]> = { open: [], error: [], message: [], close: [] };
  let upAt = 0;
  let downAt = 0;
  let isOpen = false;
  let isClosed = false;
  let isDownCut = false;
  let swapped: string | undefined;
  let end: SocketEnd | undefined;
  const take = (name: Counter): boolean => {
    if (weather[name] === 0) return false;
    weather[name] -= 1;
    return true;
  };
  const delay = (): number => Math.floor(random() * 40) + weather.slowMs;
  const tell = (name: string, event: unknown): void =>
    document.run(() => {
      for (const listener of listeners[name] ?? []) listener(event as never);
    });

  function cut(code: number): void {
    if (isClosed) return;
    isClosed = true;
    live.delete(cut);
    end?.closed();
    clock.after(5, () => tell('close', { code }));
  }

  function hand(text: string): void {
    downAt = Math.max(downAt, clock.now() + delay());
    clock.after(downAt - clock.now(), () => {
      if (!isClosed) tell('message', { data: text });
    });
  }

  function down(text: string): void {
    if (isClosed || isDownCut) return;
    const isEvent = ports.isEvent(text);
    if (isEvent && take('drop')) return;
    if (isEvent && swapped === undefined && take('swap')) {
      swapped = text;
      return;
    }
    hand(text);
    if (isEvent && take('double')) hand(text);
    if (swapped !== undefined) hand(swapped);
    swapped = undefined;
  }

  function up(text: string): void {
    if (isClosed || document.isGone) return;
    const isText = ports.isText(text);
    if (isText && take('cutBefore')) cut(1006);
    else if (isText && take('cutAfter')) {
      isDownCut = true;
      end?.receive(text);
      cut(1006);
    } else end?.receive(text);
  }

  live.add(cut);
  if (weather.isOffline) clock.after(10, () => cut(1006));
  else if (!weather.isHanging) {
    clock.after(delay(), () => {
      if (isClosed || document.isGone) return;
      end = ports.connect({ send: down, close: (code) => clock.after(5, () => cut(code)) });
      isOpen = true;
      tell('open', undefined);
    });
  }
  return {
    send(text) {
      if (!isOpen) throw new Error('not open');
      if (isClosed) return;
      upAt = Math.max(upAt, clock.now() + delay());
      clock.after(upAt - clock.now(), () => up(text));
    },
    close: () => cut(1000),
    addEventListener: (name: string, listener: (event: never) => void) => void listeners[name]?.push(listener),
  } as SocketLike;
}

/** What a connection follows of its page. `goOnline` reports that the network is back. */
export function createPageEvents(document: ModelDocument) {
  const events = new EventTarget();
  const report = (name: string) => (): void => void events.dispatchEvent(new Event(name));
  document.onHide(document.lifetime, report('pagehide'));
  document.onShow(document.lifetime, report('pageshow'));
  return { events, goOnline: () => document.run(report('online')) };
}
