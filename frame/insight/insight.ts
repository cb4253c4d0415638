import { environmentOf } from '../host/environment.ts';
import type { HostStore } from '../host/hostStore.ts';
import type { QueryParameters } from '../host/queryParameters.ts';
import { textOf } from '../host/queryValue.ts';
import type { RemoteHost } from '../host/remoteHost.ts';
import type { CallBackend } from '../platform/backend/plan.ts';
import type { Clock } from '../platform/clock.ts';
import { createId } from '../platform/ids.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import type { FrameStorage } from '../platform/storage.ts';
import type { TextSource } from '../text/texts.ts';
import { type Analytics, createAnalytics } from './analytics/analytics.ts';
import type { AnalyticsDeployment } from './analytics/deployment.ts';
import type { ChatAvailability } from './analytics/events.ts';
import type { ExperimentsDeployment } from './experiments/deployment.ts';
import { createExperiments, type Experiments } from './experiments/experiments.ts';

export interface InsightPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly lifetime: Lifetime;
  /** For the datafile. */
  readonly call: CallBackend;
  readonly host: Pick<RemoteHost, 'emit'>;
  readonly hostStore: Pick<HostStore, 'read' | 'writeCookie'>;
  readonly texts: TextSource;
  readonly query: QueryParameters;
  readonly deployment: {
    readonly experiments?: ExperimentsDeployment | undefined;
    readonly analytics?: AnalyticsDeployment | undefined;
    readonly version?: string | undefined;
  };
  readonly isAllowed: (product: 'experiments' | 'analytics') => boolean;
  /** Whether the page listens to the events of analytics. */
  readonly wantsEvents: boolean;
  /** Downloads what removes secrets from the page's address, for services. */
  readonly loadRelayedUrl: () => Promise<() => string>;
  readonly facts: () => {
    /** The page's address, for audiences. It is never sent. */
    readonly address: string;
    readonly chatAvailability: ChatAvailability;
    readonly isPopupDisplayed: boolean;
    readonly isEmployee: boolean | undefined;
    readonly language: string;
    readonly isMobile: boolean;
  };
  /** The frame's own window, which is hidden and unloaded together with the page. */
  readonly self: Window;
  /** For the visitor's stored variations. */
  readonly storage: FrameStorage;
}

export interface Insight {
  readonly experiments: Experiments;
  readonly analytics: Analytics;
}

/** Creates the doors of experiments and analytics. Everything else is downloaded on first use. */
export function createInsight(ports: InsightPorts): Insight {
  const { clock, log, lifetime, host, deployment, query } = ports;
  const isDebug = query.debug === true;

  const mayExperiment = (): boolean => ports.isAllowed('experiments');
  const experiments = createExperiments({
    clock,
    log,
    isOn: deployment.experiments !== undefined,
    isAllowed: mayExperiment,
    async load() {
      const [{ createExperimentStore }, { createEngine }, { createBrowserBeacon }, relayedUrl] = await Promise.all([
        import('./experiments/experimentStore.ts'),
        import('./experiments/engine.ts'),
        import('../platform/backend/beacon.ts'),
        ports.loadRelayedUrl(),
      ]);
      return createExperimentStore({
        clock,
        log,
        createId,
        call: ports.call,
        beacon: createBrowserBeacon(clock),
        hostStore: ports.hostStore,
        deployment: deployment.experiments as ExperimentsDeployment,
        base: ports.self.location.href,
        overrides: textOf(query.experiments),
        isDebug,
        isProduction: environmentOf(query) === 'prod',
        isAllowed: mayExperiment,
        facts: () => ({ ...ports.facts(), pageUrl: relayedUrl() }),
        storage: ports.storage,
        // With debug texts, every fragment would exist, and every variation would have a text (SH-164).
        texts: query.debugText === true ? { find: () => undefined } : ports.texts,
        loadEngine: async () => createEngine,
      });
    },
  });

  const analytics = createAnalytics({
    clock,
    log,
    hasListener: () =>
      isDebug || (ports.isAllowed('analytics') && (deployment.analytics !== undefined || ports.wantsEvents)),
    async load() {
      const [{ createAnalyticsStore }, { createBrowserBeacon }, relayedUrl] = await Promise.all([
        import('./analytics/analyticsStore.ts'),
        import('../platform/backend/beacon.ts'),
        ports.loadRelayedUrl(),
      ]);
      return createAnalyticsStore({
        clock,
        log,
        lifetime,
        beacon: createBrowserBeacon(clock),
        host,
        deployment: deployment.analytics,
        version: deployment.version,
        isAllowed: () => ports.isAllowed('analytics'),
        emitsOnPage: ports.wantsEvents,
        pageUrl: relayedUrl,
        chatAvailability: () => ports.facts().chatAvailability,
        onHide: (owner, listener) => listenHide(ports.self, owner, listener),
      });
    },
    also: experiments.track,
  });

  return { experiments, analytics };
}

/** `visibilitychange` may be the last event of a page on a phone; `pagehide` covers the rest. */
function listenHide(self: Window, lifetime: Lifetime, listener: () => void): void {
  const onVisibility = (): void => {
    if (self.document.visibilityState === 'hidden') listener();
  };
  self.document.addEventListener('visibilitychange', onVisibility);
  self.addEventListener('pagehide', listener);
  lifetime.add(() => {
    self.document.removeEventListener('visibilitychange', onVisibility);
    self.removeEventListener('pagehide', listener);
  });
}
