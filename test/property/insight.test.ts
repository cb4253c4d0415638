import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanDetail } from '../../frame/insight/analytics/cleanDetail.ts';
import { toBucket } from '../../frame/insight/experiments/bucket.ts';
import { createEngine } from '../../frame/insight/experiments/engine.ts';
import { createExperimentClient } from '../support/experimentClient.ts';
import { buildDatafile, buildExperiment, buildFeature } from '../support/experimentDatafile.ts';

const anything = fc.anything({ maxDepth: 4 });

/** A datafile with one field of the file, an experiment or a feature replaced by an arbitrary value. */
const broken = fc
  .record({
    place: fc.constantFrom('file', 'experiment', 'feature'),
    name: fc.constantFrom(
      ...new Set([...Object.keys(buildDatafile()), ...Object.keys(buildExperiment()), ...Object.keys(buildFeature())]),
    ),
    value: anything,
  })
  .map(({ place, name, value }) => {
    if (place === 'file') return buildDatafile({ [name]: value });
    if (place === 'experiment') return buildDatafile({ experiments: [buildExperiment({ [name]: value })] });
    return buildDatafile({ featureFlags: [buildFeature({ [name]: value })] });
  });

describe('experiments', () => {
  it('[CH-198] map every string to one bucket from 0 to 9999', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const bucket = toBucket(text);
        return Number.isInteger(bucket) && bucket >= 0 && bucket < 10_000 && bucket === toBucket(text);
      }),
    );
  });

  it('[CH-198] distribute visitors evenly over the buckets', () => {
    const tenths = Array.from({ length: 10 }, () => 0);
    for (let visitor = 0; visitor < 20_000; visitor += 1) {
      const tenth = Math.floor(toBucket(`visitor-${visitor}11`) / 1_000);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    expect(Math.min(...tenths)).toBeGreaterThan(1_800);
    expect(Math.max(...tenths)).toBeLessThan(2_200);
  });

  it('[CH-196][CH-197][CH-212] never throw, whatever a datafile, an attribute or a tag contains', () => {
    fc.assert(
      fc.property(fc.oneof(anything, broken), anything, anything, anything, (datafile, attributes, tags, id) => {
        const client = createExperimentClient({
          datafile,
          write: () => {},
          dispatch: () => {},
          now: () => 0,
          createId: () => 'id',
          profileService: tags,
        });
        client.activate('button_color', id as string, attributes as never);
        client.track('chat_started', id as string, attributes as never, tags as never);
        client.isFeatureEnabled('button', 'visitor', attributes as never);
        client.getFeatureVariable('button', 'count', 'integer', 'visitor', attributes as never);
        client.setForcedVariation('button_color', 'visitor', id as string);
      }),
      { numRuns: 1_000 },
    );
  });

  it('[CH-201] send each event at most once per experiment, in any call order', () => {
    const calls = fc.array(fc.constantFrom('expose', 'track'), { maxLength: 30 });
    fc.assert(
      fc.property(calls, fc.string({ minLength: 1 }), (order, visitorId) => {
        const sent: string[] = [];
        const engine = createEngine({
          datafile: buildDatafile(),
          visitorId,
          overrides: undefined,
          refire: [],
          attributes: () => ({}),
          silentReason: () => undefined,
          report: (payload) => void sent.push(payload.visitors[0].snapshots[0].events[0].key),
          note: () => {},
          write: () => {},
          now: () => 0,
          createId: () => 'id',
        });
        for (const call of order) {
          if (call === 'expose') engine.expose('button_color');
          else engine.track('chat_started');
        }
        expect(sent.length).toBe(new Set(order).size);
      }),
    );
  });
});

describe('analytics', () => {
  it('[CH-210] sends only listed, short, plain values, whatever the caller passes', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), anything), anything, anything, (extra, skill, adapterId) => {
        const clean = cleanDetail('CM_CHAT_START', { ...extra, skill, adapterId });
        for (const [name, value] of Object.entries(clean)) {
          expect(['adapterId', 'skill', 'startType']).toContain(name);
          expect(['string', 'number', 'boolean']).toContain(typeof value);
          expect(String(value).length).toBeLessThanOrEqual(80);
        }
      }),
    );
  });
});
