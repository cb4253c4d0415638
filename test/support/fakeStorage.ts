import { createFrameStorage, type FrameStorage } from '../../frame/platform/storage.ts';
import type { Locks } from '../../frame/platform/tabs.ts';
import { createFakeLog } from './fakeLog.ts';
import { createFakeLocks } from './fakeTabs.ts';

export interface FakeBrowser {
  readonly local: Map<string, string>;
  /** The tabs' listeners. A write in one tab calls those of the others. */
  readonly watchers: Set<{ readonly tab: object; readonly listener: (name: string | null) => void }>;
  /** By which a tab knows which others are open. */
  readonly locks: Locks;
  /** The browser refuses to read and to write, as with blocked cookies. */
  isRefusing: boolean;
  /** Delivers a change to the other tabs; by default at once. */
  defer: (task: () => void) => void;
}

/** What the tabs of one browser share. */
export const createFakeBrowser = (): FakeBrowser => ({
  local: new Map(),
  watchers: new Set(),
  locks: createFakeLocks(),
  isRefusing: false,
  defer: (task) => task(),
});

/** The real frame storage, on two in-memory areas. Storages with the same browser are tabs of it. */
export function createFakeStorage(
  browser: FakeBrowser = createFakeBrowser(),
  session: Map<string, string> = new Map(),
): FrameStorage & { readonly areas: { local: Map<string, string>; session: Map<string, string> } } {
  const tab = {};
  const area = (map: Map<string, string>, changed: (name: string) => void): Storage =>
    ({
      getItem: (name: string) => map.get(name) ?? null,
      setItem(name: string, value: string) {
        const isNew = map.get(name) !== value;
        map.set(name, value);
        if (isNew) changed(name);
      },
      removeItem(name: string) {
        if (map.delete(name)) changed(name);
      },
      key: (at: number) => [...map.keys()][at] ?? null,
      get length() {
        return map.size;
      },
    }) as unknown as Storage;
  const local = area(browser.local, (name) => {
    for (const one of browser.watchers) if (one.tab !== tab) browser.defer(() => one.listener(name));
  });
  const own = area(session, () => {});
  return Object.assign(
    createFrameStorage(
      (kind) => {
        if (browser.isRefusing) throw new Error('refused');
        return kind === 'local' ? local : own;
      },
      createFakeLog(),
      (lifetime, listener) => {
        const one = { tab, listener };
        browser.watchers.add(one);
        lifetime.add(() => browser.watchers.delete(one));
      },
    ),
    { areas: { local: browser.local, session } },
  );
}
