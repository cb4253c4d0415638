import type { Clock } from '../../frame/platform/clock.ts';
import { createLifetime, type Lifetime } from '../../frame/platform/lifetime.ts';
import { createTabs, type Locks, type Tabs } from '../../frame/platform/tabs.ts';
import { createFakeClock } from './fakeClock.ts';

/** The Web Locks of one browser, in memory: one holder per name, the others wait in order. */
export function createFakeLocks(): Locks {
  const queues = new Map<string, (() => void)[]>();
  return {
    query: async () => ({ held: [...queues].flatMap(([name, { length }]) => (length > 0 ? [{ name }] : [])) }),
    request: (name, { signal }, held) =>
      new Promise((resolve, reject) => {
        const queue = queues.get(name) ?? [];
        queues.set(name, queue);
        const next = (): void => queue[0]?.();
        const run = (): void => {
          queue[0] = () => {};
          void held().then(() => {
            queue.shift();
            resolve(undefined);
            next();
          });
        };
        if (signal.aborted) {
          reject(new DOMException('aborted', 'AbortError'));
          return;
        }
        queue.push(run);
        signal.addEventListener('abort', () => {
          const at = queue.indexOf(run);
          if (at < 0) return;
          queue.splice(at, 1);
          reject(new DOMException('aborted', 'AbortError'));
        });
        if (queue[0] === run) void Promise.resolve().then(() => queue[0] === run && run());
      }),
  };
}

export interface FakeTabs extends Tabs {
  /** The page goes into the back-forward cache, or comes back from it. */
  hide(): void;
  show(): void;
}

/** One tab. Tabs with the same locks are in one browser; without locks the fallback is used. */
export function createFakeTabs(
  options: {
    readonly lifetime?: Lifetime;
    readonly locks?: Locks | undefined;
    readonly createId?: () => string;
    readonly session?: Map<string, string>;
    readonly clock?: Clock;
  } = {},
): FakeTabs {
  const { lifetime = createLifetime(), session = new Map<string, string>() } = options;
  const listeners = { hide: new Set<() => void>(), show: new Set<() => void>() };
  const on = (set: Set<() => void>) => (own: Lifetime, listener: () => void) => {
    set.add(listener);
    own.add(() => set.delete(listener));
  };
  const fire = (set: Set<() => void>) => () => {
    for (const listener of set) listener();
  };
  let count = 0;
  const tabs = createTabs({
    lifetime,
    locks: 'locks' in options ? options.locks : createFakeLocks(),
    createId: options.createId ?? (() => `tab-${++count}`),
    clock: options.clock ?? createFakeClock(),
    storedId: {
      read: () => session.get('cm-tab'),
      write: (id) => void session.set('cm-tab', id),
      remove: () => void session.delete('cm-tab'),
    },
    onHide: on(listeners.hide),
    onShow: on(listeners.show),
  });
  return {
    get id() {
      return tabs.id;
    },
    previousId: tabs.previousId,
    get canInherit() {
      return tabs.canInherit;
    },
    holds: tabs.holds,
    isAlive: tabs.isAlive,
    inherit: tabs.inherit,
    onChange: tabs.onChange,
    hide: fire(listeners.hide),
    show: fire(listeners.show),
  };
}
