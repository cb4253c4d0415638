import type { PageFacts } from '../../bridge/records.ts';
import type {
  ChannelEvent,
  ChannelPorts,
  PlaceFacts,
  TransferRequest,
  VisitorFacts,
} from '../../frame/chat/channel.ts';
import type { ChatPorts } from '../../frame/chat/ports.ts';
import { parseQueryParameters } from '../../frame/host/queryParameters.ts';
import { createLifetime } from '../../frame/platform/lifetime.ts';
import { createFakeBackend } from './fakeBackend.ts';
import { createFakeClock } from './fakeClock.ts';
import { createFakeLog } from './fakeLog.ts';
import { createFakeStorage } from './fakeStorage.ts';
import { createFakeTabs } from './fakeTabs.ts';

export const fakePage: PageFacts = {
  url: 'https://www.northwind.example/cloud/databases',
  referrer: 'https://search.example/?q=cloud',
  lang: 'en-US',
  timeOrigin: Date.UTC(2026, 10, 21, 8, 59),
  settings: {},
  chat: false,
  isUserPromised: false,
  user: {},
};

export const fakeVisitor: VisitorFacts = {
  isSignedIn: false,
  userId: undefined,
  firstName: undefined,
  lastName: undefined,
  email: undefined,
  countryCode: 'US',
  ipAddress: undefined,
  role: 'visitor',
  anonymousId: 'anonymous-1',
  profile: {},
};

export const fakePlace: PlaceFacts = {
  languageCode: 'en-US',
  regionCode: undefined,
  focusArea: 'cloud',
  emailLink: 'mailto:sales@northwind.example',
  environment: 'sandbox',
  isDebug: false,
  userAgent: 'Mozilla/5.0 (test)',
  isHandheld: false,
};

export type FakeChannelPorts = ReturnType<typeof createFakeChannelPorts>;

/** Fakes for every port of a channel. `events` holds what the channel emitted. */
export function createFakeChannelPorts(overrides: Partial<ChannelPorts> = {}) {
  const clock = createFakeClock();
  const log = createFakeLog();
  const call = createFakeBackend();
  const storage = createFakeStorage();
  const lifetime = createLifetime();
  const events: ChannelEvent[] = [];
  const opened: { url: string; target: string }[] = [];
  const emitted: { name: string; detail: unknown }[] = [];
  let bindings = 0;
  const tracked: { name: string; detail: unknown }[] = [];
  const transfers: TransferRequest[] = [];
  const schedulers: Parameters<ChannelPorts['openScheduler']>[0][] = [];
  const watchers = new Set<() => void>();
  const attention = { isPaneShown: true, isFocused: true, isChatShown: false };
  let count = 0;

  const onlineListeners = new Set<() => void>();
  const visitorListeners = new Set<() => void>();

  const attentionPort: ChannelPorts['attention'] & ChatPorts['attention'] = {
    isPaneShown: () => attention.isPaneShown,
    isChatShown: () => attention.isChatShown,
    isFocused: () => attention.isFocused,
    // Of a channel without a store.
    isVisible: () => attention.isPaneShown && attention.isFocused,
    onChange: (owner, listener) => {
      watchers.add(listener);
      owner.add(() => watchers.delete(listener));
    },
    onOnline: (owner, listener) => {
      onlineListeners.add(listener);
      owner.add(() => onlineListeners.delete(listener));
    },
  };
  const ports: ChannelPorts = {
    entry: { service: 'bot', skill: 'cloud-sales', purpose: '(default)' },
    adapterId: 'bot',
    emit: (event) => void events.push(event),
    clock,
    log,
    lifetime,
    call,
    storage,
    tabs: createFakeTabs({ clock, lifetime }),
    visitorKey: () => 'guest-1',
    host: {
      openUrl: async (url, target) => {
        opened.push({ url, target });
        return true;
      },
      emit: async (name, detail) => void emitted.push({ name, detail }),
      page: async () => {
        bindings += 1;
      },
    },
    createId: () => {
      count += 1;
      return `id-${count}`;
    },
    random: () => 0.5,
    texts: { find: () => undefined },
    query: parseQueryParameters(''),
    track: (name, detail) => void tracked.push({ name, detail }),
    page: () => fakePage,
    pageUrl: () => fakePage.url,
    visitor: () => fakeVisitor,
    onVisitor: (owner, listener) => {
      visitorListeners.add(listener);
      owner.add(() => visitorListeners.delete(listener));
    },
    findIpAddress: async () => undefined,
    place: () => fakePlace,
    marketing: () => ({}),
    account: (service) => ({ service, account: '1', baseURI: 'https://gateway.example' }),
    identity: { find: async () => undefined, refresh: async () => undefined, onChange: () => {} },
    deployment: {},
    entries: () => [],
    agentAvailability: () => 'available',
    attention: attentionPort,
    isBotPage: () => false,
    requestTransfer: async (request) => void transfers.push(request),
    openScheduler: (request) => void schedulers.push(request),
    onEmployeeCheck: () => {},
    ...overrides,
  };

  return {
    ports,
    clock,
    log,
    call,
    storage,
    lifetime,
    events,
    opened,
    emitted,
    /** How often the page was asked to report its links again. */
    bindings: () => bindings,
    tracked,
    transfers,
    schedulers,
    /** What the ports of the store have in place of the channel's. */
    attention: attentionPort,
    /** Shows, hides, focuses or blurs the pane, and notifies the listeners. */
    setAttention(change: Partial<typeof attention>): void {
      Object.assign(attention, change);
      for (const watcher of watchers) watcher();
    },
    /** The network is back. */
    goOnline(): void {
      for (const listener of onlineListeners) listener();
    },
    /** What `visitor` returns has changed. */
    changeVisitor(): void {
      for (const listener of visitorListeners) listener();
    },
    watchers,
  };
}
