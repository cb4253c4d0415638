import type { Log } from './log.ts';

/**
 * Every key that the frame keeps in its own origin's storage (partitioned by host site in today's browsers).
 * A test reads the source and fails on a key that is not listed or on a write that goes around this file.
 */
export const frameKeys = {
  'cm-conversations': {
    area: 'local',
    purpose: 'ids of conversations to continue after a reload (CH-052)',
    consent: 'chat',
  },
  'cm-outbox': { area: 'local', purpose: 'messages written but not delivered yet', consent: 'chat' },
  'cm-draft': { area: 'session', purpose: 'the text in the composer, so that a reload loses nothing', consent: 'chat' },
  'cm-profile': { area: 'session', purpose: 'identities and their tokens (CH-169)', consent: 'chat' },
  'cm-chat-account': { area: 'session', purpose: 'account of a running live chat (CH-122)', consent: 'chat' },
  'cm-chat-queue': { area: 'session', purpose: 'texts waiting for a live agent (CH-125)', consent: 'chat' },
  'cm-chat-session': {
    area: 'session',
    purpose: 'visitor and session ids of the live-chat service (CH-119)',
    consent: 'chat',
  },
  'cm-external-config': { area: 'session', purpose: 'routing entry used since a transfer (CH-060)', consent: 'chat' },
  'cm-marketing': {
    area: 'session',
    purpose: 'marketing attributes of the landing page (SH-110)',
    consent: 'analytics',
  },
  'cm-offers': { area: 'session', purpose: 'offer session id and failed flag (SH-139, SH-165)', consent: 'interact' },
} as const satisfies Record<string, { area: 'local' | 'session'; purpose: string; consent: string }>;

export type FrameKey = keyof typeof frameKeys;

/** Values are JSON. A suffix separates several entries of one kind (`cm-draft.<conversation id>`). */
export interface FrameStorage {
  /** `undefined` when absent or unreadable; the caller parses, the value is never trusted. */
  read(key: FrameKey, suffix?: string): unknown;
  /** False when only the page's memory holds it, because the browser refuses storage. */
  write(key: FrameKey, value: unknown, suffix?: string): boolean;
  remove(key: FrameKey, suffix?: string): void;
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
      const text = memory.get(name) ?? attempt(() => area(frameKeys[key].area).getItem(name), null);
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
        area(frameKeys[key].area).setItem(name, text);
        return true;
      }, false);
      if (kept) memory.delete(name);
      else memory.set(name, text);
      return kept;
    },
    remove(key, suffix) {
      const name = nameOf(key, suffix);
      memory.delete(name);
      attempt(() => area(frameKeys[key].area).removeItem(name), undefined);
    },
  };
}
