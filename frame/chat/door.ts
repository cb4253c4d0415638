import type { Clock } from '../platform/clock.ts';
import { createLazy } from '../platform/lazy.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import type { ChatSummary } from '../shell/records.ts';
import type { StartType } from './channel.ts';
import type { OpenChat } from './openChat.ts';
import type { ChatPorts } from './ports.ts';
import type { AdapterId } from './routing/adapters.ts';
import type { RoutingEntry } from './routing/routingEntry.ts';
import type { ChatStore } from './store.ts';

export interface ChatDoorPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly lifetime: Lifetime;
  /** Creates the other dependencies of chat. Called when the chat is downloaded. */
  readonly createPorts: (
    lifetime: Lifetime,
    entries: readonly RoutingEntry[],
  ) => Promise<Omit<ChatPorts, 'findLoader'>>;
  readonly isLoggedIn: () => boolean;
  /** Called after every change; without a summary there is no chat. */
  readonly onChange: (summary: ChatSummary | undefined) => void;
}

/** The resident part of chat. It downloads the rest once the lookup names a chat service. */
export interface ChatDoor {
  /** The chat, once it has been downloaded. */
  readonly store: ChatStore | undefined;
  /** Whether the chat has restored what was open before a reload. From then on, a chat that appears was started by the visitor. */
  readonly isReady: boolean;
  /**
   * Opens the services of the lookup. Different services replace the chat. During a conversation this waits until it has
   * left the window (CH-016).
   */
  open(entries: readonly RoutingEntry[]): void;
  /** Called when the visitor has changed or has withdrawn consent: closes every conversation and starts over. */
  restart(entries?: readonly RoutingEntry[]): void;
  /** Starts a chat, and retries a failed download for it. False if there is no chat to start; the menu is then shown. */
  start(type: StartType, adapterId?: AdapterId): boolean;
}

export function createChatDoor(ports: ChatDoorPorts): ChatDoor {
  let chat: ReturnType<typeof createChat> | undefined;
  let isReady = false;
  /** When the chat before this one was closed, ms since the epoch. */
  let replacedAt = 0;
  let entries: readonly RoutingEntry[] = [];
  /** Services that were named during a conversation. They are opened when that conversation has left the window. */
  let nextEntries: readonly RoutingEntry[] | undefined;
  let wanted: { readonly type: StartType; readonly adapterId: AdapterId | undefined } | undefined;

  /** One chat: the services it was opened with, as JSON, and its downloads and timers until other services replace it. */
  function createChat(key: string) {
    const lifetime = ports.lifetime.child();
    let attempt = lifetime.child();
    const loaded = createLazy({
      clock: ports.clock,
      lifetime,
      download() {
        // A failed attempt may still arrive. Its subscriptions end at once.
        attempt.end();
        attempt = lifetime.child();
        return Promise.all([import('./openChat.ts'), ports.createPorts(attempt, entries)] as const);
      },
      create: ([{ openChat }, chatPorts]) => openChat(chatPorts, replacedAt, ports.isLoggedIn),
      onReady: (opened) => follow(opened, lifetime),
      onFailure(error) {
        ports.log.error('The chat could not be downloaded; the page goes on without it.', error);
        wanted = undefined;
        ports.onChange(undefined);
      },
    });
    return { key, lifetime, loaded };
  }

  /** Keeps the shell up to date, and restores what was open before a reload. */
  function follow({ store, summary }: OpenChat, lifetime: Lifetime): void {
    const notify = (): void => {
      ports.onChange(summary());
      if (nextEntries && store.state.conversations.length === 0 && !store.state.isStarting) door.open(nextEntries);
    };
    store.subscribe(notify);
    notify();
    store.begin().then(
      () => {
        if (lifetime.ended) return;
        isReady = true;
        notify();
      },
      (error) => ports.log.error('The chat could not restore what was open before the reload.', error),
    );
    if (wanted) void store.startChat(wanted.type, wanted.adapterId);
    wanted = undefined;
  }

  /** Also retries a failed download. */
  function download(): void {
    if (chat) chat.loaded.prefetch();
    else wanted = undefined;
  }

  function close(): void {
    if (chat) replacedAt = ports.clock.now();
    chat?.lifetime.end();
    chat = undefined;
    isReady = false;
    nextEntries = undefined;
  }

  const door: ChatDoor = {
    get store() {
      return chat?.loaded.peek()?.store;
    },
    get isReady() {
      return isReady;
    },
    open(named) {
      const key = JSON.stringify(named);
      nextEntries = undefined;
      if (ports.lifetime.ended) return;
      const isSame = key === (chat?.key ?? '[]');
      if (!isSame && door.store?.isLive()) {
        nextEntries = named;
        return;
      }
      entries = named;
      if (!isSame) {
        close();
        chat = named.length > 0 ? createChat(key) : undefined;
        if (!chat) ports.onChange(undefined);
      }
      download();
    },
    restart(named = nextEntries ?? entries) {
      wanted = undefined;
      close();
      ports.onChange(undefined);
      door.open(named);
    },
    start(type, adapterId) {
      if (door.store) void door.store.startChat(type, adapterId);
      else if (chat) wanted = { type, adapterId };
      download();
      return chat !== undefined;
    },
  };
  return door;
}
