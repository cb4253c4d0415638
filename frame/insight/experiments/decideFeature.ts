import { meetsAudiences } from './audiences.ts';
import type { Datafile, Experiment, Feature, Variation } from './datafile.ts';
import { bucketGroup, bucketVariation, decideVariation, type Visitor } from './decide.ts';
import type { WriteLevel } from './levels.ts';

interface FeatureDecision {
  readonly experiment: Experiment;
  readonly variation: Variation;
  readonly source: 'experiment' | 'rollout';
}

/** Decides the visitor's variation of a feature: by its first experiment (or its group's), else by its rollout. */
export function decideFeature(
  datafile: Datafile,
  feature: Feature,
  visitor: Visitor,
  write: WriteLevel,
): FeatureDecision | undefined {
  const experiment = experimentOf(datafile, feature, visitor.id, write);
  if (experiment) {
    const decided = decideVariation(datafile, experiment, visitor, write);
    const variation = decided && experiment.variations.get(decided.key);
    if (variation) return { experiment, variation, source: 'experiment' };
  }
  return decideRollout(datafile, feature, visitor, write);
}

/**
 * Checks the rules in order. A visitor who matches a rule but falls outside its traffic skips to the last rule, "everyone"
 * (CH-198).
 */
function decideRollout(
  datafile: Datafile,
  feature: Feature,
  visitor: Visitor,
  write: WriteLevel,
): FeatureDecision | undefined {
  if (!feature.rolloutId) return undefined;
  const keys = datafile.rollouts.get(feature.rolloutId);
  if (!keys || keys.length === 0) {
    write('error', `rollout ${feature.rolloutId} of feature ${feature.key} has no rules.`);
    return undefined;
  }
  const rules = keys.flatMap((key) => datafile.experiments.get(key) ?? []);
  const meets = (rule: Experiment): boolean => meetsAudiences(rule.audienceIds, datafile.audiences, visitor.attributes);
  const targeted = rules.slice(0, -1).find(meets);
  const everyone = rules.at(-1);
  for (const rule of [targeted, everyone]) {
    if (!rule || (rule === everyone && !meets(rule))) continue;
    // Rollouts bucket by the visitor's id, even when there is a bucketing id.
    const variation = bucketVariation(datafile, rule, visitor.id, write);
    if (variation) return { experiment: rule, variation, source: 'rollout' };
  }
  return undefined;
}

/** The experiment that decides on a feature: the one of its group that the visitor is in, or else its first. */
export function experimentOf(
  datafile: Datafile,
  feature: Feature,
  visitorId: string,
  write: WriteLevel,
): Experiment | undefined {
  const group = feature.groupId === undefined ? undefined : datafile.groups.get(feature.groupId);
  const id = group ? bucketGroup(group, visitorId) : feature.experimentIds[0];
  if (id === undefined) return undefined;
  const experiment = datafile.experimentsById.get(id);
  if (!experiment) write('error', `experiment id ${id} is not in the datafile.`);
  return experiment;
}
