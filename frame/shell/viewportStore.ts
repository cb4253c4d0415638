import type { Viewport } from '../../bridge/records.ts';
import type { Clock } from '../platform/clock.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { createState } from '../platform/state.ts';
import { mobileDebounceMs } from './limits.ts';
import { isMobileWidth } from './placeFrame.ts';

export interface ViewportState {
  viewport: Viewport;
  /** SH-155. */
  isMobile: boolean;
}

export interface ViewportPorts {
  readonly clock: Clock;
  readonly lifetime: Lifetime;
}

export function createViewportStore(ports: ViewportPorts, start: Viewport) {
  const own = createState<ViewportState>({ viewport: start, isMobile: isMobileWidth(start.width) });
  let cancel = (): void => {};
  ports.lifetime.add(() => cancel());

  return {
    get state() {
      return own.state;
    },
    watch: own.watch,
    publish: own.publish,
    /** Every measurement moves the frame at once. The mobile flag is debounced: it changes after 300 ms without a change. */
    changed(viewport: Viewport): void {
      own.change({ viewport });
      cancel();
      cancel = ports.clock.after(mobileDebounceMs, () => {
        own.change({ isMobile: isMobileWidth(own.state.viewport.width) });
      });
    },
  };
}

export type ViewportStore = ReturnType<typeof createViewportStore>;
