import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { toBucket } from '../../frame/insight/experiments/bucket.ts';
import type { Attributes } from '../../frame/insight/experiments/inputs.ts';
import { parseDatafile } from '../../frame/insight/experiments/parseDatafile.ts';
import type { EventPayload } from '../../frame/insight/experiments/payload.ts';
import type { VariableType } from '../../frame/insight/experiments/variables.ts';
import { createExperimentClient, type ExperimentClient } from './experimentClient.ts';

/** One recorded case and our client's result. They agree when they are equal as JSON. */
export interface VectorResult {
  readonly name: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

interface VariationVector {
  readonly experiment: string;
  readonly user: string;
  readonly attributes: Attributes | null;
  readonly variation: string | null;
}

interface FeatureVector {
  readonly feature: string;
  readonly user: string;
  readonly attributes: Attributes | null;
  readonly enabled: boolean;
  readonly variables?: Readonly<Record<string, unknown>>;
}

interface RecordedEvent {
  readonly httpVerb: string;
  readonly params: EventPayload;
}

/**
 * Runs one vector file. Its fields determine its kind: decisions (`variations` and `features`, with the datafile next to
 * it), buckets (`vectors`), recorded events (`events_<datafile name>`), or a bare datafile, which must be accepted or
 * rejected by its version.
 */
export function runVectorFile(path: string): VectorResult[] {
  const file = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, unknown>>;
  if (Array.isArray(file.vectors)) return runBuckets(file.vectors);
  if (file.variations || file.features) return runDecisions(file, pathOfDatafile(path, String(file.datafile)));
  const recorded = file.sdk231 ?? file.events;
  if (Array.isArray(recorded) && file.version === undefined) {
    return runEvents(recorded, pathOfDatafile(path, String(file.datafile ?? basename(path).replace(/^events_/, ''))));
  }
  return [runDatafile(path, file)];
}

/** Next to the vector file, or among the recorded ones. */
function pathOfDatafile(vectorPath: string, name: string): string {
  const beside = join(dirname(vectorPath), name);
  return existsSync(beside) ? beside : new URL(`../golden/experiments/${name}`, import.meta.url).pathname;
}

function runBuckets(vectors: readonly { key: string; bucket: number }[]): VectorResult[] {
  return vectors.map(({ key, bucket }) => ({
    name: `bucket of ${JSON.stringify(key.slice(0, 40))}`,
    expected: bucket,
    actual: toBucket(key),
  }));
}

function runDecisions(file: Readonly<Record<string, unknown>>, datafilePath: string): VectorResult[] {
  const datafile = typeof file.datafile === 'object' ? file.datafile : JSON.parse(readFileSync(datafilePath, 'utf8'));
  const { client } = createTestClient(datafile, 'javascript-sdk');
  const types = variableTypes(datafile);
  const variations = (file.variations ?? []) as readonly VariationVector[];
  const features = (file.features ?? []) as readonly FeatureVector[];
  return [
    ...variations.map(({ experiment, user, attributes, variation }) => ({
      name: `variation of ${experiment} for ${JSON.stringify(user)} ${JSON.stringify(attributes)}`,
      expected: variation,
      actual: client.getVariation(experiment, user, attributes ?? undefined),
    })),
    ...features.map(({ feature, user, attributes, enabled, variables }) => ({
      name: `feature ${feature} for ${JSON.stringify(user)} ${JSON.stringify(attributes)}`,
      expected: { enabled, variables: variables ?? {} },
      actual: {
        enabled: client.isFeatureEnabled(feature, user, attributes ?? undefined),
        variables: Object.fromEntries(
          Object.keys(variables ?? {}).map((key) => [
            key,
            client.getFeatureVariable(
              feature,
              key,
              types.get(`${feature}.${key}`) ?? 'string',
              user,
              attributes ?? undefined,
            ),
          ]),
        ),
      },
    })),
  ];
}

/** Repeats each call from the payload that it produced: visitor, attributes, experiment or event, tags. */
function runEvents(recorded: readonly RecordedEvent[], datafilePath: string): VectorResult[] {
  if (!existsSync(datafilePath)) throw new Error(`The recorded events need their datafile, ${basename(datafilePath)}.`);
  const datafile = JSON.parse(readFileSync(datafilePath, 'utf8'));
  return recorded.map(({ params }, index) => {
    const [visitor] = params.visitors;
    const [{ decisions, events }] = visitor.snapshots;
    const [event] = events;
    const { client, sent } = createTestClient(datafile, params.client_name, event.timestamp, event.uuid);
    const own = visitor.attributes.filter(({ key }) => key !== '$opt_bot_filtering');
    const attributes = own.length === 0 ? undefined : Object.fromEntries(own.map(({ key, value }) => [key, value]));
    if (event.key === 'campaign_activated') {
      const experiment = client.datafile?.experimentsById.get(decisions[0]?.experiment_id ?? '');
      client.activate(experiment?.key ?? '', visitor.visitor_id, attributes);
    } else {
      client.track(event.key, visitor.visitor_id, attributes, event.tags);
    }
    return { name: `event ${index + 1}: ${event.key}`, expected: [sorted(params)], actual: sent.map(sorted) };
  });
}

function runDatafile(path: string, file: Readonly<Record<string, unknown>>): VectorResult {
  const isSupported = ['2', '3', '4'].includes(String(file.version));
  let outcome = 'accepted';
  try {
    parseDatafile(file);
  } catch {
    outcome = 'rejected';
  }
  return { name: `datafile ${basename(path)}`, expected: isSupported ? 'accepted' : 'rejected', actual: outcome };
}

export function createTestClient(
  datafile: unknown,
  clientName = 'javascript-sdk',
  now = 0,
  uuid = 'uuid',
): { client: ExperimentClient; sent: EventPayload[] } {
  const sent: EventPayload[] = [];
  const client = createExperimentClient({
    datafile,
    write: () => {},
    dispatch: (payload) => void sent.push(payload),
    now: () => now,
    createId: () => uuid,
    clientName,
  });
  return { client, sent };
}

function variableTypes(datafile: {
  readonly featureFlags?: readonly { key: string; variables: readonly { key: string; type: VariableType }[] }[];
}): Map<string, VariableType> {
  return new Map(
    (datafile.featureFlags ?? []).flatMap((feature) =>
      (feature.variables ?? []).map((variable) => [`${feature.key}.${variable.key}`, variable.type] as const),
    ),
  );
}

/** Sorts the fields: their order has no meaning on the wire. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
