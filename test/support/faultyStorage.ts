import { createFrameStorage, type FrameStorage } from '../../frame/platform/storage.ts';
import { createFakeLog } from './fakeLog.ts';

/** The real frame storage in a browser that refuses it: access throws, as with blocked cookies. */
export function createRefusedStorage(): FrameStorage {
  return createFrameStorage(() => {
    throw new DOMException('denied', 'SecurityError');
  }, createFakeLog());
}

/** The real frame storage on an area without space left: what is there can be read, and nothing can be added. */
export function createFullStorage(): FrameStorage {
  const area = {
    getItem: () => null,
    setItem() {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem() {},
    key: () => null,
    length: 0,
  } as unknown as Storage;
  return createFrameStorage(() => area, createFakeLog());
}
