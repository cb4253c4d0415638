import type { Clock } from '../../platform/clock.ts';
import { createLazy } from '../../platform/lazy.ts';
import type { Log } from '../../platform/log.ts';
import { within } from '../../platform/within.ts';
import type { ExperimentStore } from './experimentStore.ts';
import type { EventTags } from './inputs.ts';
import type { ProductExperiment } from './productExperiments.ts';

/** How long the start waits for the set-up: a later variation still applies to features that are not shown yet. */
export const setUpLimitMs = 1_500;

/** Most events that wait for the set-up: more than a page sends in that time. */
const maxQueueLength = 100;

export interface ExperimentsPorts {
  readonly clock: Clock;
  readonly log: Log;
  /** Whether the deployment names a datafile. */
  readonly isOn: boolean;
  /** Consent for product `experiments` (SH-111). */
  readonly isAllowed: () => boolean;
  /** Downloads the store and the decision rules. */
  readonly load: () => Promise<ExperimentStore>;
}

/** The door of experiments: queues events until the set-up has downloaded the store and the decision rules. */
export interface Experiments {
  /**
   * The first step of the start (SH-007); call it again when consent is given later. Runs once and never rejects: after a failure, which is
   * logged, or a refusal during the download, every feature keeps its default on this page (SH-171).
   */
  setUp(): Promise<void>;
  /** Resolves when a set-up that has begun has ended, however long it takes. Never rejects. */
  settled(): Promise<void>;
  /** Returns the visitor's variation and reports it as seen. Call it when the feature is about to be shown. */
  variationOf(experiment: ProductExperiment): string | undefined;
  /**
   * The variation's wording. Undefined means that the feature uses its own. Reports the variation as seen unless `isSeen` is false.
   */
  textOf(experiment: ProductExperiment, isSeen?: boolean): string | undefined;
  /** Reports the event once per experiment that measures it, as soon as the variations are known (CH-201). */
  track(eventKey: string, tags?: EventTags): void;
  /** Undefined before the set-up. */
  readonly store: ExperimentStore | undefined;
}

export function createExperiments(ports: ExperimentsPorts): Experiments {
  let store: ExperimentStore | undefined;
  const isWanted = (): boolean => ports.isOn && ports.isAllowed();

  const ready = createLazy({
    clock: ports.clock,
    download: ports.load,
    async create(loaded) {
      store = loaded;
      await loaded.setUp();
      return loaded;
    },
    onFailure: (error) =>
      ports.log.error('The experiments could not be set up; every feature keeps its default.', error),
    // A variation from a later attempt would change what the visitor has already seen.
    retries: 'onRequest',
    queueLimit: maxQueueLength,
  });

  let settled = Promise.resolve();

  return {
    async setUp() {
      if (!isWanted() && !store) return;
      settled = ready.get().then(
        () => {},
        () => {},
      );
      await within(ports.clock, setUpLimitMs, settled, undefined);
    },
    settled: () => settled,
    variationOf: (experiment) => store?.variationOf(experiment),
    textOf: (...args) => store?.textOf(...args),
    track(...event) {
      if (ready.peek() || isWanted()) ready.whenReady((loaded) => loaded.track(...event));
    },
    get store() {
      return store;
    },
  };
}
