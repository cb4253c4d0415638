import type { Clock } from '../../platform/clock.ts';
import { describeError } from '../../platform/errors.ts';
import { createLazy } from '../../platform/lazy.ts';
import type { Log } from '../../platform/log.ts';
import { within } from '../../platform/within.ts';
import type { EventTags } from './inputs.ts';
import type { ProductExperiment } from './productExperiments.ts';
import type { ExperimentStore } from './store.ts';

/** How long the start waits for the set-up. Ours: a later variation applies to what has not been shown yet. */
export const setUpLimitMs = 1_500;

/** Events that wait for the set-up. Ours: more than a page can fire within its limits. */
const longestQueue = 100;

export interface ExperimentsPorts {
  readonly clock: Clock;
  readonly log: Log;
  /** The deployment names a datafile. */
  readonly isOn: boolean;
  /** Consent for product `experiments` (SH-111). */
  readonly isAllowed: () => boolean;
  /** Downloads the store with its rules. */
  readonly load: () => Promise<ExperimentStore>;
}

/** The resident part of experiments. The rest is downloaded when there are experiments. */
export interface Experiments {
  /**
   * The first step of the start (SH-007), or when consent comes later; runs once. Never rejects: a failure is logged, and
   * every feature keeps its default (SH-171).
   */
  setUp(): Promise<void>;
  /** The visitor's variation. Asking reports it as seen, so ask when the feature is about to be shown. */
  variationOf(experiment: ProductExperiment): string | undefined;
  /** The variation's wording; undefined leaves the feature its own. */
  textOf(experiment: ProductExperiment): string | undefined;
  /** Waits until the variations are known, then counts once for each experiment that measures the event (CH-201). */
  track(eventKey: string, tags?: EventTags): void;
  /** For the debug window; undefined while nothing is set up. */
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
      ports.log.error('The experiments could not be set up; every feature keeps its default.', describeError(error)),
    // A variation that comes with a later attempt would change what the visitor has already seen.
    retries: 'onRequest',
    queueLimit: longestQueue,
  });

  return {
    async setUp() {
      if (!isWanted() && !store) return;
      const settled = ready.get().then(
        () => {},
        () => {},
      );
      await within(ports.clock, setUpLimitMs, settled, undefined);
    },
    variationOf: (experiment) => store?.variationOf(experiment),
    textOf: (experiment) => store?.textOf(experiment),
    track(...event) {
      if (ready.peek() || isWanted()) ready.whenReady((loaded) => loaded.track(...event));
    },
    get store() {
      return store;
    },
  };
}
