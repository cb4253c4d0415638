import type { Clock } from '../../platform/clock.ts';
import { describeError } from '../../platform/errors.ts';
import { createLazy } from '../../platform/lazy.ts';
import type { Log } from '../../platform/log.ts';
import type { AnalyticsDetail, AnalyticsEventName } from './events.ts';
import type { AnalyticsStore } from './store.ts';

/** Events kept while the store is on its way. Ours: it comes within a second or not at all. */
const longestQueue = 50;

export interface AnalyticsDoorPorts {
  readonly clock: Clock;
  readonly log: Log;
  /** Somebody hears the events: a service, the page, or the debug window. */
  readonly isHeard: () => boolean;
  readonly load: () => Promise<AnalyticsStore>;
  /** Told of every event at once, for experiments that measure it. */
  readonly also: (name: AnalyticsEventName) => void;
}

/** The resident part of analytics: takes events, and downloads the rest with the first that somebody hears. */
export interface Analytics {
  /** Returns at once; what becomes of the event never reaches the caller. */
  track<Name extends AnalyticsEventName>(name: Name, detail: AnalyticsDetail<Name>): void;
  /** For the debug window. */
  open(): Promise<AnalyticsStore | undefined>;
}

export function createAnalytics(ports: AnalyticsDoorPorts): Analytics {
  const store = createLazy({
    clock: ports.clock,
    download: ports.load,
    create: (loaded) => loaded,
    onFailure: (error) => ports.log.info('Analytics could not be loaded; events are dropped.', describeError(error)),
    // Otherwise every event would be an attempt.
    retries: 'onRequest',
    queueLimit: longestQueue,
  });

  return {
    track(name, detail) {
      ports.also(name);
      if (!ports.isHeard()) return;
      const atMs = ports.clock.now();
      store.whenReady((loaded) => loaded.record(name, detail, atMs));
    },
    open: () => store.get().catch(() => undefined),
  };
}
