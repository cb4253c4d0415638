import type { Datafile, Experiment, Feature, TrafficRange } from './datafile.ts';
import { datafileVersions } from './limits.ts';

/** Parses a datafile object or its JSON text. Throws an Error that names the wrong field. */
export function parseDatafile(source: unknown): Datafile {
  if (!source) throw new Error('There is no datafile.');
  const file = object(typeof source === 'string' ? parseJson(source, 'the datafile') : source, 'the datafile');
  if (!datafileVersions.includes(file.version as string)) {
    throw new Error(`Datafile version ${JSON.stringify(file.version)} is not supported.`);
  }
  const experiments = list(file, 'experiments').map((entry) => toExperiment(entry, undefined));
  const groups = list(file, 'groups').map((group) => {
    const id = text(group, 'id');
    experiments.push(...list(group, 'experiments').map((entry) => toExperiment(entry, id)));
    return { id, policy: text(group, 'policy'), trafficAllocation: toRanges(group) };
  });
  const rollouts = list(file, 'rollouts', true).map((rollout): [string, string[]] => {
    const rules = list(rollout, 'experiments', true).map((entry) => toExperiment(entry, undefined));
    experiments.push(...rules);
    return [text(rollout, 'id'), rules.map((rule) => rule.key)];
  });
  const experimentsById = byField(experiments, 'id');
  return {
    accountId: text(file, 'accountId'),
    projectId: text(file, 'projectId'),
    revision: text(file, 'revision'),
    anonymizeIP: file.anonymizeIP === true,
    botFiltering: typeof file.botFiltering === 'boolean' ? file.botFiltering : undefined,
    experiments: byField(experiments, 'key'),
    experimentsById,
    groups: byField(groups, 'id'),
    variations: byField(
      experiments.flatMap(({ variations }) => [...variations.values()]),
      'id',
    ),
    audiences: new Map(
      list(file, 'audiences').map((audience) => {
        const id = text(audience, 'id');
        return [id, parseJson(text(audience, 'conditions'), `audience ${id}`)];
      }),
    ),
    attributes: new Map(list(file, 'attributes').map((entry) => [text(entry, 'key'), text(entry, 'id')])),
    events: byField(
      list(file, 'events').map((event) => ({
        id: text(event, 'id'),
        key: text(event, 'key'),
        experimentIds: texts(event, 'experimentIds'),
      })),
      'key',
    ),
    features: byField(
      list(file, 'featureFlags', true).map((entry) => toFeature(entry, experimentsById)),
      'key',
    ),
    rollouts: new Map(rollouts),
  };
}

type Entry = Readonly<Record<string, unknown>>;

function toExperiment(entry: Entry, groupId: string | undefined): Experiment {
  const variations = list(entry, 'variations').map((variation) => ({
    id: text(variation, 'id'),
    key: text(variation, 'key'),
    featureEnabled: variation.featureEnabled === true,
    variables: variation.variables
      ? new Map(list(variation, 'variables').map((variable) => [text(variable, 'id'), variable.value]))
      : undefined,
  }));
  return {
    id: text(entry, 'id'),
    key: text(entry, 'key'),
    status: text(entry, 'status'),
    layerId: text(entry, 'layerId'),
    variations: byField(variations, 'key'),
    trafficAllocation: toRanges(entry),
    audienceIds: texts(entry, 'audienceIds'),
    forcedVariations: new Map(Object.entries(object(entry.forcedVariations, 'forcedVariations'))),
    groupId,
  };
}

function toFeature(entry: Entry, experimentsById: ReadonlyMap<string, Experiment>): Feature {
  const experimentIds = texts(entry, 'experimentIds');
  const variables = list(entry, 'variables', true).map((variable) => ({
    id: text(variable, 'id'),
    key: text(variable, 'key'),
    type: text(variable, 'type'),
    defaultValue: variable.defaultValue,
  }));
  return {
    key: text(entry, 'key'),
    rolloutId: typeof entry.rolloutId === 'string' ? entry.rolloutId : '',
    experimentIds,
    variables: byField(variables, 'key'),
    groupId: experimentIds.map((id) => experimentsById.get(id)?.groupId).find((id) => id !== undefined),
  };
}

function toRanges(entry: Entry): TrafficRange[] {
  return list(entry, 'trafficAllocation').map((range) => {
    if (!Number.isInteger(range.endOfRange)) throw new Error('Datafile field endOfRange is not an integer.');
    return { entityId: text(range, 'entityId'), endOfRange: range.endOfRange as number };
  });
}

function byField<Field extends string, Item extends Readonly<Record<Field, string>>>(
  items: readonly Item[],
  field: Field,
): Map<string, Item> {
  return new Map(items.map((item) => [item[field], item]));
}

function parseJson(source: string, name: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    throw new Error(`The JSON of ${name} is truncated or malformed.`);
  }
}

function object(value: unknown, name: string): Entry {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`Datafile field ${name} is not an object.`);
  }
  return value as Entry;
}

function list(entry: Entry, name: string, mayBeAbsent = false): Entry[] {
  const value = entry[name];
  if (mayBeAbsent && (value === undefined || value === null)) return [];
  if (!Array.isArray(value)) throw new Error(`Datafile field ${name} is not an array.`);
  return value.map((item) => object(item, name));
}

function text(entry: Entry, name: string): string {
  const value = entry[name];
  if (typeof value !== 'string') throw new Error(`Datafile field ${name} is not a string.`);
  return value;
}

function texts(entry: Entry, name: string): string[] {
  const value = entry[name] ?? [];
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw new Error(`Datafile field ${name} is not an array of strings.`);
  }
  return value;
}
