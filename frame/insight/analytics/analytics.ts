import type { Clock } from '../../platform/clock.ts';
import { describeError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { AnalyticsDetail, AnalyticsEventName } from './events.ts';
import type { AnalyticsStore } from './store.ts';

/** Most events that wait for the store to load. Ours: the store loads within a second or not at all. */
const longestQueue = 50;

export interface AnalyticsDoorPorts {
  readonly clock: Clock;
  readonly log: Log;
  /** Whether anything listens to the events: a service, the page, or the debug window. */
  readonly isHeard: () => boolean;
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
  const queue: [name: AnalyticsEventName, detail: Readonly<Record<string, unknown>>, atMs: number][] = [];
  let store: AnalyticsStore | undefined;
  let opening: Promise<AnalyticsStore | undefined> | undefined;

  function open(): Promise<AnalyticsStore | undefined> {
    opening ??= ports.load().then(
      (loaded) => {
        store = loaded;
        for (const event of queue) store.record(...event);
        queue.length = 0;
        return store;
      },
      (error) => {
        ports.log.info('Analytics could not be loaded; events are dropped.', describeError(error));
        queue.length = 0;
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
      if (queue.length < longestQueue) queue.push([name, detail, ports.clock.now()]);
      void open();
    },
    open,
  };
}
