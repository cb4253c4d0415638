import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { createState } from '../platform/state.ts';
import { idleMs } from './limits.ts';

export interface ActivityState {
  /** Whether the visitor is present. Lookups send it as `isUserActive`; polling stops while it is false (SH-109, SH-141). */
  active: boolean;
}

/** What the core knows before the rooms are downloaded. */
export interface EarlyActivity {
  /** What lookups send. The store keeps it up to date. */
  active: boolean;
  /** When the visitor last did something on the page, or the widget started on it. */
  seenMs: number;
}

export interface ActivityPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
}

/**
 * One flag for two windows: the page reports its activity over the bridge, listenActivity.ts reports the frame's. Downloaded with
 * the rooms; until then nothing follows the flag.
 */
export function createActivityStore(ports: ActivityPorts, early: EarlyActivity) {
  const own = createState<ActivityState>({ active: early.active });
  let lastSeenMs = early.seenMs;
  let frameHasFocus = false;
  let cancelCheck = (): void => {};

  /**
   * Activity is reported hundreds of times a second, so an event only updates a timestamp. The one timer checks the
   * timestamp when it fires and reschedules itself for the remaining time.
   */
  function check(): void {
    const leftMs = idleMs - Math.abs(ports.clock.now() - lastSeenMs);
    if (leftMs > 0) cancelCheck = ports.clock.after(leftMs, check);
    else own.change({ active: false });
  }

  function seen(): void {
    if (ports.lifetime.ended) return;
    lastSeenMs = ports.clock.now();
    if (own.state.active) return;
    own.change({ active: true });
    cancelCheck();
    check();
  }

  own.watch(() => {
    early.active = own.state.active;
  });
  check();
  ports.lifetime.add(() => cancelCheck());

  return {
    get state() {
      return own.state;
    },
    watch: own.watch,
    publish: own.publish,
    /** Called after any input of the visitor, in either window. */
    seen,
    /** From the bridge. The visitor is still active when the page lost focus to the frame (SH-109). */
    pageActivity(active: boolean): void {
      if (active) seen();
      else if (!frameHasFocus) own.change({ active: false });
      // The core has taken over what the page says.
      early.active = own.state.active;
    },
    frameFocused(): void {
      frameHasFocus = true;
      seen();
    },
    /** If focus only moved back to the page, the page's next activity sets the flag again. */
    frameBlurred(): void {
      frameHasFocus = false;
      own.change({ active: false });
    },
  };
}

export type ActivityStore = ReturnType<typeof createActivityStore>;
