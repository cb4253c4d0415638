import type { HostKey, hostKeys } from '../../bridge/wire.ts';
import type { Log } from '../platform/log.ts';
import type { RemoteHost } from './remoteHost.ts';

/**
 * The host page's first-party store, as the rooms use it: the names of SH-113 only, JSON parsed safely, and the page's
 * memory in its place when the browser or the page refuses it (SH-176).
 */
export interface HostStore {
  /** The text as kept, decoded; `null` when absent. */
  read(key: HostKey): Promise<string | null>;
  /** The parsed JSON, or undefined when absent or not JSON: pages and people edit cookies. */
  readJson(key: HostKey): Promise<unknown>;
  /** A cookie that lives as long as SH-112 says. */
  writeCookie(key: WritableHostKey, value: unknown): Promise<void>;
  /** An entry for the life of the tab. */
  writeSession(key: WritableHostKey, value: unknown): Promise<void>;
  remove(key: WritableHostKey): Promise<void>;
}

/** Two names belong to others and are only ever read (SH-024). */
export type WritableHostKey = Exclude<HostKey, typeof hostKeys.anonymousId | typeof hostKeys.noticePreferences>;

export interface HostStorePorts {
  readonly host: Pick<RemoteHost, 'readStore' | 'writeStore'>;
  readonly log: Log;
  /** Life of a cookie that is written now, from `cookieLifeS`. */
  readonly cookieLifeS: () => number;
}

export function createHostStore(ports: HostStorePorts): HostStore {
  const memory = new Map<HostKey, string | null>();
  let warned = false;

  function keepInMemory(key: HostKey, text: string | null, reason?: unknown): void {
    memory.set(key, text);
    if (!warned) ports.log.warn('The page keeps no cookies; flags last until it is left.', reason);
    warned = true;
  }

  async function read(key: HostKey): Promise<string | null> {
    const kept = memory.get(key);
    if (kept !== undefined) return kept;
    try {
      const text: unknown = await ports.host.readStore(key);
      return typeof text === 'string' ? text : null;
    } catch {
      return null; // Silent: an unreadable entry counts as absent; a refused write warns.
    }
  }

  async function write(key: WritableHostKey, text: string | null, maxAgeS?: number): Promise<void> {
    try {
      const kept = await (maxAgeS === undefined
        ? ports.host.writeStore(key, text)
        : ports.host.writeStore(key, text, maxAgeS));
      if (kept) memory.delete(key);
      else keepInMemory(key, text);
    } catch (error) {
      keepInMemory(key, text, error);
    }
  }

  return {
    read,
    async readJson(key) {
      return parseCookieJson(await read(key));
    },
    writeCookie: (key, value) => write(key, toText(value), ports.cookieLifeS()),
    writeSession: (key, value) => write(key, toText(value)),
    remove: (key) => write(key, null),
  };
}

/** Texts are kept as they are (the experiment visitor id has no quotes), everything else as JSON. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * JSON out of a cookie, whether its escapes have been undone or not; pages' own scripts do both. A text that is not
 * JSON gives undefined. Prototype names are dropped, so that a planted cookie cannot reach them.
 */
export function parseCookieJson(text: string | null): unknown {
  if (text === null || text === '') return undefined;
  return attemptJson(text) ?? attemptJson(unescapeCookie(text));
}

/** A cookie written as JSON text or as bare text: the quotes of `"50YTYC81B4"` are not part of the id. */
export function parseCookieText(text: string | null): string | undefined {
  const parsed = parseCookieJson(text);
  if (typeof parsed === 'string') return parsed || undefined;
  return text && text !== 'null' ? text : undefined;
}

function attemptJson(text: string): unknown {
  try {
    return JSON.parse(text, (name, value) => (name === '__proto__' ? undefined : value));
  } catch {
    return undefined; // Silent: a value edited by hand counts as absent.
  }
}

function unescapeCookie(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
