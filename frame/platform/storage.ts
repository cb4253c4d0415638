import type { Lifetime } from './lifetime.ts';
import type { Log } from './log.ts';
import { parseJson } from './parseJson.ts';

/**
 * Every key in the storage of the frame's own origin (browsers partition it by host site). A test reads the source and fails
 * on a key that is not listed, on a row without purpose and consent product, and on a write that bypasses this file.
 * Purposes are comments, so that they are not downloaded.
 */
export const frameKeys = {
  /** Ids of conversations to continue after a reload (CH-052). Consent: chat. */
  'cm-conversations': 'local',
  /** The live chat of this tab, in the same form; or its ended chat, with its messages, while the survey is open. Consent: chat. */
  'cm-conversations-tab': 'session',
  /** The adapter of the conversation that this tab shows. Consent: chat. */
  'cm-tab-shown': 'session',
  /** Texts that the service has not confirmed, each under the id of its adapter and its own id. Consent: chat. */
  'cm-outbox': 'local',
  /** Conversations that the visitor has ended, until their service has confirmed it. Consent: chat. */
  'cm-ends': 'local',
  /** How far the visitor has read a conversation, and which of its events have been sent. Consent: chat. */
  'cm-read': 'local',
  /** The id of the last message that one of the tabs has rung for. Consent: chat. */
  'cm-rung': 'local',
  /** The text in the composer, which survives a reload. Consent: chat. */
  'cm-draft': 'session',
  /** The visitor of this browser: a random id, and hashes of the ids of a signed-in visitor (CH-014). Consent: chat. */
  'cm-visitor': 'local',
  /** The visitor that this tab's entries belong to, and the page's last data about them. Consent: chat. */
  'cm-tab-visitor': 'session',
  /** Identities and their tokens (CH-169). Consent: chat. */
  'cm-profile': 'session',
  /** A guest's identities and anonymous tokens, which all tabs of this browser share. Consent: chat. */
  'cm-profile-guest': 'local',
  /** When the visitor went to the sign-in page, until the broker knows them (CH-035). Consent: chat. */
  'cm-sign-in': 'local',
  /** Account of the active live chat (CH-122). Consent: chat. */
  'cm-chat-account': 'session',
  /** The id of this tab, for the next page load. Consent: chat. */
  'cm-tab': 'session',
  /** Visitor and session ids of the live-chat service (CH-119). Consent: chat. */
  'cm-chat-session': 'session',
  /** Routing entry used since a transfer (CH-060). Consent: chat. */
  'cm-external-config': 'session',
  /** A guest's XMPP account, or the name of a signed-in visitor's, with the open conversation; ids of returned texts. Consent: chat. */
  'cm-xmpp': 'local',
  /** The location and language that the visitor has chosen in the widget. Consent: necessary. */
  'cm-locale': 'local',
  /** Hashes of the page rules whose notification the visitor has seen to its end (SH-137). Consent: proactive. */
  'cm-closed': 'local',
  /** Whether the visitor has turned the sound on. Consent: necessary. */
  'cm-sound': 'local',
  /** The draft of the form, or the id of the message that the tab has sent, by visitor. Consent: necessary. */
  'cm-form': 'session',
  /** A sent message of the form, by visitor, until a server has accepted it. Consent: necessary. */
  'cm-outbox-form': 'local',
  /** A random id of the last time that a visitor left, by which all tabs and pages notice it. Consent: necessary. */
  'cm-left': 'local',
  /** The last departure that this tab knows about. Consent: necessary. */
  'cm-tab-left': 'session',
  /** Marketing attributes of the landing page (SH-110). Consent: analytics. */
  'cm-marketing': 'session',
  /** Variations of pill and links, for the next page (SH-153, SH-088), and the visitor's others (CH-198). Consent: experiments. */
  'cm-variations': 'local',
  /** The visitor's consent to chat, with the banner's answer at that time. Consent: necessary. */
  'cm-consent': 'local',
  /** A random id of the visitor's last data deletion, by which other tabs notice it. Consent: necessary. */
  'cm-deleted': 'local',
  /** The last deletion that this tab knows about. Consent: necessary. */
  'cm-tab-deleted': 'session',
  /** What blocks the pop-up on the pages of this tab (SH-121). Consent: proactive. */
  'cm-proactive-block': 'session',
  /** Offer session id and failed flag (SH-139, SH-165). Consent: interact. */
  'cm-offers': 'session',
} as const satisfies Record<string, 'local' | 'session'>;

export type FrameKey = keyof typeof frameKeys;

/** The keys of a visitor's conversations and identities. A refusal removes them without a download of the chat. */
export const visitorKeys: readonly FrameKey[] = [
  'cm-conversations',
  'cm-conversations-tab',
  'cm-tab-shown',
  'cm-outbox',
  'cm-ends',
  'cm-read',
  'cm-rung',
  'cm-draft',
  'cm-profile',
  'cm-profile-guest',
  'cm-sign-in',
  'cm-chat-account',
  'cm-chat-session',
  'cm-external-config',
  'cm-xmpp',
];

/** Everything that is removed when its visitor leaves: signs out, is replaced by another, or deletes their data. */
export const leftKeys: readonly FrameKey[] = [
  ...visitorKeys,
  'cm-locale',
  'cm-closed',
  'cm-sound',
  'cm-variations',
  'cm-offers',
];

/** Values are JSON. A suffix separates several entries of one kind (`cm-draft.<conversation id>`). */
export interface FrameStorage {
  /** Undefined when absent or unreadable. The caller parses the value and never trusts it. */
  read(key: FrameKey, suffix?: string): unknown;
  /** False if the browser refuses storage. The value is then kept in memory until the page is left. */
  write(key: FrameKey, value: unknown, suffix?: string): boolean;
  remove(key: FrameKey, suffix?: string): void;
  /** Removes the key with all of its suffixes. */
  clear(key: FrameKey): void;
  /** False while the browser refuses storage, which may be temporary. An unreadable entry may still exist. */
  isReadable(key: FrameKey): boolean;
  /** Drops the value that was kept in memory because the browser refused to store it. Reads return the stored value again. */
  forget(key: FrameKey): void;
  /** The suffixes that have an entry of this key. */
  suffixes(key: FrameKey): readonly string[];
  /** Calls `listener` when another tab changes an entry of the local area. Session entries are not shared. */
  onChange(lifetime: Lifetime, listener: (key: FrameKey, suffix: string | undefined) => void): void;
}

/** Calls the listener with the name of each entry that another tab has changed, or null if it has removed all. */
export type WatchStorage = (lifetime: Lifetime, listener: (name: string | null) => void) => void;

/** `area` may throw on access (blocked cookies, sandboxed frame). Memory then replaces it until the page is left. */
export function createFrameStorage(
  area: (kind: 'local' | 'session') => Storage,
  log: Log,
  watch: WatchStorage = () => {},
): FrameStorage {
  const memory = new Map<string, string>();
  let warned = false;
  const nameOf = (key: FrameKey, suffix?: string): string => (suffix === undefined ? key : `${key}.${suffix}`);

  function attempt<T>(task: () => T, fallback: T): T {
    try {
      return task();
    } catch (error) {
      if (!warned) log.warn('Storage is not available. Values are kept until the page is left.', error);
      warned = true;
      return fallback;
    }
  }

  return {
    read(key, suffix) {
      const name = nameOf(key, suffix);
      const text = memory.get(name) ?? attempt(() => area(frameKeys[key]).getItem(name), null);
      if (text === null) return undefined;
      try {
        return parseJson(text);
      } catch {
        return undefined; // Edited by hand: treated as absent.
      }
    },
    write(key, value, suffix) {
      const name = nameOf(key, suffix);
      const text = JSON.stringify(value);
      const isStored = attempt(() => {
        area(frameKeys[key]).setItem(name, text);
        return true;
      }, false);
      if (isStored) memory.delete(name);
      else memory.set(name, text);
      return isStored;
    },
    remove(key, suffix) {
      const name = nameOf(key, suffix);
      memory.delete(name);
      attempt(() => area(frameKeys[key]).removeItem(name), undefined);
    },
    clear(key) {
      this.remove(key);
      for (const suffix of this.suffixes(key)) this.remove(key, suffix);
    },
    isReadable: (key) => attempt(() => area(frameKeys[key]).length >= 0, false),
    forget: (key) => void memory.delete(key),
    suffixes(key) {
      const stored = attempt(() => {
        const { length } = area(frameKeys[key]);
        return Array.from({ length }, (_, at) => area(frameKeys[key]).key(at) ?? '');
      }, []);
      const names = new Set([...memory.keys(), ...stored]);
      return [...names].flatMap((name) => (name.startsWith(`${key}.`) ? [name.slice(key.length + 1)] : []));
    },
    onChange(lifetime, listener) {
      watch(lifetime, (name) => {
        for (const key of Object.keys(frameKeys) as FrameKey[]) {
          if (name === null || name === key) listener(key, undefined);
          else if (name.startsWith(`${key}.`)) listener(key, name.slice(key.length + 1));
        }
      });
    },
  };
}
