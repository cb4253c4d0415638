import { proxy } from 'valtio/vanilla';
import * as hostEvents from '../../../bridge/hostEvents.ts';
import type { RemoteHost } from '../../host/remoteHost.ts';
import type { Beacon } from '../../platform/backend/beacon.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Lifetime } from '../../platform/lifetime.ts';
import type { Log } from '../../platform/log.ts';
import { cleanDetail, cleanPageUrl } from './cleanDetail.ts';
import type { AnalyticsDeployment } from './deployment.ts';
import {
  type AnalyticsEvent,
  type AnalyticsEventName,
  type ChatAvailability,
  isAnalyticsEvent,
  toPageEventName,
} from './events.ts';
import { batchDelayMs, batchSize, keptEvents } from './limits.ts';

export interface AnalyticsPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly lifetime: Lifetime;
  readonly beacon: Beacon;
  readonly host: Pick<RemoteHost, 'emit'>;
  /** Undefined without an `analytics` section: events then go to the page and the debug window only. */
  readonly deployment: AnalyticsDeployment | undefined;
  /** The version of the product. */
  readonly version: string | undefined;
  /** Consent for product `analytics` (SH-111), checked for every event and every batch. */
  readonly isAllowed: () => boolean;
  /** Whether the page asked to receive the events too. */
  readonly emitsOnPage: boolean;
  readonly pageUrl: () => string;
  readonly chatAvailability: () => ChatAvailability;
  /** Calls the listener when the page is hidden or unloaded. */
  readonly onHide: (lifetime: Lifetime, listener: () => void) => void;
}

export interface AnalyticsState {
  /** Newest last, for the debug window. */
  events: (AnalyticsEvent & { readonly outcome: AnalyticsOutcome })[];
}

export type AnalyticsOutcome = 'sent' | 'no consent' | 'no service';

export interface AnalyticsStore {
  readonly state: AnalyticsState;
  /** Drops an event that is not listed, with a warning. */
  record(name: string, detail: Readonly<Record<string, unknown>>, atMs: number): void;
}

export function createAnalyticsStore(ports: AnalyticsPorts): AnalyticsStore {
  const state = proxy<AnalyticsState>({ events: [] });
  let batch: AnalyticsEvent[] = [];
  let cancelFlush = (): void => {};

  function record(name: string, detail: Readonly<Record<string, unknown>>, atMs: number): void {
    if (!isAnalyticsEvent(name)) {
      ports.log.warn('An analytics event is not listed and was dropped.', name);
      return;
    }
    const event: AnalyticsEvent = {
      name,
      time: atMs,
      pageUrl: cleanPageUrl(ports.pageUrl()),
      chatAvailability: ports.chatAvailability(),
      detail: cleanDetail(name, detail),
    };
    const outcome = currentOutcome();
    state.events.push({ ...event, outcome });
    if (state.events.length > keptEvents) state.events.shift();
    if (outcome === 'no consent') return;
    if (ports.emitsOnPage && !isPublicEvent(name)) void emitOnPage(event);
    if (outcome === 'sent') queue(event);
  }

  function currentOutcome(): AnalyticsOutcome {
    if (!ports.isAllowed()) return 'no consent';
    return ports.deployment ? 'sent' : 'no service';
  }

  async function emitOnPage(event: AnalyticsEvent): Promise<void> {
    try {
      await ports.host.emit(toPageEventName(event.name), { ...event.detail, time: event.time });
    } catch {
      // Ignore the error: listening is up to the page, and the bridge logs a lost connection.
    }
  }

  function queue(event: AnalyticsEvent): void {
    batch.push(event);
    if (batch.length >= batchSize) flush();
    else if (batch.length === 1) cancelFlush = ports.clock.after(batchDelayMs, flush);
  }

  function takeBatch() {
    cancelFlush();
    const events = batch;
    batch = [];
    if (events.length === 0 || !ports.deployment || !ports.isAllowed()) return undefined;
    return { url: ports.deployment.url, body: { version: ports.version, events } };
  }

  function flush(): void {
    const taken = takeBatch();
    if (!taken) return;
    const { url, body } = taken;
    void ports.beacon.post(url, body).then((isAccepted) => {
      if (!isAccepted) ports.log.info('Analytics events could not be posted and were dropped.', body.events.length);
    });
  }

  function flushOnLeave(): void {
    const taken = takeBatch();
    if (taken) ports.beacon.leave(taken.url, taken.body);
  }

  ports.onHide(ports.lifetime, flushOnLeave);
  ports.lifetime.add(flushOnLeave);

  return { state, record };
}

/** Every page receives these events anyway, with or without analytics. */
function isPublicEvent(name: AnalyticsEventName): boolean {
  return [hostEvents.paneShown, hostEvents.paneHidden].includes(toPageEventName(name));
}
