import type { Log } from './log.ts';

/**
 * Every key that the frame keeps in its own origin's storage (partitioned by host site in today's browsers).
 * A test reads the source and fails on a key that is not listed, on a row without purpose and consent product, and on a
 * write that goes around this file. Purposes are comments, since every value here is downloaded before intent.
 */
export const frameKeys = {
  /** Ids of conversations to continue after a reload (CH-052). Consent: chat. */
  'cm-conversations': 'local',
  /** Messages written but not delivered yet. Consent: chat. */
  'cm-outbox': 'local',
  /** The text in the composer, so that a reload loses nothing. Consent: chat. */
  'cm-draft': 'session',
  /** Marks of the signed-in visitor whose talks these are, so that the next one does not get them. Consent: chat. */
  'cm-visitor': 'local',
  /** Identities and their tokens (CH-169). Consent: chat. */
  'cm-profile': 'session',
  /** Account of a running live chat (CH-122). Consent: chat. */
  'cm-chat-account': 'session',
  /** Texts waiting for a live agent (CH-125). Consent: chat. */
  'cm-chat-queue': 'session',
  /** Visitor and session ids of the live-chat service (CH-119). Consent: chat. */
  'cm-chat-session': 'session',
  /** Routing entry used since a transfer (CH-060). Consent: chat. */
  'cm-external-config': 'session',
  /** Marketing attributes of the landing page (SH-110). Consent: analytics. */
  'cm-marketing': 'session',
  /** Offer session id and failed flag (SH-139, SH-165). Consent: interact. */
  'cm-offers': 'session',
} as const satisfies Record<string, 'local' | 'session'>;

export type FrameKey = keyof typeof frameKeys;

/** Values are JSON. A suffix separates several entries of one kind (`cm-draft.<conversation id>`). */
export interface FrameStorage {
  /** `undefined` when absent or unreadable; the caller parses, the value is never trusted. */
  read(key: FrameKey, suffix?: string): unknown;
  /** False when only the page's memory holds it, because the browser refuses storage. */
  write(key: FrameKey, value: unknown, suffix?: string): boolean;
  remove(key: FrameKey, suffix?: string): void;
  /** The key with all of its suffixes. */
  clear(key: FrameKey): void;
}

/** `area` may throw on access (blocked cookies, sandboxed frame): then memory serves for the life of the page. */
export function createFrameStorage(area: (kind: 'local' | 'session') => Storage, log: Log): FrameStorage {
  const memory = new Map<string, string>();
  let warned = false;
  const nameOf = (key: FrameKey, suffix?: string): string => (suffix === undefined ? key : `${key}.${suffix}`);

  function attempt<T>(task: () => T, otherwise: T): T {
    try {
      return task();
    } catch (error) {
      if (!warned) log.warn('Storage is not available; what would be kept lasts until the page is left.', error);
      warned = true;
      return otherwise;
    }
  }

  return {
    read(key, suffix) {
      const name = nameOf(key, suffix);
      const text = memory.get(name) ?? attempt(() => area(frameKeys[key]).getItem(name), null);
      if (text === null) return undefined;
      try {
        return JSON.parse(text);
      } catch {
        return undefined; // Silent: a value edited by hand counts as absent.
      }
    },
    write(key, value, suffix) {
      const name = nameOf(key, suffix);
      const text = JSON.stringify(value);
      const kept = attempt(() => {
        area(frameKeys[key]).setItem(name, text);
        return true;
      }, false);
      if (kept) memory.delete(name);
      else memory.set(name, text);
      return kept;
    },
    remove(key, suffix) {
      const name = nameOf(key, suffix);
      memory.delete(name);
      attempt(() => area(frameKeys[key]).removeItem(name), undefined);
    },
    clear(key) {
      const kept = attempt(() => {
        const { length } = area(frameKeys[key]);
        return Array.from({ length }, (_, at) => area(frameKeys[key]).key(at) ?? '');
      }, []);
      for (const name of [...memory.keys(), ...kept]) {
        if (`${name}.`.startsWith(`${key}.`)) this.remove(key, name.slice(key.length + 1) || undefined);
      }
    },
  };
}
