import type { Clock } from '../../platform/clock.ts';
import { createLazy } from '../../platform/lazy.ts';
import type { Log } from '../../platform/log.ts';
import type { AnalyticsStore } from './analyticsStore.ts';
import type { AnalyticsDetail, AnalyticsEventName } from './events.ts';

/** Most events that wait for the store to load: the store loads within a second or not at all. */
const maxQueueLength = 50;

export interface AnalyticsDoorPorts {
  readonly clock: Clock;
  readonly log: Log;
  /** Whether anything listens to the events: a service, the page, or the debug window. */
  readonly hasListener: () => boolean;
  readonly load: () => Promise<AnalyticsStore>;
  /** Called immediately for every event, so that experiments can measure it. */
  readonly also: (name: AnalyticsEventName) => void;
}

/** The door of analytics: accepts events, and downloads the store with the first event that has a listener. */
export interface Analytics {
  /** Returns immediately. Never reports a failure to the caller. */
  track<Name extends AnalyticsEventName>(name: Name, detail: AnalyticsDetail<Name>): void;
  /** For the debug window. */
  open(): Promise<AnalyticsStore | undefined>;
}

export function createAnalytics(ports: AnalyticsDoorPorts): Analytics {
  const store = createLazy({
    clock: ports.clock,
    download: ports.load,
    create: (loaded) => loaded,
    onFailure: (error) => ports.log.info('Analytics could not be loaded.', error),
    // Otherwise every event would be an attempt.
    retries: 'onRequest',
    queueLimit: maxQueueLength,
  });

  return {
    track(name, detail) {
      ports.also(name);
      if (!ports.hasListener()) return;
      const atMs = ports.clock.now();
      store.whenReady((loaded) => loaded.record(name, detail, atMs));
    },
    open: () => store.get().catch(() => undefined),
  };
}
