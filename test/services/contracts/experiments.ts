import * as v from 'valibot';
import type { ExperimentsDeployment } from '../../../frame/insight/experiments/deployment.ts';
import type { EventPayload } from '../../../frame/insight/experiments/payload.ts';
import { queryOf } from './queryOf.ts';
import type { CallContract, ParameterContract, ServiceContract } from './serviceContract.ts';

const variable = v.object({ id: v.string(), key: v.string(), type: v.string(), defaultValue: v.string() });

const range = v.object({
  /** A variation, or in a group an experiment. Empty: nobody. */
  entityId: v.string(),
  /** Buckets are numbered from 0 to 9,999. */
  endOfRange: v.pipe(v.number(), v.integer()),
});

/** An experiment, or a rule of a rollout. */
const experiment = v.object({
  id: v.string(),
  key: v.string(),
  /** Only `Running` and `Launched` experiments are active. */
  status: v.string(),
  layerId: v.string(),
  variations: v.array(
    v.object({
      id: v.string(),
      key: v.string(),
      featureEnabled: v.optional(v.boolean()),
      variables: v.optional(v.array(v.object({ id: v.string(), value: v.string() }))),
    }),
  ),
  trafficAllocation: v.array(range),
  audienceIds: v.optional(v.array(v.string())),
  /** Keys of variations, by visitor. */
  forcedVariations: v.record(v.string(), v.string()),
});

/** Experiments, features and audiences. */
const datafile = v.object({
  version: v.picklist(['2', '3', '4']),
  accountId: v.string(),
  projectId: v.string(),
  revision: v.string(),
  anonymizeIP: v.optional(v.boolean()),
  botFiltering: v.optional(v.boolean()),
  experiments: v.array(experiment),
  groups: v.array(
    v.object({
      id: v.string(),
      policy: v.string(),
      trafficAllocation: v.array(range),
      experiments: v.array(experiment),
    }),
  ),
  rollouts: v.optional(v.nullable(v.array(v.object({ id: v.string(), experiments: v.optional(v.array(experiment)) })))),
  featureFlags: v.optional(
    v.nullable(
      v.array(
        v.object({
          key: v.string(),
          rolloutId: v.optional(v.string()),
          experimentIds: v.optional(v.array(v.string())),
          variables: v.optional(v.array(variable)),
        }),
      ),
    ),
  ),
  audiences: v.array(
    v.object({
      id: v.string(),
      /** JSON in a text: `["and", ["or", {"name": …, "type": …, "value": …}]]`. */
      conditions: v.string(),
    }),
  ),
  attributes: v.array(v.object({ id: v.string(), key: v.string() })),
  events: v.array(v.object({ id: v.string(), key: v.string(), experimentIds: v.optional(v.array(v.string())) })),
});

const decision = v.strictObject({
  campaign_id: v.string(),
  experiment_id: v.string(),
  variation_id: v.nullable(v.string()),
});

const attribute = v.strictObject({
  entity_id: v.string(),
  key: v.string(),
  type: v.literal('custom'),
  value: v.union([v.string(), v.boolean(), v.number()]),
});

const event = v.strictObject({
  entity_id: v.string(),
  /** ms since the epoch. */
  timestamp: v.number(),
  /** `campaign_activated`, or the key of an event. */
  key: v.string(),
  uuid: v.string(),
  revenue: v.exactOptional(v.number()),
  value: v.exactOptional(v.number()),
  tags: v.exactOptional(v.record(v.string(), v.unknown())),
});

const visitor = v.strictObject({
  snapshots: v.strictTuple([v.strictObject({ decisions: v.array(decision), events: v.strictTuple([event]) })]),
  /** The provider’s id of the visitor on this site. */
  visitor_id: v.string(),
  attributes: v.array(attribute),
});

const facts = {
  account_id: v.string(),
  project_id: v.string(),
  revision: v.string(),
  client_name: v.string(),
  client_version: v.string(),
};

/** One activation or one conversion. */
const report = v.strictObject({
  ...facts,
  visitors: v.strictTuple([visitor]),
  anonymize_ip: v.boolean(),
}) satisfies v.GenericSchema<EventPayload>;

const exampleReport: EventPayload = {
  ...{ account_id: '4200', project_id: '4201', revision: '12', client_name: 'javascript-sdk', client_version: '2.3.1' },
  visitors: [
    {
      snapshots: [
        {
          decisions: [{ campaign_id: '42020', experiment_id: '42001', variation_id: '42040' }],
          events: [{ entity_id: '42020', timestamp: 1_790_000_000_000, key: 'campaign_activated', uuid: '28d8ea47' }],
        },
      ],
      visitor_id: 'oeu-5b1d',
      attributes: [{ entity_id: '43004', key: 'language', type: 'custom', value: 'en-US' }],
    },
  ],
  anonymize_ip: true,
};

const exampleDatafile = {
  ...{ version: '4', revision: '12', accountId: '4200', projectId: '4201', anonymizeIP: true },
  experiments: [
    {
      ...{ id: '42001', key: 'button_color', status: 'Running', layerId: '42020', audienceIds: [] },
      variations: [{ id: '42040', key: 'yellow' }],
      trafficAllocation: [{ entityId: '42040', endOfRange: 10_000 }],
      forcedVariations: {},
    },
  ],
  ...{ groups: [], audiences: [] },
  attributes: [{ id: '43004', key: 'language' }],
  events: [{ id: '44000', key: 'CM_CHAT_START', experimentIds: ['42001'] }],
};

const inQuery = (name: string, schema: v.GenericSchema, example: unknown, isJson = false): ParameterContract => ({
  ...{ in: 'query', name, schema, example, isRequired: true, isJson },
  description: 'As in the body of the POST.',
});

const reportAnswers: CallContract['answers'] = {
  '2XX': { description: 'The answer is not read.' },
  default: { description: 'The report is lost.' },
};

/** The provider of experiments. */
export function experimentsService(deployment: ExperimentsDeployment | undefined): ServiceContract {
  const source = new URL(deployment?.datafile ?? 'https://experiments.example/datafile.json');
  const sink = new URL(deployment?.events ?? 'https://experiments.example/events');
  const sinkHosts = (method: 'GET' | 'POST') => (deployment?.method === method ? [sink.origin] : []);
  const reports = {
    path: sink.pathname,
    description: 'Sent only with the visitor’s consent. It outlives the page, and is not repeated.',
    answers: reportAnswers,
  };
  return {
    ...{ name: 'experiments', title: 'Experiments', vendor: 'Optimizely' },
    description: 'Says which experiments run, and counts who has seen what.',
    file: 'test/services/contracts/experiments.ts',
    schemas: { datafile, experiment, report },
    calls: [
      {
        ...{ id: 'datafile', method: 'GET', path: source.pathname, hosts: deployment ? [source.origin] : [] },
        summary: 'The experiments',
        parameters: queryOf(source),
        answers: {
          '200': { description: 'The datafile.', content: { schema: datafile, example: exampleDatafile } },
          default: { description: 'The copy beside the widget is used, or there are no experiments.' },
        },
      },
      {
        ...{ id: 'report', method: 'POST', hosts: sinkHosts('POST'), summary: 'Takes an activation or a conversion' },
        ...reports,
        parameters: queryOf(sink),
        body: { schema: report, example: exampleReport },
      },
      {
        ...{ id: 'report-by-get', method: 'GET', hosts: sinkHosts('GET'), hasEffect: true },
        ...{ summary: 'The same, for deployments with the `method` GET', ...reports },
        parameters: [
          ...queryOf(sink),
          {
            ...{ in: 'query', name: 'wxhr', schema: v.literal('true'), example: 'true', isRequired: true },
            description: 'Asks for the headers of cross-origin access.',
          },
          ...Object.entries(facts).map(([name, schema]) =>
            inQuery(name, schema, exampleReport[name as keyof typeof facts]),
          ),
          inQuery('visitors', report.entries.visitors, exampleReport.visitors, true),
          inQuery('anonymize_ip', v.picklist(['true', 'false']), 'true'),
        ],
      },
    ],
  };
}
