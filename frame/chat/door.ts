import { createLazy } from '../platform/lazy.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { ChatSummary } from '../shell/records.ts';
import type { ChatPorts } from './ports.ts';
import type { RoutingEntry } from './routing/routingEntry.ts';
import type { ChatStore, OpenChat } from './store.ts';

interface ChatDoorPorts extends Pick<ChatPorts, 'clock' | 'log' | 'lifetime'> {
  /** Creates the other dependencies of chat. Called when the chat is downloaded. */
  readonly createPorts: (
    lifetime: Lifetime,
    entries: readonly RoutingEntry[],
  ) => Promise<Omit<ChatPorts, 'findLoader'>>;
  readonly isLoggedIn: () => boolean;
  /** Called after every change; without a summary there is no chat. */
  readonly onChange: (summary: ChatSummary | undefined) => void;
}

export type ChatDoor = ReturnType<typeof createChatDoor>;

/** The resident part of chat. It downloads the rest once the lookup names a chat service. */
export function createChatDoor(ports: ChatDoorPorts) {
  let chat: ReturnType<typeof createChat> | undefined;
  let isReady = false;
  /** When the chat before this one was closed, ms since the epoch. */
  let replacedAt = 0;
  /** Services that were named during a conversation. They are opened when that conversation has left the window. */
  let nextEntries: readonly RoutingEntry[] | undefined;
  let wanted: Parameters<ChatStore['startChat']> | undefined;

  /** One chat: the services it was opened with, and its downloads and timers until other services replace it. */
  function createChat(entries: readonly RoutingEntry[]) {
    const lifetime = ports.lifetime.child();
    let attempt = lifetime.child();
    const loaded = createLazy({
      clock: ports.clock,
      lifetime,
      download() {
        // A failed attempt may still arrive. Its subscriptions end at once.
        attempt.end();
        attempt = lifetime.child();
        return Promise.all([import('./store.ts'), ports.createPorts(attempt, entries)] as const);
      },
      create: ([{ openChat }, chatPorts]) => openChat(chatPorts, replacedAt, ports.isLoggedIn),
      onReady: (opened) => follow(opened, lifetime),
      onFailure(error) {
        ports.log.error('The chat could not be loaded.', error);
        wanted = undefined;
        ports.onChange(undefined);
      },
    });
    return { entries, lifetime, loaded };
  }

  /** Keeps the shell up to date, and restores what was open before a reload. */
  function follow({ store, summary }: OpenChat, lifetime: Lifetime): void {
    const notify = (): void => {
      ports.onChange(summary());
      if (nextEntries && store.state.conversations.length === 0 && !store.state.isStarting) open(nextEntries);
    };
    store.subscribe(notify);
    notify();
    store.begin().then(
      () => {
        if (lifetime.ended) return;
        isReady = true;
        notify();
      },
      (error) => ports.log.error('The chat could not be restored.', error),
    );
    if (wanted) void store.startChat(...wanted);
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

  const storeNow = (): ChatStore | undefined => chat?.loaded.peek()?.store;

  /**
   * Opens the services of the lookup. Different services replace the chat. During a conversation this waits until it has
   * left the window (CH-016).
   */
  function open(entries: readonly RoutingEntry[]): void {
    nextEntries = undefined;
    if (ports.lifetime.ended) return;
    const isSame = JSON.stringify(entries) === JSON.stringify(chat?.entries ?? []);
    if (!isSame && storeNow()?.state.conversations.length) {
      nextEntries = entries;
      return;
    }
    if (!isSame) {
      close();
      chat = entries.length > 0 ? createChat(entries) : undefined;
      if (!chat) ports.onChange(undefined);
    }
    download();
  }

  /** Called when the visitor has changed or has withdrawn consent: closes every conversation and starts over. */
  function restart(entries = nextEntries ?? chat?.entries ?? []): void {
    wanted = undefined;
    close();
    ports.onChange(undefined);
    open(entries);
  }

  return {
    get store(): ChatStore | undefined {
      return storeNow();
    },
    /** Whether the chat has restored what was open before a reload. From then on, a chat that appears was started by the visitor. */
    get isReady(): boolean {
      return isReady;
    },
    open,
    restart,
    /** Starts a chat, and retries a failed download for it. False if there is no chat to start; the menu is then shown. */
    start(...asked: Parameters<ChatStore['startChat']>): boolean {
      // A chat that has ended gives way to the services of this page.
      if (nextEntries && !chat?.loaded.peek()?.summary().isLive) restart();
      const store = storeNow();
      if (store) void store.startChat(...asked);
      else if (chat) wanted = asked;
      download();
      return chat !== undefined;
    },
  };
}
