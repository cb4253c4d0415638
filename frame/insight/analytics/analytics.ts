import type { Clock } from '../../platform/clock.ts';
import { describeError } from '../../platform/errors.ts';
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
  const waiting: [name: AnalyticsEventName, detail: Readonly<Record<string, unknown>>, atMs: number][] = [];
  let store: AnalyticsStore | undefined;
  let opening: Promise<AnalyticsStore | undefined> | undefined;

  function open(): Promise<AnalyticsStore | undefined> {
    opening ??= ports.load().then(
      (loaded) => {
        store = loaded;
        for (const event of waiting) store.record(...event);
        waiting.length = 0;
        return store;
      },
      (error) => {
        ports.log.info('Analytics could not be loaded; events are dropped.', describeError(error));
        waiting.length = 0;
        return undefined;
      },
    );
    return opening;
  }

  return {
    track(name, detail) {
      ports.also(name);
      if (!ports.isHeard()) return;
      if (store) {
        store.record(name, detail, ports.clock.now());
        return;
      }
      if (waiting.length < longestQueue) waiting.push([name, detail, ports.clock.now()]);
      void open();
    },
    open,
  };
}
