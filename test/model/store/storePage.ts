import * as v from 'valibot';
import type { CreateChannel } from '../../../frame/chat/channel.ts';
import type { ChatState, Message } from '../../../frame/chat/conversation.ts';
import { allMessages } from '../../../frame/chat/messages/messageLog.ts';
import type { ChatPorts } from '../../../frame/chat/ports.ts';
import { chatDeployment } from '../../../frame/chat/routing/deployment.ts';
import type { RoutingEntry } from '../../../frame/chat/routing/routingEntry.ts';
import { type ChatStore, createChatStore } from '../../../frame/chat/store.ts';
import { shownConversation, shownState } from '../../../frame/chat/window/shown.ts';
import { parseQueryParameters } from '../../../frame/host/queryParameters.ts';
import type { IdentityDoor } from '../../../frame/identity/identityDoor.ts';
import type { CallBackend } from '../../../frame/platform/backend/plan.ts';
import type { Lifetime } from '../../../frame/platform/lifetime.ts';
import type { FrameStorage } from '../../../frame/platform/storage.ts';
import { createTabs, type Tabs } from '../../../frame/platform/tabs.ts';
import type { NamedVisitor } from '../../../frame/visitor/compareVisitors.ts';
import { storageOfEpoch } from '../../../frame/visitor/visitorMark.ts';
import { watchVisitor } from '../../../frame/visitor/visitorWatch.ts';
import { fakePage, fakePlace, fakeVisitor } from '../../support/fakeChannelPorts.ts';
import { type ModelDocument, silentLog, storedIdOf } from '../modelBrowser.ts';

/** What a family decides about its pages. */
export interface StorePageKind {
  readonly entries: readonly RoutingEntry[];
  readonly deployment: object;
  readonly createChannel: CreateChannel;
}

export interface StorePagePorts {
  readonly kind: StorePageKind;
  readonly document: ModelDocument;
  readonly call: CallBackend;
  readonly createId: () => string;
  readonly random: () => number;
  readonly identity?: (lifetime: Lifetime) => IdentityDoor;
  /** Called when the page has named somebody else, or nobody. */
  readonly named?: () => void;
  /** Whom the page names when it loads; undefined if nobody. */
  readonly name: string | undefined;
  /** Who uses a page that names nobody. */
  readonly guest: () => string;
}

/** A page with the chat room on it, as the visitor meets it. */
export interface StorePage {
  readonly document: ModelDocument;
  /** Undefined while the chat is closed, because the visitor is not known. */
  readonly store: ChatStore | undefined;
  /** Who uses the page, as far as it says. */
  readonly person: string;
  readonly state: ChatState;
  readonly messages: readonly Message[];
  readonly draft: string;
  /** The service's id of the conversation in the window. */
  readonly conversationId: string | undefined;
  /** Everything that the live region has said. */
  readonly announced: readonly string[];
  isCached: boolean;
  /** The page names somebody else, or nobody. */
  name(name: string | undefined): void;
}

const visitorOf = (name: string | undefined): NamedVisitor =>
  name === undefined ? { signedin: false } : { userId: name, signedin: true };

export function createStorePage(ports: StorePagePorts): StorePage {
  const { document } = ports;
  const { clock, lifetime } = document;
  const announced: string[] = [];
  let name = ports.name;
  let store: ChatStore | undefined;
  let own: Lifetime | undefined;
  let isHeld = false;
  /** What was said before is history for the chat. */
  let startedAt = document.loadedAt;

  const watch = watchVisitor({
    ...{ storage: document.storage, clock, lifetime, createId: ports.createId, namedOn: 'everyPage' },
    visitor: () => visitorOf(name),
    pageStartedAt: document.loadedAt,
    isAllowed: () => true,
    onShow: document.onShow,
    dropped: () => {},
  });
  watch.keep();
  watch.onLeft(() => {
    startedAt = clock.now();
    void open();
  });
  watch.onKnown(() => {
    if (isHeld) void open();
  });

  async function open(): Promise<void> {
    own?.end();
    store = undefined;
    isHeld = false;
    const child = lifetime.child();
    own = child;
    watch.check();
    await watch.whenSettled(child);
    if (child.ended) return;
    if (!watch.isKnown) {
      isHeld = true;
      return;
    }
    const opened = createChatStore(storePorts(ports, child, watch.epoch, () => name, startedAt));
    store = opened;
    listen(opened);
    void opened.begin();
  }

  function listen(opened: ChatStore): void {
    let last = 0;
    opened.subscribe(() => {
      for (const { serial, text } of opened.state.announcements) {
        if (serial > last) announced.push(text);
        last = Math.max(last, serial);
      }
    });
  }

  void open();
  const page: StorePage = {
    document,
    get store() {
      return store;
    },
    get person() {
      return name ?? ports.guest();
    },
    get state() {
      return store ? shownState(store.state) : 'initialised';
    },
    get messages() {
      const shown = store && shownConversation(store.state);
      return shown ? allMessages(shown.messages) : [];
    },
    get draft() {
      return store?.state.draft ?? '';
    },
    get conversationId() {
      const shown = store && shownConversation(store.state);
      return store?.state.adapters.find((one) => one.id === shown?.adapterId)?.conversationId;
    },
    announced,
    isCached: false,
    name(next) {
      name = next;
      watch.check();
      ports.named?.();
    },
  };
  return page;
}

function storePorts(
  ports: StorePagePorts,
  lifetime: Lifetime,
  epoch: string,
  name: () => string | undefined,
  startedAt: number,
): ChatPorts {
  const { document, kind } = ports;
  const storage = storageOfEpoch(document.storage, epoch);
  return {
    ...{ clock: document.clock, log: silentLog, lifetime, call: ports.call, storage },
    ...{ createId: ports.createId, random: ports.random },
    tabs: tabsOf(document, lifetime, storage, ports.createId),
    visitorKey: () => epoch,
    pageUrl: () => 'https://www.northwind.example/',
    texts: { find: () => undefined },
    query: parseQueryParameters(''),
    entries: kind.entries,
    deployment: v.parse(chatDeployment, kind.deployment),
    identity: ports.identity?.(lifetime) ?? {
      find: async () => undefined,
      refresh: async () => undefined,
      onChange: () => {},
    },
    page: () => ({ ...fakePage, timeOrigin: startedAt }),
    visitor: () => ({
      ...fakeVisitor,
      ipAddress: '127.0.0.1',
      isSignedIn: name() !== undefined,
      userId: name(),
    }),
    onVisitor: () => {},
    findIpAddress: async () => undefined,
    marketing: () => ({}),
    track: () => {},
    openScheduler: () => {},
    host: {
      openUrl: async () => true,
      emit: async () => {},
      page: async () => {},
      readStore: async () => null,
      writeStore: async () => true,
    },
    place: () => fakePlace,
    attention: {
      isPaneShown: () => true,
      isChatShown: () => true,
      isFocused: () => true,
      onChange: () => {},
      onOnline: () => {},
    },
    pane: { show: () => {}, showMenu: () => {}, chatMissing: () => {}, chatAppeared: () => {} },
    findLoader: () => async () => kind.createChannel,
  };
}

const tabsOf = (document: ModelDocument, lifetime: Lifetime, storage: FrameStorage, createId: () => string): Tabs =>
  createTabs({
    ...{ lifetime, createId, locks: document.locks, onHide: document.onHide, onShow: document.onShow },
    clock: document.clock,
    storedId: storedIdOf(storage),
  });
