import type { Clock } from '../platform/clock.ts';
import { createLazy } from '../platform/lazy.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { IdentityStore, ServiceIdentity } from './identityStore.ts';

/** What messaging channels ask of this room. */
export interface IdentityDoor {
  /** Rejects when the room cannot be downloaded; the next call tries again. */
  find(service: string): Promise<ServiceIdentity | undefined>;
  refresh(service: string): Promise<ServiceIdentity | undefined>;
  /** Calls the listener whenever a service's identity changes, until the lifetime ends. Downloads nothing. */
  onChange(lifetime: Lifetime, listener: (service: string) => void): void;
}

/** Downloads the room when the first channel asks: a page without messaging never pays for it. */
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
