import { isRecord } from '../../../bridge/guards.ts';
import { meetsAudiences } from './audiences.ts';
import { findRange, toBucket } from './bucket.ts';
import type { Datafile, Experiment, Group, Variation } from './datafile.ts';
import type { Attributes } from './inputs.ts';
import type { WriteLevel } from './levels.ts';
import { bucketingIdAttribute, bucketMapAttribute } from './limits.ts';

/** The visitor for whom a variation is decided. */
export interface Visitor {
  readonly id: string;
  readonly attributes: Attributes | undefined;
  /** Variation keys by experiment key. They override every other rule. */
  readonly forced: ReadonlyMap<string, string>;
  /** The visitor's earlier decisions: variation ids by experiment id. */
  readonly stored: ReadonlyMap<string, string>;
}

export interface VariationDecision {
  readonly key: string;
  /** The variation's id, present only for a new decision that may be stored for the visitor. */
  readonly bucketedId?: string;
}

/** Running or Launched experiments show variations (CH-200). */
export function isActive(experiment: Experiment): boolean {
  return isRunning(experiment) || experiment.status === 'Launched';
}

/** Only Running experiments send events (CH-200). */
export function isRunning(experiment: Experiment): boolean {
  return experiment.status === 'Running';
}

/**
 * Decides the visitor's variation. Checks in this order: the experiment is active, a forced variation, a variation listed
 * for the visitor in the datafile (whatever the audience), an earlier decision, the audience, the bucket.
 */
export function decideVariation(
  datafile: Datafile,
  experiment: Experiment,
  visitor: Visitor,
  write: WriteLevel,
): VariationDecision | undefined {
  if (!isActive(experiment)) return undefined;
  const forced = visitor.forced.get(experiment.key);
  if (forced !== undefined) return { key: forced };
  const listed = experiment.forcedVariations.get(visitor.id);
  if (listed !== undefined) {
    if (typeof listed === 'string' && experiment.variations.has(listed)) return { key: listed };
    write('error', `experiment ${experiment.key} lists a visitor for an unknown variation.`);
  }
  const stored = datafile.variations.get(storedVariationId(experiment, visitor) ?? '');
  if (stored) return { key: stored.key };
  if (!meetsAudiences(experiment.audienceIds, datafile.audiences, visitor.attributes)) return undefined;
  const variation = bucketVariation(datafile, experiment, bucketingIdOf(visitor, write), write);
  return variation && { key: variation.key, bucketedId: variation.id };
}

export function bucketVariation(
  datafile: Datafile,
  experiment: Experiment,
  bucketingId: string,
  write: WriteLevel,
): Variation | undefined {
  const group = experiment.groupId === undefined ? undefined : datafile.groups.get(experiment.groupId);
  if (group?.policy === 'random' && bucketGroup(group, bucketingId) !== experiment.id) return undefined;
  const id = findRange(toBucket(bucketingId + experiment.id), experiment.trafficAllocation);
  if (id === undefined) return undefined;
  const variation = datafile.variations.get(id);
  if (!variation) write('warning', `experiment ${experiment.key} allocates traffic to an unknown variation.`);
  return variation;
}

export function bucketGroup(group: Group, bucketingId: string): string | undefined {
  return findRange(toBucket(bucketingId + group.id), group.trafficAllocation);
}

/** The bucketing id, if it is a string, else the visitor id (CH-197). */
function bucketingIdOf({ id, attributes }: Visitor, write: WriteLevel): string {
  if (!attributes || !Object.hasOwn(attributes, bucketingIdAttribute)) return id;
  const bucketingId = attributes[bucketingIdAttribute];
  if (typeof bucketingId === 'string') return bucketingId;
  write('warning', 'the bucketing id is not a string; the visitor id is used.');
  return id;
}

function storedVariationId(experiment: Experiment, { attributes, stored }: Visitor): string | undefined {
  const given = attributes?.[bucketMapAttribute];
  if (isRecord(given) && Object.hasOwn(given, experiment.id)) {
    const entry = given[experiment.id];
    return isRecord(entry) && typeof entry.variation_id === 'string' ? entry.variation_id : undefined;
  }
  return stored.get(experiment.id);
}
