import * as hostKeys from '../../bridge/hostKeys.ts';
import type { HostStore } from '../host/hostStore.ts';
import { type Outcome, outcomeCodes } from './outcome.ts';
import { hasStart, type ProactiveRecord, parseProactiveRecord } from './proactiveRecord.ts';

export type CookieStore = Pick<HostStore, 'readJson' | 'writeCookie'>;

/** The proactive cookie. All pages and tabs of the site share it, so `read` may return what another tab has written. */
export function createProactiveCookie(store: CookieStore) {
  const cookie = {
    /** The record that this page works with; undefined until the cookie has been read or written. */
    record: undefined as ProactiveRecord | undefined,

    async read(): Promise<ProactiveRecord | undefined> {
      return parseProactiveRecord(await store.readJson(hostKeys.proactiveState));
    },

    write(record: ProactiveRecord): Promise<void> {
      cookie.record = record;
      return store.writeCookie(hostKeys.proactiveState, record);
    },

    mark(outcome: Outcome): Promise<void> {
      return cookie.write({ type: cookie.record?.type ?? 'proactiveInvite', state: outcomeCodes[outcome] });
    },

    /** The visitor has opened the pane and needs no invitation, on this page or the next (SH-038). */
    async markPaneOpened(): Promise<void> {
      cookie.record ??= await cookie.read();
      if (cookie.record === undefined || hasStart(cookie.record)) await cookie.mark('opened');
    },
  };
  return cookie;
}

export type ProactiveCookie = ReturnType<typeof createProactiveCookie>;
