import * as hostKeys from '../../bridge/hostKeys.ts';
import type { HostStore } from '../host/hostStore.ts';
import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { createState } from '../platform/state.ts';

/** In ms from the pill's first display (SH-029 to SH-031). The slide-in starts at once and takes `slideMs`. */
const slideInSeenMs = 1_000;
const collapseSeenMs = 5_000;
const collapseDelayMs = 5_200;
/** When the pill turns around, almost out of view: before the browser hides it, which would take its focus. */
const foldMs = 190;
/** As for the surfaces (styles/theme.css.ts). A click hits a pill that slides in only when half of it is in view. */
const slideMs = 240;

export interface PillPhase {
  /** Whether it is known if the page has a pill. Until then the page shows the early pill, if any. */
  isDecided: boolean;
  isShown: boolean;
  isSliding: boolean;
  /** It is collapsing: it moves out of view and returns as an icon. */
  isFolding: boolean;
  isCollapsed: boolean;
}

export interface PillPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly store: Pick<HostStore, 'readJson' | 'writeCookie'>;
  /** Whether the pill collapses (`data-collapse`). */
  readonly collapses: boolean;
}

/** The pill slides in once and collapses once. The flags are one JSON cookie, read at the start. */
export function createPillStore(ports: PillPorts) {
  const { state, change, watch } = createState<PillPhase>({
    isDecided: false,
    isShown: false,
    isSliding: false,
    isFolding: false,
    isCollapsed: false,
  });
  let stored: Promise<unknown> | undefined;

  const later = (delayMs: number, task: () => void): void => {
    ports.lifetime.add(ports.clock.after(delayMs, task));
  };
  /** Reads the flags, in parallel with what the first display waits for. */
  const load = (): Promise<unknown> => {
    stored ??= ports.store.readJson(hostKeys.pillEvents);
    return stored;
  };

  return {
    state,
    watch,
    load,
    /** This page has no pill. */
    refuse(): void {
      change({ isDecided: true });
    },
    async start(): Promise<void> {
      const known = (await load()) as Record<string, unknown> | undefined;
      const flags = {
        hasSlideInAnimated: known?.hasSlideInAnimated === true,
        hasCollapseAnimated: known?.hasCollapseAnimated === true,
      };
      const write = (name: keyof typeof flags): void => {
        flags[name] = true;
        void ports.store.writeCookie(hostKeys.pillEvents, flags);
      };

      if (ports.collapses && flags.hasCollapseAnimated) change({ isCollapsed: true });
      else if (ports.collapses) {
        later(collapseSeenMs, () => write('hasCollapseAnimated'));
        later(collapseDelayMs, () => change({ isFolding: true }));
        later(collapseDelayMs + foldMs, () => change({ isFolding: false, isCollapsed: true, isSliding: true }));
        later(collapseDelayMs + foldMs + slideMs, () => change({ isSliding: false }));
      }
      change({ isDecided: true, isShown: true, isSliding: !flags.hasSlideInAnimated });
      if (flags.hasSlideInAnimated) return;
      later(slideInSeenMs, () => {
        change({ isSliding: false });
        write('hasSlideInAnimated');
      });
    },
  };
}

export type PillStore = ReturnType<typeof createPillStore>;
