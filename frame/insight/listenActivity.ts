import type { Lifetime } from '../platform/lifetime.ts';
import type { ActivityStore } from './activityStore.ts';

/** Reports activity in the frame's own window until the lifetime ends. Not part of the core: an empty frame has no activity. */
export function listenActivity(store: ActivityStore, target: EventTarget, { signal }: Lifetime): void {
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart']) {
    target.addEventListener(name, store.seen, { capture: true, passive: true, signal });
  }
  target.addEventListener('focus', store.frameFocused, { signal });
  target.addEventListener('blur', store.frameBlurred, { signal });
}
