import { proxy } from 'valtio/vanilla';
import * as hostKeys from '../../bridge/hostKeys.ts';
import type { HostStore } from '../host/hostStore.ts';
import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';

/** All count from the pill's first display (SH-029 to SH-031), ms. */
const slideInDelayMs = 500;
const slideInSeenMs = 1_000;
const collapseSeenMs = 5_000;
const collapseDelayMs = 5_200;

export interface PillPhase {
  isShown: boolean;
  isSliding: boolean;
  isCollapsed: boolean;
}

export interface PillPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
  readonly store: Pick<HostStore, 'readJson' | 'writeCookie'>;
  /** The page asks the pill to collapse (`data-collapse`). */
  readonly collapses: boolean;
}

/** The pill slides in once and collapses once. The flags are one JSON cookie, read at the start. */
export function createPillStore(ports: PillPorts) {
  const state = proxy<PillPhase>({ isShown: false, isSliding: false, isCollapsed: false });

  const later = (delayMs: number, task: () => void): void => {
    ports.lifetime.add(ports.clock.after(delayMs, task));
  };

  return {
    state,
    async start(): Promise<void> {
      const stored = (await ports.store.readJson(hostKeys.pillEvents)) as Record<string, unknown> | undefined;
      const flags = {
        hasSlideInAnimated: stored?.hasSlideInAnimated === true,
        hasCollapseAnimated: stored?.hasCollapseAnimated === true,
      };
      const write = (name: keyof typeof flags): void => {
        flags[name] = true;
        void ports.store.writeCookie(hostKeys.pillEvents, flags);
      };

      if (ports.collapses && flags.hasCollapseAnimated) state.isCollapsed = true;
      else if (ports.collapses) {
        later(collapseSeenMs, () => write('hasCollapseAnimated'));
        later(collapseDelayMs, () => {
          state.isCollapsed = true;
        });
      }
      if (flags.hasSlideInAnimated) {
        state.isShown = true;
        return;
      }
      later(slideInDelayMs, () => {
        state.isSliding = true;
        state.isShown = true;
      });
      later(slideInSeenMs, () => {
        state.isSliding = false;
        write('hasSlideInAnimated');
      });
    },
  };
}

export type PillStore = ReturnType<typeof createPillStore>;
