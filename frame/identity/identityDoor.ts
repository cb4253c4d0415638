import type { Clock } from '../platform/clock.ts';
import { createLazy } from '../platform/lazy.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { IdentityStore, ServiceIdentity } from './identityStore.ts';

/** The identity functions that messaging channels use. */
export interface IdentityDoor {
  /**
   * The stored identity, or one from the broker; undefined if the visitor has none at this service. Rejects if the room cannot be
   * downloaded. The next call retries.
   */
  find(service: string): Promise<ServiceIdentity | undefined>;
  /** Gets a new token, with at most one request at a time. Rejects if there is none. */
  refresh(service: string): Promise<ServiceIdentity | undefined>;
  /** Calls the listener after a sign-in or a refresh, until the lifetime ends. Downloads nothing. */
  onChange(lifetime: Lifetime, listener: (service: string) => void): void;
}

/** Downloads the room when the first channel needs it, so a page without messaging never does. */
export function createIdentityDoor(
  load: () => Promise<IdentityStore>,
  ports: { readonly clock: Clock; readonly lifetime: Lifetime },
): IdentityDoor {
  const listeners: [Lifetime, (service: string) => void][] = [];
  const store = createLazy({
    ...ports,
    download: load,
    create: (loaded) => loaded,
    onReady(loaded) {
      for (const [lifetime, listener] of listeners) if (!lifetime.ended) loaded.onChange(lifetime, listener);
    },
  });

  return {
    find: async (service) => (await store.get()).find(service),
    refresh: async (service) => (await store.get()).refresh(service),
    onChange(lifetime, listener) {
      const loaded = store.peek();
      if (loaded) loaded.onChange(lifetime, listener);
      else listeners.push([lifetime, listener]);
    },
  };
}
