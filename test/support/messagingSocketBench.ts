import {
  createMessagingSocket,
  type MessagingSocketPorts,
} from '../../frame/chat/channels/async/connection/messagingSocket.ts';
import type { SocketLike } from '../../frame/chat/channels/ground/connection/socket.ts';
import { createLifetime } from '../../frame/platform/lifetime.ts';
import { createFakeClock } from './fakeClock.ts';
import { createFakeLog } from './fakeLog.ts';

/** The browser's side of one socket, and the service's. */
interface Dialed {
  readonly sent: { readonly id: string; readonly type: string; readonly jwt?: string }[];
  readonly closedWith: unknown[];
  open(): void;
  receive(frame: unknown): void;
  close(code: number): void;
}

/** A messaging socket whose service opens and greets at once, unless the test says otherwise. */
export function createMessagingSocketBench(overrides: Partial<MessagingSocketPorts> = {}) {
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const log = createFakeLog();
  const reported: string[] = [];
  const dialed: Dialed[] = [];
  const service = { isHanging: false, greetings: [] as number[], isSilent: false, isClosing: false };
  const wants = { isWanted: true, isAwaited: false };
  const broker = { issued: 1 };
  const events = new EventTarget();
  const fire = (name: string) => () => void events.dispatchEvent(new Event(name));
  const page = { hide: fire('pagehide'), show: fire('pageshow'), online: fire('online') };

  function dial(): SocketLike {
    const listeners = new Map<string, (event: never) => void>();
    const happen = (name: string, event: unknown) => listeners.get(name)?.(event as never);
    const one: Dialed = {
      sent: [],
      closedWith: [],
      open: () => happen('open', undefined),
      receive: (frame) => happen('message', { data: typeof frame === 'string' ? frame : JSON.stringify(frame) }),
      close: (code) => happen('close', { code }),
    };
    dialed.push(one);
    if (!service.isHanging) void Promise.resolve().then(one.open);
    return {
      addEventListener: (name: string, listener: (event: never) => void) => void listeners.set(name, listener),
      close: (code) => void one.closedWith.push(code),
      send(text) {
        if (service.isClosing) throw new Error('the socket is closing');
        const frame = JSON.parse(text);
        one.sent.push(frame);
        const code = frame.type === 'InitConnection' ? (service.greetings.shift() ?? 200) : 200;
        if (service.isSilent) return;
        void Promise.resolve().then(() => one.receive({ kind: 'resp', reqId: frame.id, code, body: 'OK' }));
      },
    } as SocketLike;
  }

  const socket = createMessagingSocket({
    ...{ clock, lifetime, log, random: () => 1 },
    transport: {
      dial,
      page: events,
      timeZone: () => 'Europe/Berlin',
    },
    address: async () => 'wss://messaging.example',
    token: async () => `token ${broker.issued}`,
    async refreshToken() {
      broker.issued += 1;
      return `token ${broker.issued}`;
    },
    greeting: (jwt) => ({ type: 'InitConnection', jwt }) as never,
    resync: async () => {},
    notify: ({ type }) => void reported.push(type),
    isWanted: () => wants.isWanted,
    isAwaited: () => wants.isAwaited,
    onUp: () => void reported.push('up'),
    onDown: () => void reported.push('down'),
    onRefused: () => void reported.push('refused'),
    onOutdated: () => void reported.push('outdated'),
    ...overrides,
  });
  const outcome = (promise: Promise<unknown>) => {
    const box: { value: unknown } = { value: 'pending' };
    promise.then(
      (value) => {
        box.value = value ?? 'done';
      },
      ({ code, message }) => {
        box.value = `${code}: ${message}`;
      },
    );
    return box;
  };
  const greeted = () => dialed.map(({ sent }) => sent.find(({ type }) => type === 'InitConnection')?.jwt);
  const last = () => dialed[dialed.length - 1] as Dialed;
  return { socket, clock, lifetime, log, reported, dialed, last, service, wants, broker, page, outcome, greeted };
}
