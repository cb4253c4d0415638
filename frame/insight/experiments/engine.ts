import type { BoundFeatures, BoundFeaturesPorts } from './boundFeatures.ts';
import { createClientContext } from './clientContext.ts';
import type { Experiment } from './datafile.ts';
import { isActive } from './decide.ts';
import { createExperimentCalls } from './experimentCalls.ts';
import type { ExperimentRow } from './experimentRow.ts';
import type { Attributes, EventTags } from './inputs.ts';
import type { WriteLevel } from './levels.ts';
import { activationKey } from './limits.ts';
import type { SilentReason } from './mayReport.ts';
import { parseOverrides } from './overrides.ts';
import type { EventPayload } from './payload.ts';
import type { ProfileService } from './profile.ts';

/** One event, with whether it was sent or why not. */
export interface ReportNote {
  readonly at: number;
  readonly key: string;
  readonly experiment: string;
  readonly outcome: 'sent' | SilentReason;
}

export interface EnginePorts {
  readonly datafile: unknown;
  readonly visitorId: string;
  /** The `cm-experiments` parameter. */
  readonly overrides: string | undefined;
  readonly refire: readonly string[];
  readonly attributes: () => Attributes;
  /** Why this page reports nothing, if it does not. */
  readonly silentReason: () => SilentReason | undefined;
  readonly report: (payload: EventPayload) => void;
  readonly note: (note: ReportNote) => void;
  readonly write: WriteLevel;
  readonly now: () => number;
  readonly createId: () => string;
  /** Keeps decisions for the visitor's next pages. Optional. */
  readonly profileService?: ProfileService | undefined;
  /** Downloaded when the deployment binds features to flags. */
  readonly createFeatures?: ((ports: Omit<BoundFeaturesPorts, 'language'>) => BoundFeatures) | undefined;
}

/** One visitor's experiments on one page. Each experiment is decided once and exposed once, and counts each event once. */
export interface Engine {
  /** False if the datafile is unusable. Every variation is then `null`. */
  readonly isUsable: boolean;
  rows(): readonly ExperimentRow[];
  /** Returns the visitor's variation without reporting it. */
  variationOf(key: string): string | null;
  /**
   * Returns the visitor's variation and reports it as seen, once. While the page is silent nothing is reported; a later call
   * reports it. The variation does not change on this page.
   */
  expose(key: string): string | null;
  track(eventKey: string, tags?: EventTags): void;
  readonly features: BoundFeatures | undefined;
}

/**
 * Decides by the provider's rules, as its client 2.3.1 has them (CH-195 to CH-204). A wrong input is logged and returns `null`
 * or `false`; no method throws (CH-212).
 */
export function createEngine(ports: EnginePorts): Engine {
  const overrides = parseOverrides(ports.overrides);
  const decided = new Map<string, string | null>();
  const exposed = new Set<string>();
  const sent = new Set<string>();
  const noted = new Set<string>();
  const context = createClientContext({
    datafile: ports.datafile,
    write: ports.write,
    dispatch: ports.report,
    now: ports.now,
    createId: ports.createId,
    profileService: ports.profileService,
  });
  const { datafile } = context;
  const client = createExperimentCalls(context);
  const experiments: ReadonlyMap<string, Experiment> = datafile?.experiments ?? new Map();

  function variationOf(key: string): string | null {
    const earlier = decided.get(key);
    if (earlier !== undefined) return earlier;
    const experiment = experiments.get(key);
    const variation =
      overrides.get(key) ?? (experiment ? client.getVariation(key, ports.visitorId, ports.attributes()) : null);
    decided.set(key, variation);
    // The client's later calls use the same variation, even if the attributes have changed.
    if (variation !== null && experiment?.variations.has(variation))
      client.setForcedVariation(key, ports.visitorId, variation);
    return variation;
  }

  function silentReasonOf(key: string): SilentReason | undefined {
    if (overrides.has(key)) return 'overridden';
    return variationOf(key) === null ? 'no variation' : ports.silentReason();
  }

  /** Notes each outcome of an event once, unless the event may be sent again. */
  function note(key: string, experiment: string, outcome: ReportNote['outcome'], mayRefire = false): void {
    const entry = `${key} ${experiment} ${outcome}`;
    if (noted.has(entry) && !mayRefire) return;
    noted.add(entry);
    ports.note({ at: ports.now(), key, experiment, outcome });
  }

  function expose(key: string): string | null {
    const variation = variationOf(key);
    const experiment = experiments.get(key);
    if (exposed.has(key) || !(experiment?.status === 'Running' || overrides.has(key))) return variation;
    const reason = silentReasonOf(key);
    if (reason === undefined) {
      exposed.add(key);
      client.activate(key, ports.visitorId, ports.attributes());
    }
    note(activationKey, key, reason ?? 'sent');
    return variation;
  }

  const features = ports.createFeatures?.({ ...ports, context, engine: { variationOf, expose } });

  return {
    isUsable: datafile !== undefined,
    features,

    rows: () => {
      const keys = new Set([...[...experiments.values()].filter(isListed).map(({ key }) => key), ...overrides.keys()]);
      const rows = [...keys].map((key) => ({
        key,
        status: experiments.get(key)?.status ?? 'not in the datafile',
        variation: decided.get(key),
        isOverridden: overrides.has(key),
      }));
      return [...rows, ...(features?.rows() ?? [])];
    },

    variationOf,

    expose,

    track(eventKey, tags) {
      const event = datafile?.events.get(eventKey);
      if (!event) return; // The product tracks more events than a datafile measures.
      const mayRefire = ports.refire.includes(eventKey);
      const counted = new Set<string>();
      for (const id of event.experimentIds) {
        const experiment = datafile?.experimentsById.get(id);
        const pair = `${eventKey} ${id}`;
        if (experiment?.status !== 'Running' || (sent.has(pair) && !mayRefire)) continue;
        const reason = silentReasonOf(experiment.key);
        if (reason === undefined) {
          sent.add(pair);
          counted.add(id);
        }
        note(eventKey, experiment.key, reason ?? 'sent', mayRefire);
      }
      if (counted.size === 0) return;
      client.track(eventKey, ports.visitorId, ports.attributes(), tags, ({ id }) => counted.has(id));
    },
  };
}

/** Excludes rollout rules: the datafile lists them as experiments that are never started. */
function isListed(experiment: Experiment): boolean {
  return isActive(experiment) || experiment.status === 'Paused';
}
