import * as v from 'valibot';
import type { VisitorFacts } from '../../frame/chat/channel.ts';
import type { ChatState, Conversation } from '../../frame/chat/conversation.ts';
import { allMessages } from '../../frame/chat/messages/messageLog.ts';
import type { ChatPorts } from '../../frame/chat/ports.ts';
import type { AdapterId } from '../../frame/chat/routing/adapters.ts';
import { chatDeployment } from '../../frame/chat/routing/deployment.ts';
import type { RoutingEntry } from '../../frame/chat/routing/routingEntry.ts';
import { createChatStore } from '../../frame/chat/store.ts';
import { shownConversation } from '../../frame/chat/window/shown.ts';
import { createFakeChannel, type FakeChannel } from './fakeChannel.ts';
import { createFakeChannelPorts, fakeVisitor } from './fakeChannelPorts.ts';
import type { createFakeStorage } from './fakeStorage.ts';

export interface ChatBenchOptions {
  readonly entries?: readonly RoutingEntry[];
  readonly deployment?: object;
  readonly ports?: Partial<ChatPorts>;
  readonly storage?: ReturnType<typeof createFakeStorage>;
  /** The state after `init`, by adapter; `available` by default. */
  readonly states?: Partial<Record<AdapterId, ChatState>>;
  /** Changes a channel before its `init`. */
  readonly prepare?: (channel: FakeChannel) => void;
  readonly visitor?: Partial<VisitorFacts>;
}

/** A chat store on fake channels. */
export function createChatBench(options: ChatBenchOptions = {}) {
  const fakes = createFakeChannelPorts();
  const storage = options.storage ?? fakes.storage;
  const channels = new Map<AdapterId, FakeChannel>();
  const hostStore = new Map<string, string>();
  const pane = { shown: 0, menus: 0, missing: 0, appeared: [] as string[] };
  const { clock, log, lifetime, call } = fakes;

  const ports: ChatPorts = {
    clock,
    log,
    lifetime,
    call,
    storage,
    tabs: fakes.ports.tabs,
    visitorKey: fakes.ports.visitorKey,
    createId: fakes.ports.createId,
    random: fakes.ports.random,
    texts: fakes.ports.texts,
    query: fakes.ports.query,
    page: fakes.ports.page,
    pageUrl: () => ports.page().url,
    findIpAddress: fakes.ports.findIpAddress,
    place: fakes.ports.place,
    marketing: fakes.ports.marketing,
    identity: fakes.ports.identity,
    attention: fakes.attention,
    track: fakes.ports.track,
    openScheduler: fakes.ports.openScheduler,
    visitor: () => ({ ...fakeVisitor, ...options.visitor }),
    onVisitor: fakes.ports.onVisitor,
    host: {
      ...fakes.ports.host,
      readStore: async (key) => hostStore.get(key) ?? null,
      writeStore: async (key, value) => {
        if (value === null) hostStore.delete(key);
        else hostStore.set(key, value);
        return true;
      },
    },
    deployment: v.parse(chatDeployment, options.deployment ?? {}),
    entries: options.entries ?? [
      { service: 'bot', skill: 'cloud' },
      { service: 'liveperson', skill: 'sales' },
    ],
    pane: {
      show: () => {
        pane.shown += 1;
      },
      chatMissing: () => {
        pane.missing += 1;
      },
      showMenu: () => {
        pane.menus += 1;
      },
      chatAppeared: (queue) => void pane.appeared.push(queue),
    },
    findLoader:
      ({ adapterId }) =>
      async () =>
      (ports) => {
        const fake = createFakeChannel(ports, options.states?.[adapterId] ?? 'available');
        options.prepare?.(fake);
        channels.set(adapterId, fake);
        return fake.channel;
      },
    ...options.ports,
  };
  const store = createChatStore(ports);

  const shown = (): Conversation | undefined => shownConversation(store.state);
  return {
    store,
    ports,
    fakes: { ...fakes, storage },
    pane,
    hostStore,
    shown,
    channel(id: AdapterId): FakeChannel {
      const found = channels.get(id);
      if (!found) throw new Error(`no channel ${id}`);
      return found;
    },
    messages: () => {
      const conversation = shown();
      return conversation ? allMessages(conversation.messages) : [];
    },
    texts: () => {
      const conversation = shown();
      return conversation ? allMessages(conversation.messages).map((message) => message.text) : [];
    },
    run: (ms = 0) => clock.advance(ms),
  };
}
