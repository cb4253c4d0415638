import type * as hostKeys from '../../bridge/hostKeys.ts';
import type { HostKey } from '../../bridge/records.ts';
import type { Log } from '../platform/log.ts';
import { parseJson } from '../platform/parseJson.ts';
import type { RemoteHost } from './remoteHost.ts';

/**
 * The page's first-party store. It holds only the names of SH-113, parses JSON safely, and falls back to memory when the
 * browser or the page refuses to store (SH-176).
 */
export interface HostStore {
  /** The stored text, decoded, or `null` when absent. */
  read(key: HostKey): Promise<string | null>;
  /** The parsed JSON, or undefined when the entry is absent or not JSON: pages and people edit cookies. */
  readJson(key: HostKey): Promise<unknown>;
  /** Writes a cookie with the lifetime of SH-112. */
  writeCookie(key: WritableHostKey, value: unknown): Promise<void>;
  remove(key: WritableHostKey): Promise<void>;
}

/** Two names belong to other products and are only read (SH-024). */
export type WritableHostKey = Exclude<HostKey, typeof hostKeys.anonymousId | typeof hostKeys.noticePreferences>;

export interface HostStorePorts {
  readonly host: Pick<RemoteHost, 'readStore' | 'writeStore'>;
  readonly log: Log;
  /** The lifetime of a cookie written now, from cookieLife.ts. */
  readonly cookieLifeS: () => number;
}

export function createHostStore(ports: HostStorePorts): HostStore {
  const memory = new Map<HostKey, string | null>();
  let warned = false;

  function storeInMemory(key: HostKey, text: string | null, reason?: unknown): void {
    memory.set(key, text);
    if (!warned) ports.log.warn('The page cannot store cookies.', reason);
    warned = true;
  }

  async function read(key: HostKey): Promise<string | null> {
    const remembered = memory.get(key);
    if (remembered !== undefined) return remembered;
    try {
      const text: unknown = await ports.host.readStore(key);
      return typeof text === 'string' ? text : null;
    } catch {
      return null; // An unreadable entry is treated as absent. A failed write warns.
    }
  }

  async function write(key: WritableHostKey, text: string | null, maxAgeS?: number): Promise<void> {
    try {
      if (await ports.host.writeStore(key, text, maxAgeS)) memory.delete(key);
      else storeInMemory(key, text);
    } catch (error) {
      storeInMemory(key, text, error);
    }
  }

  return {
    read,
    async readJson(key) {
      return parseCookieJson(await read(key));
    },
    writeCookie: (key, value) => write(key, toText(value), ports.cookieLifeS()),
    remove: (key) => write(key, null),
  };
}

/** Strings are stored as they are (the experiment visitor id has no quotes), everything else as JSON. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Parses JSON from a cookie, percent-encoded or not: pages write both. Returns undefined for other text.
 */
export function parseCookieJson(text: string | null): unknown {
  if (text === null || text === '') return undefined;
  return attemptJson(text) ?? attemptJson(unescapeCookie(text));
}

function attemptJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined; // A value edited by hand is treated as absent.
  }
}

function unescapeCookie(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
