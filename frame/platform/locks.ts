import type { Locks } from './tabs.ts';

/** Undefined in an insecure context, and in a frame without access to storage. */
export function locksOf(self: Window): (Locks & Pick<LockManager, 'request'>) | undefined {
  try {
    return self.navigator.locks;
  } catch {
    return undefined; // Some browsers throw instead.
  }
}
