import type { Lifetime } from '../platform/lifetime.ts';
import type { IdentityStore, ServiceIdentity } from './identityStore.ts';

/** What messaging channels ask of this room. */
export interface IdentityDoor {
  find(service: string): Promise<ServiceIdentity | undefined>;
  refresh(service: string): Promise<ServiceIdentity | undefined>;
  onChange(lifetime: Lifetime, listener: (service: string) => void): void;
}

/** The room is downloaded when the first channel asks: a page without messaging never pays for it. */
export function createIdentityDoor(load: () => Promise<IdentityStore>): IdentityDoor {
  let store: Promise<IdentityStore> | undefined;
  const waiting: [Lifetime, (service: string) => void][] = [];

  function open(): Promise<IdentityStore> {
    store ??= load().then(
      (loaded) => {
        for (const [lifetime, listener] of waiting.splice(0)) if (!lifetime.ended) loaded.onChange(lifetime, listener);
        return loaded;
      },
      (error: unknown) => {
        store = undefined;
        throw error;
      },
    );
    return store;
  }

  return {
    find: async (service) => (await open()).find(service),
    refresh: async (service) => (await open()).refresh(service),
    onChange(lifetime, listener) {
      if (store) void store.then((loaded) => loaded.onChange(lifetime, listener)).catch(() => {});
      else waiting.push([lifetime, listener]);
    },
  };
}
