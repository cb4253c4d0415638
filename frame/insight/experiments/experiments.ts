import type { Clock } from '../../platform/clock.ts';
import { describeError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { EventTags } from './inputs.ts';
import type { ProductExperiment } from './productExperiments.ts';
import type { ExperimentStore } from './store.ts';

/** How long the start waits for the set-up. Ours: a variation that comes later serves what was not shown yet. */
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

/** The resident part: a queue and a door. Everything else is downloaded when there are experiments. */
export interface Experiments {
  /**
   * First step of the start (SH-007), or when consent comes later; once. Never rejects: what fails is logged, and every
   * feature keeps its default (SH-171).
   */
  setUp(): Promise<void>;
  /** The visitor's variation, reported as seen: ask when the feature is about to be shown. */
  variationOf(experiment: ProductExperiment): string | undefined;
  /** The variation's wording; undefined leaves the feature its own. */
  textOf(experiment: ProductExperiment): string | undefined;
  /** Waits until the variations are known, then counts once for each experiment that measures the event (CH-201). */
  track(eventKey: string, tags?: EventTags): void;
  /** For the debug window; undefined while nothing is set up. */
  readonly store: ExperimentStore | undefined;
}

export function createExperiments(ports: ExperimentsPorts): Experiments {
  const waiting: Parameters<Experiments['track']>[] = [];
  const isWanted = (): boolean => ports.isOn && ports.isAllowed();
  let store: ExperimentStore | undefined;
  let settingUp: Promise<void> | undefined;
  let isDone = false;

  async function prepare(): Promise<void> {
    try {
      store = await ports.load();
      await store.setUp();
      for (const event of waiting) store.track(...event);
    } catch (error) {
      ports.log.error('The experiments could not be set up; every feature keeps its default.', describeError(error));
    }
    isDone = true;
    waiting.length = 0;
  }

  return {
    async setUp() {
      if (isWanted())
        settingUp ??= new Promise((resolve) => {
          const cancel = ports.clock.after(setUpLimitMs, resolve);
          void prepare().then(() => {
            cancel();
            resolve();
          });
        });
      await settingUp;
    },
    variationOf: (experiment) => store?.variationOf(experiment),
    textOf: (experiment) => store?.textOf(experiment),
    track(...event) {
      if (isDone) store?.track(...event);
      else if (isWanted() && waiting.length < longestQueue) waiting.push(event);
    },
    get store() {
      return store;
    },
  };
}
