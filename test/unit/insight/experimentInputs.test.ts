import { describe, expect, it } from 'vitest';
import { toBucket } from '../../../frame/insight/experiments/bucket.ts';
import { createExperimentBench } from '../../support/experimentBench.ts';
import type { ExperimentClient } from '../../support/experimentClient.ts';
import { buildDatafile, buildExperiment, buildFeature } from '../../support/experimentDatafile.ts';

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
    const { client, sent, log } = createExperimentBench();
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
    const { client, sent } = createExperimentBench(buildDatafile({ experiments: [], groups }));
    expect(client.activate('button_color', 'visitor')).toBeNull();
    expect(client.isFeatureEnabled('button', 'visitor')).toBe(false);
    expect(sent).toEqual([]);
  });

  it('[CH-196][CH-212] logs no error for an experiment whose audiences are all unknown', () => {
    const { client, log } = createExperimentBench(
      buildDatafile({ experiments: [buildExperiment({ audienceIds: ['gone'] })] }),
    );
    expect(client.activate('button_color', 'visitor')).toBe('yellow');
    expect(log.errors).toEqual([]);
  });

  it('[CH-212] logs an unknown experiment id of a feature and ignores it', () => {
    const file = buildDatafile({ featureFlags: [buildFeature({ experimentIds: ['gone'] })] });
    const { client, log } = createExperimentBench(file);
    expect(client.isFeatureEnabled('button', 'visitor')).toBe(false);
    expect(log.errors.join()).toContain('gone is not in the datafile');
  });

  it('[CH-197][CH-212] warns about a bucketing id that is not a string and uses the visitor id', () => {
    const ranges = [
      { entityId: '21', endOfRange: toBucket('visitor11') },
      { entityId: '22', endOfRange: toBucket('visitor11') + 1 },
    ];
    const { client, log } = createExperimentBench(
      buildDatafile({ experiments: [buildExperiment({ trafficAllocation: ranges })] }),
    );
    expect(client.getVariation('button_color', 'visitor', { $opt_bucketing_id: 5 })).toBe('grey');
    expect(log.warnings.join()).toContain('bucketing id');
    expect(client.getVariation('button_color', 'someone', { $opt_bucketing_id: 'visitor' })).toBe('grey');
    expect(log.warnings).toHaveLength(1);
  });

  it('[CH-197] sends only strings, booleans and numbers, of attributes that are in the datafile', () => {
    const { client, sent } = createExperimentBench();
    client.activate('button_color', 'visitor', { language: 'de', other: 'x', $opt_user_agent: 'a', deep: { a: 1 } });
    expect(sent[0]?.visitors[0].attributes).toEqual([
      { entity_id: '31', key: 'language', type: 'custom', value: 'de' },
      { entity_id: '$opt_user_agent', key: '$opt_user_agent', type: 'custom', value: 'a' },
    ]);
  });

  it('[CH-212] logs and ignores a user profile service without save', () => {
    const { client, log } = createExperimentBench(buildDatafile(), { lookup: () => ({}) });
    expect(log.errors.join()).toContain('save');
    expect(client.activate('button_color', 'visitor')).toBe('yellow');
  });

  it('[CH-212] logs a user profile service that throws and decides without it', () => {
    const fail = (): never => {
      throw new Error('disk full');
    };
    const { client, log } = createExperimentBench(buildDatafile(), { lookup: fail, save: fail });
    expect(client.activate('button_color', 'visitor')).toBe('yellow');
    expect(log.errors).toHaveLength(2);
  });

  it('[CH-198] keeps a stored variation when the traffic allocation changes', () => {
    const profile = { experiment_bucket_map: { 11: { variation_id: '22' } } };
    const saved: unknown[] = [];
    const { client } = createExperimentBench(buildDatafile(), {
      lookup: () => profile,
      save: (one: unknown) => saved.push(one),
    });
    expect(client.getVariation('button_color', 'visitor')).toBe('grey');
    expect(saved).toEqual([]);
  });
});
