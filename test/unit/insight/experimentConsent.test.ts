import { expect, it } from 'vitest';
import { setUp } from '../../support/experimentStoreBench.ts';

it('[SH-111][CH-205] consent that is refused while the store is downloaded sets nothing up', async () => {
  let isAllowed = true;
  const { store, state, backend, hostStore } = setUp({ isAllowed: () => isAllowed });
  const ready = store.setUp();
  store.track('chat_started');
  isAllowed = false;
  await ready;
  await store.settled();
  expect([backend.calls.length, hostStore.size, state.status]).toEqual([0, 0, 'failed']);
  expect(store.variationOf('buttonColour')).toBeUndefined();
});

it('[SH-111][CH-205] consent that is refused while the visitor’s id is read stores none', async () => {
  let isAllowed = true;
  const written: unknown[] = [];
  const { store } = setUp({
    isAllowed: () => isAllowed,
    hostStore: {
      read: async () => {
        isAllowed = false;
        return null;
      },
      writeCookie: async (...cookie) => void written.push(cookie),
    },
  });
  await store.setUp();
  expect([written, store.variationOf('buttonColour')]).toEqual([[], 'yellow']);
});
