import { describe, expect, it } from 'vitest';
import { parseDatafile } from '../../../frame/insight/experiments/parseDatafile.ts';
import { createExperimentBench } from '../../support/experimentBench.ts';
import { buildDatafile, buildExperiment } from '../../support/experimentDatafile.ts';

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
    const { client, log, sent } = createExperimentBench(datafile ?? null);
    expect(client.activate('button_color', 'visitor')).toBeNull();
    expect(client.isFeatureEnabled('button', 'visitor')).toBe(false);
    expect(client.getFeatureVariable('button', 'label', 'string', 'visitor')).toBeNull();
    expect(client.track('chat_started', 'visitor')).toBe(false);
    expect(sent).toEqual([]);
    expect(log.errors).toHaveLength(1);
    expect(log.errors[0]).toContain(reason);
  });

  it('[CH-196] accepts a datafile as JSON text as well as parsed', () => {
    expect(createExperimentBench(JSON.stringify(buildDatafile())).client.activate('button_color', 'visitor')).toBe(
      'yellow',
    );
  });

  it('[CH-212] does not look up datafile keys on the prototype', () => {
    const { client, log } = createExperimentBench(buildDatafile());
    expect(client.getVariation('constructor', 'visitor')).toBeNull();
    expect(client.isFeatureEnabled('__proto__', 'visitor')).toBe(false);
    expect(log.errors).toHaveLength(2);
  });

  it('[CH-212] opens an experiment to everybody when all of its audiences are unknown', () => {
    const file = buildDatafile({ experiments: [buildExperiment({ audienceIds: ['gone'] })] });
    expect(createExperimentBench(file).client.activate('button_color', 'visitor')).not.toBeNull();
  });

  it('[CH-212] does not throw on deeply nested audience conditions', () => {
    const conditions = `${'["or",'.repeat(5_000)}{"name":"a","value":1}${']'.repeat(5_000)}`;
    const file = buildDatafile({
      audiences: [{ id: '1', name: 'deep', conditions }],
      experiments: [buildExperiment({ audienceIds: ['1'] })],
    });
    expect(() => createExperimentBench(file).client.activate('button_color', 'visitor', { b: 1 })).not.toThrow();
  });
});
