import type { ChannelPorts } from '../../frame/chat/channel.ts';
import type { MessagingTransport } from '../../frame/chat/channels/async/connection/messagingSocket.ts';
import { createAsyncChannel } from '../../frame/chat/channels/async/index.ts';
import type { createVisit, Visit } from '../../frame/chat/channels/async/visit.ts';
import type { SocketLike } from '../../frame/chat/channels/ground/connection/socket.ts';
import type { Message, MessageInput } from '../../frame/chat/conversation.ts';
import type { ServiceIdentity } from '../../frame/identity/identityStore.ts';
import { createLifetime } from '../../frame/platform/lifetime.ts';
import type { MessagingFaults } from '../sandbox/live/messaging/faults.ts';
import { createMessagingDesk, type MessagingDesk } from '../sandbox/live/messagingDesk.ts';
import type { SocketFrame } from '../sandbox/servicesHost.ts';
import { createFakeChannelPorts, type FakeChannelPorts } from './fakeChannelPorts.ts';
import { createFakeClock } from './fakeClock.ts';
import { createFakeBrowser, createFakeStorage } from './fakeStorage.ts';
import { createFakeLocks, createFakeTabs } from './fakeTabs.ts';

export function createToken(subject: string, issue = 1): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ sub: subject, jti: issue })}.signature`;
}

export type FrameFault = 'pass' | 'drop' | 'duplicate' | 'swap';

/** Controls the frames between the channel and the service. */
export interface Wire {
  /** New sockets never open. */
  isHanging: boolean;
  /** New sockets close right away. */
  isRefusing: boolean;
  /** Holds back the frames of one direction while the sockets stay open. A cut drops them, `healStalls` delivers them. */
  stall(direction: 'up' | 'down'): void;
  healStalls(): void;
  /** Called for each frame to the client. */
  faultDown: (text: string) => FrameFault;
  /** Called for each frame to the service. `cutAfter` delivers the frame but loses its answer. */
  faultUp: (text: string) => 'pass' | 'cutBefore' | 'cutAfter';
  /** How many sockets have been opened so far. */
  readonly opened: number;
  /** All frames that the client has sent, parsed. */
  readonly sent: Record<string, unknown>[];
  /** All frames that the service has sent, parsed. */
  readonly toClient: Record<string, unknown>[];
  /** The frames of both directions in order, as the service sees them. Faults come later. */
  readonly frames: readonly Omit<SocketFrame, 'path'>[];
  cut(code?: number): void;
  /** Delivers a frame to the client that the service did not send. */
  inject(text: string): void;
}

/** A messaging service behind in-memory sockets that the test controls. Frames arrive in a later microtask, in order. */
export function createFakeMessaging(desk: MessagingDesk) {
  const live = new Set<{ cut: (code: number) => void; hand: (text: string) => void; release: () => void }>();
  const isStalled = { up: false, down: false };
  const sent: Record<string, unknown>[] = [];
  const toClient: Record<string, unknown>[] = [];
  const frames: Omit<SocketFrame, 'path'>[] = [];
  let opened = 0;
  const wire: Wire = {
    isHanging: false,
    isRefusing: false,
    stall(direction) {
      isStalled[direction] = true;
    },
    healStalls() {
      isStalled.up = false;
      isStalled.down = false;
      for (const one of [...live]) one.release();
    },
    faultDown: () => 'pass',
    faultUp: () => 'pass',
    get opened() {
      return opened;
    },
    sent,
    toClient,
    frames,
    cut(code = 1006) {
      for (const one of [...live]) one.cut(code);
    },
    inject(text) {
      for (const one of [...live]) one.hand(text);
    },
  };

  function open(): SocketLike {
    opened += 1;
    const connection = opened;
    const record = (direction: 'in' | 'out', text: string): void => {
      const frame = JSON.parse(text) as Record<string, unknown>;
      (direction === 'in' ? sent : toClient).push(frame);
      frames.push({ connection, direction, frame });
    };
    const listenersByType: Record<string, ((event: never) => void)[]> = { open: [], error: [], message: [], close: [] };
    const dispatch = (name: string, event: unknown): void => {
      for (const listener of listenersByType[name] ?? []) listener(event as never);
    };
    let isOpen = false;
    let isClosed = false;
    let isDownCut = false;
    let swapped: string | undefined;
    const queue: (() => void)[] = [];
    const later = (task: () => void): void => {
      queue.push(task);
      void Promise.resolve().then(() => queue.shift()?.());
    };
    const held: (() => void)[] = [];
    const whenFlowing = (direction: 'up' | 'down', task: () => void): void => {
      if (isStalled[direction]) held.push(task);
      else task();
    };
    const hand = (text: string): void => {
      later(() => {
        if (!isClosed) dispatch('message', { data: text });
      });
    };
    const end = desk.connect({
      send(text) {
        if (isClosed || isDownCut) return;
        whenFlowing('down', () => pass(text));
      },
      close: (code) => cut(code),
    });
    function pass(text: string): void {
      record('out', text);
      const fault = wire.faultDown(text);
      if (fault === 'drop') return;
      if (fault === 'swap' && swapped === undefined) {
        swapped = text;
        return;
      }
      hand(text);
      if (fault === 'duplicate') hand(text);
      if (swapped !== undefined) hand(swapped);
      swapped = undefined;
    }
    function cut(code: number): void {
      if (isClosed) return;
      isClosed = true;
      live.delete(one);
      end.closed();
      void Promise.resolve().then(() => dispatch('close', { code }));
    }
    const release = (): void => {
      for (const task of held.splice(0)) task();
    };
    const one = { cut, hand, release };
    live.add(one);
    if (wire.isRefusing) cut(1006);
    else if (!wire.isHanging) {
      later(() => {
        if (isClosed) return;
        isOpen = true;
        dispatch('open', undefined);
      });
    }
    return {
      send(text) {
        if (!isOpen) throw new Error('not open');
        if (isClosed) return;
        record('in', text);
        later(() =>
          whenFlowing('up', () => {
            if (isClosed) return;
            const fault = wire.faultUp(text);
            if (fault === 'cutBefore') cut(1006);
            else if (fault === 'cutAfter') {
              isDownCut = true;
              end.receive(text);
              cut(1006);
            } else end.receive(text);
          }),
        );
      },
      close: () => cut(1000),
      addEventListener: (name: string, listener: (event: never) => void) => void listenersByType[name]?.push(listener),
    } as SocketLike;
  }

  const events = new EventTarget();
  const fire = (name: string) => () => void events.dispatchEvent(new Event(name));
  const transport: MessagingTransport = { dial: open, page: events, timeZone: () => 'Europe/Berlin' };
  const page = { hide: fire('pagehide'), show: fire('pageshow'), online: fire('online') };
  return { transport, wire, page };
}

export interface MessagingBenchOptions {
  readonly identity?: Partial<ServiceIdentity> | undefined;
  readonly refresh?: () => Promise<ServiceIdentity | undefined>;
  readonly isTokenValid?: (token: string) => boolean;
  readonly hasSurvey?: boolean;
  readonly hasOpenQuestion?: boolean;
  readonly faults?: Partial<MessagingFaults>;
  /** With it, the monitor is called. */
  readonly createVisit?: typeof createVisit;
  /** Replaces the monitor: resolves to the data of the visit. */
  readonly consumerInfo?: Visit['report'];
  readonly ports?: Partial<ChannelPorts>;
}

export const messagingIdentity: ServiceIdentity = {
  consumerId: 'visitor-1',
  token: createToken('visitor-1'),
  isLoggedIn: false,
  unread: 0,
  isNew: false,
  firstName: undefined,
  skillName: undefined,
  agentStatus: 'available',
};

/** The messaging channel on a fake clock, connected to the sandbox's messaging service. */
export function createMessagingBench(options: MessagingBenchOptions = {}) {
  const clock = createFakeClock();
  const desk = createMessagingDesk({
    clock,
    hasSurvey: () => options.hasSurvey ?? false,
    hasOpenQuestion: options.hasOpenQuestion ?? false,
    ...(options.faults ? { faults: options.faults } : {}),
    isTokenValid: options.isTokenValid ?? (() => true),
  });
  const fake = createFakeMessaging(desk);
  const state = { identity: { ...messagingIdentity, ...options.identity } as ServiceIdentity | undefined };
  const identityListeners = new Set<(service: string) => void>();
  let refreshes = 0;
  const noVisit: Visit = { isReported: false, report: options.consumerInfo ?? (async () => ({})) };

  const browser = createFakeBrowser();
  const locks = createFakeLocks();
  let loads = 0;

  /** A page load: of the same tab after `before`, in another tab of the browser, or by default on another device. */
  function load(before?: FakeChannelPorts | 'otherTab') {
    loads += 1;
    const isFirst = loads === 1;
    const tab = `tab-${loads}`;
    const lifetime = createLifetime();
    const isSameBrowser = isFirst || before !== undefined;
    const own = createFakeStorage(isSameBrowser ? browser : createFakeBrowser());
    const storage = before === undefined || before === 'otherTab' ? own : before.storage;
    const fakes = createFakeChannelPorts({
      clock,
      lifetime,
      storage,
      tabs: createFakeTabs({
        clock,
        session: storage.areas.session,
        lifetime,
        locks: isSameBrowser ? locks : createFakeLocks(),
        createId: () => tab,
      }),
      adapterId: 'liveperson2',
      entry: { service: 'liveperson2', skill: 'cloud-sales', purpose: '(default)' },
      account: (service) => ({ service, account: '4711', baseURI: 'messaging.example' }),
      identity: {
        find: async () => state.identity,
        refresh: async () => {
          refreshes += 1;
          if (!options.refresh) return state.identity;
          state.identity = await options.refresh();
          return state.identity;
        },
        onChange: (lifetime, listener) => {
          identityListeners.add(listener);
          lifetime.add(() => identityListeners.delete(listener));
        },
      },
      ...options.ports,
    });
    const bench = Object.assign(fakes, { clock, lifetime, storage });
    bench.call.on('/api/account/4711/configuration/le-users/users/', () => ({ nickname: 'Natalie' }));
    const channel = createAsyncChannel(fakes.ports, fake.transport, options.createVisit?.(fakes.ports) ?? noVisit);
    return { channel, fakes: bench };
  }

  const first = load();
  return {
    ...first,
    ...fake,
    desk,
    clock,
    state,
    load,
    get refreshes() {
      return refreshes;
    },
    identityChanged: () => {
      for (const listener of identityListeners) listener('liveperson2');
    },
    /** Starts a conversation that an agent joins. Resolves to its id. */
    async startConversation(): Promise<string> {
      await first.channel.init();
      await first.channel.start({ startType: 'menu' });
      const id = first.channel.snapshot.conversationId ?? '';
      desk.act(id, { action: 'join' });
      await clock.advance(0);
      return id;
    },
  };
}

export type MessagingBench = ReturnType<typeof createMessagingBench>;

/** A parsed frame, as in `Wire.sent`. */
export type SentFrame = Record<string, unknown> & { body?: Record<string, unknown> };

export function typesOf(frames: readonly SentFrame[]): unknown[] {
  return frames.map((one) => one.type);
}

/** The events of all `ms.PublishEvent` requests. */
export function publishedEventsOf(frames: readonly SentFrame[]): Record<string, unknown>[] {
  return frames.flatMap((one) => (one.type === 'ms.PublishEvent' ? [one.body?.event as Record<string, unknown>] : []));
}

/** Presses a line of a message, as the window does: it hands over the message's own line. */
export async function pressLine(
  { channel }: Pick<MessagingBench, 'channel'>,
  message: MessageInput | undefined,
  at: number,
): Promise<void> {
  const line = message?.lines?.[at];
  if (!message || !line) throw new Error('The message has no such line.');
  await channel.press(line, message as Message);
}
