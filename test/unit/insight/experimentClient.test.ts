import { describe, expect, it } from 'vitest';
import { findRange, toBucket } from '../../../frame/insight/experiments/bucket.ts';
import { createExperimentClient, type ExperimentClient } from '../../../frame/insight/experiments/client.ts';
import { createLevelLog, thresholdOf } from '../../../frame/insight/experiments/levels.ts';
import { clientVersion } from '../../../frame/insight/experiments/limits.ts';
import { parseDatafile } from '../../../frame/insight/experiments/parseDatafile.ts';
import type { EventPayload } from '../../../frame/insight/experiments/payload.ts';
import { buildDatafile, buildExperiment, buildFeature } from '../../support/experimentDatafile.ts';
import { createFakeLog, type FakeLog } from '../../support/fakeLog.ts';

interface Setup {
  readonly client: ExperimentClient;
  readonly sent: EventPayload[];
  readonly log: FakeLog;
}

function setUp(datafile: unknown = buildDatafile(), profileService?: unknown): Setup {
  const log = createFakeLog();
  const sent: EventPayload[] = [];
  const client = createExperimentClient({
    datafile,
    profileService,
    write: createLevelLog(log, 'debug'),
    dispatch: (payload) => void sent.push(payload),
    now: () => 1_700_000_000_000,
    createId: () => 'id-1',
  });
  return { client, sent, log };
}

const lastEvent = (sent: readonly EventPayload[]) => sent.at(-1)?.visitors[0].snapshots[0].events[0];

describe('datafile', () => {
  it.each(['2', '3', '4'])('[CH-196] accepts version %s', (version) => {
    expect(parseDatafile(buildDatafile({ version })).experiments.get('button_color')?.layerId).toBe('12');
  });

  it.each(['1', '5', 4, undefined])('[CH-196] rejects version %s', (version) => {
    expect(() => parseDatafile(buildDatafile({ version }))).toThrow(/version .* is not supported/);
  });

  it.each([
    ['no datafile', undefined, 'There is no datafile.'],
    ['truncated JSON', JSON.stringify(buildDatafile()).slice(0, 200), 'truncated or malformed'],
    ['an array instead of an object', [], 'not an object'],
    ['an id that is a number', buildDatafile({ experiments: [buildExperiment({ id: 11 })] }), 'id is not a string'],
    ['experiments that are not an array', buildDatafile({ experiments: {} }), 'experiments is not an array'],
    ['a null experiment', buildDatafile({ experiments: [null] }), 'experiments is not an object'],
    [
      'a range end that is not an integer',
      buildDatafile({ experiments: [buildExperiment({ trafficAllocation: [{ entityId: '21', endOfRange: '5' }] })] }),
      'endOfRange',
    ],
    [
      'broken audience conditions',
      buildDatafile({ audiences: [{ id: '1', name: 'a', conditions: '["and"' }] }),
      'audience 1 is truncated',
    ],
    [
      'forced variations in an array',
      buildDatafile({ experiments: [buildExperiment({ forcedVariations: [] })] }),
      'forcedVariations',
    ],
  ])('[CH-196][CH-212] logs one error and decides nothing with %s', (_, datafile, reason) => {
    const { client, log, sent } = setUp(datafile ?? null);
    expect(client.activate('button_color', 'visitor')).toBeNull();
    expect(client.isFeatureEnabled('button', 'visitor')).toBe(false);
    expect(client.getFeatureVariable('button', 'label', 'string', 'visitor')).toBeNull();
    expect(client.track('chat_started', 'visitor')).toBe(false);
    expect(sent).toEqual([]);
    expect(log.errors).toHaveLength(1);
    expect(log.errors[0]).toContain(reason);
  });

  it('[CH-196] accepts a datafile as JSON text as well as parsed', () => {
    expect(setUp(JSON.stringify(buildDatafile())).client.activate('button_color', 'visitor')).toBe('yellow');
  });

  it('[CH-212] does not look up datafile keys on the prototype', () => {
    const { client, log } = setUp(buildDatafile());
    expect(client.getVariation('constructor', 'visitor')).toBeNull();
    expect(client.isFeatureEnabled('__proto__', 'visitor')).toBe(false);
    expect(log.errors).toHaveLength(2);
  });

  it('[CH-212] opens an experiment to everybody when all of its audiences are unknown', () => {
    const file = buildDatafile({ experiments: [buildExperiment({ audienceIds: ['gone'] })] });
    expect(setUp(file).client.activate('button_color', 'visitor')).not.toBeNull();
  });

  it('[CH-212] does not throw on deeply nested audience conditions', () => {
    const conditions = `${'["or",'.repeat(5_000)}{"name":"a","value":1}${']'.repeat(5_000)}`;
    const file = buildDatafile({
      audiences: [{ id: '1', name: 'deep', conditions }],
      experiments: [buildExperiment({ audienceIds: ['1'] })],
    });
    expect(() => setUp(file).client.activate('button_color', 'visitor', { b: 1 })).not.toThrow();
  });
});

describe('inputs', () => {
  it.each([
    ['an empty experiment key', (client: ExperimentClient) => client.getVariation('', 'visitor'), 'experiment key'],
    ['an empty user id', (client: ExperimentClient) => client.activate('button_color', ''), 'user id'],
    [
      'a user id that is a number',
      (client: ExperimentClient) => client.activate('button_color', 7 as never),
      'user id',
    ],
    [
      'an unknown experiment key',
      (client: ExperimentClient) => client.activate('nope', 'visitor'),
      'nope is not in the datafile',
    ],
    [
      'an unknown event key',
      (client: ExperimentClient) => client.track('nope', 'visitor'),
      'nope is not in the datafile',
    ],
    [
      'attributes in an array',
      (client: ExperimentClient) => client.activate('button_color', 'visitor', ['a'] as never),
      'attributes',
    ],
    [
      'attributes in a string',
      (client: ExperimentClient) => client.activate('button_color', 'visitor', 'a' as never),
      'attributes',
    ],
    [
      'an attribute without a value',
      (client: ExperimentClient) => client.activate('button_color', 'visitor', { language: undefined }),
      'attribute language',
    ],
    [
      'event tags in an array',
      (client: ExperimentClient) => client.track('chat_started', 'visitor', {}, [] as never),
      'event tags',
    ],
    [
      'an unknown forced variation',
      (client: ExperimentClient) => client.setForcedVariation('button_color', 'visitor', 'pink'),
      'pink',
    ],
  ])('[CH-197][CH-212] logs %s and does not throw', (_, call, words) => {
    const { client, sent, log } = setUp();
    expect(call(client)).toBeFalsy();
    expect(sent).toEqual([]);
    expect(log.errors.join()).toContain(words);
  });

  it.each([
    ['itself', [['g1', 'g1']]],
    [
      'each other',
      [
        ['g1', 'g2'],
        ['g2', 'g1'],
      ],
    ],
  ])('[CH-196][CH-212] decides nothing, and terminates, when groups allocate their traffic to %s', (_, pairs) => {
    const groups = pairs.map(([id, entityId], index) => ({
      id,
      policy: 'random',
      trafficAllocation: [{ entityId, endOfRange: 10_000 }],
      experiments: [buildExperiment({ id: `1${index + 1}`, key: index ? 'other' : 'button_color' })],
    }));
    const { client, sent } = setUp(buildDatafile({ experiments: [], groups }));
    expect(client.activate('button_color', 'visitor')).toBeNull();
    expect(client.isFeatureEnabled('button', 'visitor')).toBe(false);
    expect(sent).toEqual([]);
  });

  it('[CH-196][CH-212] logs no error for an experiment whose audiences are all unknown', () => {
    const { client, log } = setUp(buildDatafile({ experiments: [buildExperiment({ audienceIds: ['gone'] })] }));
    expect(client.activate('button_color', 'visitor')).toBe('yellow');
    expect(log.errors).toEqual([]);
  });

  it('[CH-212] logs an unknown experiment id of a feature and ignores it', () => {
    const file = buildDatafile({ featureFlags: [buildFeature({ experimentIds: ['gone'] })] });
    const { client, log } = setUp(file);
    expect(client.isFeatureEnabled('button', 'visitor')).toBe(false);
    expect(log.errors.join()).toContain('gone is not in the datafile');
  });

  it('[CH-197][CH-212] warns about a bucketing id that is not a string and uses the visitor id', () => {
    const ranges = [
      { entityId: '21', endOfRange: toBucket('visitor11') },
      { entityId: '22', endOfRange: toBucket('visitor11') + 1 },
    ];
    const { client, log } = setUp(buildDatafile({ experiments: [buildExperiment({ trafficAllocation: ranges })] }));
    expect(client.getVariation('button_color', 'visitor', { $opt_bucketing_id: 5 })).toBe('grey');
    expect(log.warnings.join()).toContain('bucketing id');
    expect(client.getVariation('button_color', 'someone', { $opt_bucketing_id: 'visitor' })).toBe('grey');
    expect(log.warnings).toHaveLength(1);
  });

  it('[CH-197] sends only strings, booleans and numbers, of attributes that are in the datafile', () => {
    const { client, sent } = setUp();
    client.activate('button_color', 'visitor', { language: 'de', other: 'x', $opt_user_agent: 'a', deep: { a: 1 } });
    expect(sent[0]?.visitors[0].attributes).toEqual([
      { entity_id: '31', key: 'language', type: 'custom', value: 'de' },
      { entity_id: '$opt_user_agent', key: '$opt_user_agent', type: 'custom', value: 'a' },
    ]);
  });

  it('[CH-212] logs and ignores a user profile service without save', () => {
    const { client, log } = setUp(buildDatafile(), { lookup: () => ({}) });
    expect(log.errors.join()).toContain('save');
    expect(client.activate('button_color', 'visitor')).toBe('yellow');
  });

  it('[CH-212] logs a user profile service that throws and decides without it', () => {
    const fail = (): never => {
      throw new Error('disk full');
    };
    const { client, log } = setUp(buildDatafile(), { lookup: fail, save: fail });
    expect(client.activate('button_color', 'visitor')).toBe('yellow');
    expect(log.errors).toHaveLength(2);
  });

  it('[CH-198] keeps a stored variation when the traffic allocation changes', () => {
    const profile = { experiment_bucket_map: { 11: { variation_id: '22' } } };
    const saved: unknown[] = [];
    const { client } = setUp(buildDatafile(), { lookup: () => profile, save: (one: unknown) => saved.push(one) });
    expect(client.getVariation('button_color', 'visitor')).toBe('grey');
    expect(saved).toEqual([]);
  });
});

describe('bucketing', () => {
  it('[CH-198] hashes a non-ASCII visitor id by the low byte of each UTF-16 unit, as the specified client does', () => {
    expect(toBucket('ü€漢字')).toBe(7251);
    expect(toBucket('ppid11886780721')).toBe(5254);
  });

  it('[CH-198] excludes the end of a range', () => {
    const ranges = [
      { entityId: 'a', endOfRange: 5_000 },
      { entityId: 'b', endOfRange: 10_000 },
    ];
    expect([0, 4_999, 5_000, 9_999, 10_000].map((bucket) => findRange(bucket, ranges))).toEqual([
      'a',
      'a',
      'b',
      'b',
      undefined,
    ]);
  });

  it('[CH-198] prefers forcedVariations to audience and traffic', () => {
    const file = buildDatafile({
      audiences: [{ id: '1', name: 'nobody', conditions: '["not",["or",["not",["or"]]]]' }],
      experiments: [buildExperiment({ audienceIds: ['1'], forcedVariations: { listed: 'grey', broken: 'pink' } })],
    });
    const { client, log } = setUp(file);
    expect(client.getVariation('button_color', 'listed')).toBe('grey');
    expect(client.getVariation('button_color', 'other', {})).toBeNull();
    expect(client.getVariation('button_color', 'broken', {})).toBeNull();
    expect(log.errors.join()).toContain('lists a visitor for an unknown variation');
  });

  it('[CH-198] skips to the everyone rule when a visitor matches a rollout rule but falls outside its traffic', () => {
    const rule = (id: string, endOfRange: number): Record<string, unknown> =>
      buildExperiment({
        id,
        key: id,
        status: 'Not started',
        variations: [{ id: `${id}v`, key: `${id}v`, featureEnabled: id === '90' }],
        trafficAllocation: [{ entityId: `${id}v`, endOfRange }],
      });
    const file = buildDatafile({
      rollouts: [{ id: '80', experiments: [rule('81', 0), rule('82', 10_000), rule('90', 10_000)] }],
      featureFlags: [buildFeature({ experimentIds: [], rolloutId: '80' })],
    });
    expect(setUp(file).client.isFeatureEnabled('button', 'visitor')).toBe(true);
  });
});

describe('features', () => {
  it('[CH-199] returns a variable of the variation, else its default, converted to its type', () => {
    const { client } = setUp();
    expect(client.getFeatureVariable('button', 'label', 'string', 'visitor')).toBe('from the variation');
    expect(client.getFeatureVariable('button', 'count', 'integer', 'visitor')).toBe(12);
    expect(client.getFeatureVariable('button', 'ratio', 'double', 'visitor')).toBe(1.5);
    expect(client.getFeatureVariable('button', 'on', 'boolean', 'visitor')).toBe(true);
  });

  it('[CH-199] returns null with a warning when another type is requested', () => {
    const { client, log } = setUp();
    expect(client.getFeatureVariable('button', 'count', 'string', 'visitor')).toBeNull();
    expect(log.warnings).toEqual(['Experiments: variable count is of type integer, not string.']);
  });

  it.each([
    ['shouted', 'boolean'],
    ['numeric', 'boolean'],
    ['wordy', 'integer'],
  ] as const)('[CH-199] returns null for the variable %s, which is not a %s', (key, type) => {
    const { client, log } = setUp();
    expect(client.getFeatureVariable('button', key, type, 'visitor')).toBeNull();
    expect(log.errors.join()).toContain(`cannot be read as ${type}`);
  });

  it.each([
    [
      { revenue: '12', value: '1.5' },
      { revenue: 12, value: 1.5 },
    ],
    [
      { revenue: '12.9', value: 2 },
      { revenue: 12, value: 2 },
    ],
    [{ revenue: 'x', value: 'y' }, {}],
    [{ revenue: 0, value: '0' }, {}],
  ])('[CH-199] reads revenue and value from the event tags %j', (tags, amounts) => {
    const { client, sent } = setUp();
    client.track('chat_started', 'visitor', undefined, { ...tags, gone: null });
    const event = lastEvent(sent);
    expect({ revenue: event?.revenue, value: event?.value }).toEqual({
      revenue: undefined,
      value: undefined,
      ...amounts,
    });
    expect(event?.tags).toEqual(tags);
  });
});

describe('what is sent', () => {
  it.each([
    ['Running', 'yellow', 3],
    ['Launched', 'yellow', 0],
    ['Paused', null, 0],
  ])('[CH-200] an experiment that is %s shows %s and sends %d events', (status, variation, events) => {
    const { client, sent } = setUp(buildDatafile({ experiments: [buildExperiment({ status })] }));
    expect(client.activate('button_color', 'visitor')).toBe(variation);
    client.isFeatureEnabled('button', 'visitor');
    client.track('chat_started', 'visitor');
    expect(sent).toHaveLength(events);
  });

  it('[CH-203][CH-204] contains every field of the wire format and the specified client version', () => {
    const { client, sent } = setUp();
    client.track('chat_started', 'visitor', { language: 'en' }, { revenue: 5 });
    expect(sent).toEqual([
      {
        account_id: '20044',
        project_id: '20045',
        revision: '7',
        client_name: 'javascript-sdk',
        client_version: '2.3.1',
        anonymize_ip: true,
        visitors: [
          {
            visitor_id: 'visitor',
            attributes: [{ entity_id: '31', key: 'language', type: 'custom', value: 'en' }],
            snapshots: [
              {
                decisions: [{ campaign_id: '12', experiment_id: '11', variation_id: '21' }],
                events: [
                  {
                    entity_id: '41',
                    key: 'chat_started',
                    timestamp: 1_700_000_000_000,
                    uuid: 'id-1',
                    revenue: 5,
                    tags: { revenue: 5 },
                  },
                ],
              },
            ],
          },
        ],
      },
    ]);
    expect(clientVersion).toBe('2.3.1');
  });

  it('[CH-204] logs only errors in production, and info and above in debug mode', () => {
    const written = (isDebug: boolean): number[] => {
      const log = createFakeLog();
      const write = createLevelLog(log, thresholdOf(isDebug));
      for (const level of ['debug', 'info', 'warning', 'error'] as const) write(level, 'sentence');
      return [log.errors.length, log.warnings.length, log.infos.length];
    };
    expect(written(false)).toEqual([1, 0, 0]);
    expect(written(true)).toEqual([1, 1, 1]);
  });
});
