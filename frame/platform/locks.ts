import type { Locks } from './tabs.ts';

/** Undefined in an insecure context. In a frame without access to storage, the browser throws or refuses each request. */
export function locksOf(self: Window): (Locks & Pick<LockManager, 'request'>) | undefined {
  try {
    return self.navigator.locks;
  } catch {
    return undefined; // Some browsers throw instead.
  }
}
