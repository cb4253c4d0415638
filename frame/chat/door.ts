import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import type { AdapterId } from './adapters.ts';
import type { StartType } from './channel.ts';
import type { ChatPorts } from './ports.ts';
import type { RoutingEntry } from './routingEntry.ts';
import type { ChatStore } from './store.ts';
import type { ChatSummary } from './summary.ts';

export interface ChatDoorPorts {
  readonly log: Log;
  readonly lifetime: Lifetime;
  /** Everything else that the room needs, asked for when it opens. */
  readonly room: (lifetime: Lifetime, entries: readonly RoutingEntry[]) => Promise<Omit<ChatPorts, 'findLoader'>>;
  readonly isLoggedIn: () => boolean;
  readonly isPaneShown: () => boolean;
  /** After every change. */
  readonly told: (summary: ChatSummary | undefined) => void;
}

export type ChatDoor = ReturnType<typeof createChatDoor>;

/** The small part of chat that the core carries: it downloads the room once a chat service is named, and knocks. */
export function createChatDoor(ports: ChatDoorPorts) {
  let store: ChatStore | undefined;
  let lifetime: Lifetime | undefined;
  let named = '';
  /** Named while somebody was talking: the room's when that talk has left the window. */
  let later: readonly RoutingEntry[] | undefined;
  let known: readonly RoutingEntry[] = [];
  let isReady = false;
  let wanted: { readonly type: StartType; readonly adapterId: AdapterId | undefined } | undefined;

  async function download(entries: readonly RoutingEntry[], own: Lifetime): Promise<void> {
    try {
      const [{ openChat }, { summarise }, room] = await Promise.all([
        import('./openChat.ts'),
        import('./summary.ts'),
        ports.room(own, entries),
      ]);
      if (own.ended) return;
      const opened = openChat(room);
      store = opened;
      const tell = (): void => {
        ports.told(summarise(opened.state, ports.isLoggedIn()));
        if (later && opened.state.conversations.length === 0 && !opened.state.isStarting) door.open(later);
      };
      opened.subscribe(tell);
      opened.paneShown(ports.isPaneShown());
      tell();
      const begun = opened.begin();
      if (wanted) void opened.startChat(wanted.type, wanted.adapterId);
      wanted = undefined;
      await begun;
      if (own.ended) return;
      isReady = true;
      tell();
    } catch (error) {
      if (own.ended) return; // Silent: another room has taken its place.
      ports.log.error('The chat could not be downloaded; the page goes on without it.', error);
      named = '';
      wanted = undefined;
      ports.told(undefined);
    }
  }

  function close(): void {
    lifetime?.end();
    store = undefined;
    isReady = false;
    named = '';
    later = undefined;
  }

  const door = {
    /** The visitor is somebody else, or has taken the consent back: the room begins anew, whoever was talking in it. */
    restart(entries = later ?? known): void {
      close();
      ports.told(undefined);
      door.open(entries);
    },
    /** The room, once it is there. */
    get store() {
      return store;
    },
    /** Whether the room has finished what a reload asks for: from then on a new chat body is the visitor's wish. */
    get isReady() {
      return isReady;
    },
    /** The lookup named these services. Others than before replace the room, unless somebody is talking in it. */
    open(entries: readonly RoutingEntry[]): void {
      const names = JSON.stringify(entries);
      later = undefined;
      if (names === named || ports.lifetime.ended) return;
      if (store?.isLive()) {
        later = entries;
        return;
      }
      close();
      known = entries;
      named = names;
      if (entries.length === 0) {
        wanted = undefined;
        ports.told(undefined);
        return;
      }
      lifetime = ports.lifetime.child();
      void download(entries, lifetime);
    },
    /** False when there is no chat to start: the menu is the answer then. */
    start(type: StartType, adapterId?: AdapterId): boolean {
      if (store) {
        void store.startChat(type, adapterId);
        return true;
      }
      const isNamed = named !== '' && named !== '[]';
      if (isNamed) wanted = { type, adapterId };
      return isNamed;
    },
    paneShown(isShown: boolean): void {
      store?.paneShown(isShown);
    },
  };
  return door;
}
