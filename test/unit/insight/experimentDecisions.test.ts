import { describe, expect, it } from 'vitest';
import { findRange, toBucket } from '../../../frame/insight/experiments/bucket.ts';
import type { EventPayload } from '../../../frame/insight/experiments/payload.ts';
import { createExperimentBench } from '../../support/experimentBench.ts';
import { buildDatafile, buildExperiment, buildFeature } from '../../support/experimentDatafile.ts';

const lastEvent = (sent: readonly EventPayload[]) => sent.at(-1)?.visitors[0].snapshots[0].events[0];

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
    const { client, log } = createExperimentBench(file);
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
    expect(createExperimentBench(file).client.isFeatureEnabled('button', 'visitor')).toBe(true);
  });
});

describe('features', () => {
  it('[CH-199] returns a variable of the variation, else its default, converted to its type', () => {
    const { client } = createExperimentBench();
    expect(client.getFeatureVariable('button', 'label', 'string', 'visitor')).toBe('from the variation');
    expect(client.getFeatureVariable('button', 'count', 'integer', 'visitor')).toBe(12);
    expect(client.getFeatureVariable('button', 'ratio', 'double', 'visitor')).toBe(1.5);
    expect(client.getFeatureVariable('button', 'on', 'boolean', 'visitor')).toBe(true);
  });

  it('[CH-199] returns null with a warning when another type is requested', () => {
    const { client, log } = createExperimentBench();
    expect(client.getFeatureVariable('button', 'count', 'string', 'visitor')).toBeNull();
    expect(log.warnings).toEqual(['Experiments: variable count is of type integer, not string.']);
  });

  it.each([
    ['shouted', 'boolean'],
    ['numeric', 'boolean'],
    ['wordy', 'integer'],
  ] as const)('[CH-199] returns null for the variable %s, which is not a %s', (key, type) => {
    const { client, log } = createExperimentBench();
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
    const { client, sent } = createExperimentBench();
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
