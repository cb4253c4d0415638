import { describe, expect, it } from 'vitest';
import type { FeatureBinding } from '../../../frame/insight/experiments/deployment.ts';
import type { ExperimentPorts } from '../../../frame/insight/experiments/experimentStore.ts';
import type { ProductExperiment } from '../../../frame/insight/experiments/productExperiments.ts';
import { buildExperiment, buildFeature } from '../../support/experimentDatafile.ts';
import { deployment, facts, file, setUp } from '../../support/experimentStoreBench.ts';

type Bindings = Partial<Record<ProductExperiment, FeatureBinding>>;
type Parts = Parameters<typeof setUp>[0];

const professional = JSON.stringify(['or', { type: 'custom_dimension', name: 'query_plan', value: 'professional' }]);

/** A rule of a rollout: every visitor who meets it gets this variation. */
const rule = (id: string, parts: Readonly<Record<string, unknown>>, variables: readonly unknown[] = []) => ({
  ...buildExperiment({ id, key: `rule-${id}`, status: 'Not started', ...parts }),
  variations: [{ id: `${id}1`, key: `${id}1`, featureEnabled: parts.isOn ?? true, variables }],
  trafficAllocation: [{ entityId: `${id}1`, endOfRange: parts.endOfRange ?? 10_000 }],
});

/** The flag `button` without an experiment, rolled out by these rules. */
const rolledOut = (...rules: readonly unknown[]) =>
  file({
    audiences: [{ id: '61', name: 'customers', conditions: professional }],
    rollouts: [{ id: '71', experiments: rules }],
    featureFlags: [buildFeature({ experimentIds: [], rolloutId: '71' })],
  });

async function open(features: Bindings, datafile: unknown = file(), parts: Parts = {}) {
  const bench = setUp({ deployment: { ...deployment, features }, ...parts }, () => datafile);
  await bench.store.setUp();
  return bench;
}

const at = (query: string): Pick<ExperimentPorts, 'facts'> => ({
  facts: () => ({ ...facts, address: `https://www.northwind.example/${query}` }),
});

describe('a feature that is bound to a flag', () => {
  it('[CH-196][F-CH12] takes variation and wording from the variables of the flag', async () => {
    const { store } = await open({ buttonColour: { flag: 'button', variation: 'label', text: 'label' } });
    expect(store.variationOf('buttonColour')).toBe('from the variation');
    expect(store.textOf('buttonColour')).toBe('from the variation');
  });

  it('[CH-198][F-CH12] is on by the rollout’s rule for the visitor, or else by the rule for everyone', async () => {
    const datafile = rolledOut(
      rule('81', { audienceIds: ['61'] }, [{ id: '52', value: 'for customers' }]),
      rule('82', {}, [{ id: '52', value: 'for everyone' }]),
    );
    const features = { proactiveHeadline: { flag: 'button', text: 'label' } };
    const textAt = async (query: string) =>
      (await open(features, datafile, at(query))).store.textOf('proactiveHeadline');
    expect(await textAt('?plan=professional')).toBe('for customers');
    expect(await textAt('?plan=free')).toBe('for everyone');
  });

  it('[CH-198][F-CH12] skips to the rule for everyone when the visitor is outside the traffic of theirs', async () => {
    const datafile = rolledOut(rule('81', { endOfRange: 0 }), rule('83', {}), rule('82', { isOn: false }));
    const { store } = await open({ headerSalesWording: { flag: 'button' } }, datafile);
    expect(store.variationOf('headerSalesWording')).toBeUndefined();
  });

  it.each([
    [true, 'sales', undefined, 'Talk to sales'],
    [false, undefined, 'off', undefined],
  ])('[CH-196][CH-206][F-CH12] with a flag that is on: %s', async (isOn, wording, welcome, header) => {
    const binding = { flag: 'button' };
    const { store } = await open(
      { headerSalesWording: binding, buttonSalesWording: binding, botWelcome: binding, buttonColour: binding },
      rolledOut(rule('82', { isOn })),
    );
    expect(store.variationOf('headerSalesWording')).toBe(wording);
    expect(store.variationOf('buttonSalesWording')).toBe(wording);
    expect(store.textOf('headerSalesWording')).toBe(header);
    expect(store.variationOf('botWelcome')).toBe(welcome);
    expect(store.variationOf('buttonColour')).toBeUndefined();
  });

  it('[CH-199][F-CH12] is on only if its boolean variable is true', async () => {
    const isOnBy = async (isOn: string) =>
      (await open({ headerSalesWording: { flag: 'button', isOn } })).store.variationOf('headerSalesWording');
    expect(await isOnBy('on')).toBe('sales');
    expect(await isOnBy('shouted')).toBeUndefined();
    expect(await isOnBy('numeric')).toBeUndefined();
    expect(await isOnBy('absent')).toBeUndefined();
  });

  it.each([
    ['en-US', 'Rated 1,250.5 by 12 of {unknown}, not true{flag}'],
    ['de-DE', 'Rated 1.250,5 by 12 of {unknown}, not true{flag}'],
  ])(
    '[CH-199][F-CH12] has integers, doubles and strings in its wording, as people write them in %s',
    async (language, text) => {
      const words = 'Rated {ratio} by {count} of {unknown}, not {quoted}{flag}';
      const datafile = file({
        featureFlags: [
          buildFeature({
            variables: [
              { id: '52', key: 'words', type: 'string', defaultValue: words },
              { id: '53', key: 'count', type: 'integer', defaultValue: '12' },
              { id: '54', key: 'ratio', type: 'double', defaultValue: '1250.5' },
              { id: '55', key: 'quoted', type: 'string', defaultValue: 'true' },
              { id: '56', key: 'flag', type: 'boolean', defaultValue: 'true' },
            ],
          }),
        ],
        experiments: [
          buildExperiment({
            variations: [{ id: '21', key: 'yellow', featureEnabled: true, variables: [] }],
          }),
        ],
      });
      const { store } = await open({ proactiveHeadline: { flag: 'button', text: 'words' } }, datafile, {
        facts: () => ({ ...facts, language }),
      });
      expect(store.textOf('proactiveHeadline')).toBe(text);
    },
  );

  it('[CH-199][F-CH12] keeps its own wording, with one warning, when the variable has another type', async () => {
    const { store, log } = await open({ proactiveHeadline: { flag: 'button', text: 'count' } }, file(), {
      isDebug: true,
    });
    expect([store.textOf('proactiveHeadline'), store.textOf('proactiveHeadline')]).toEqual([undefined, undefined]);
    expect(log.warnings.filter((line) => String(line).includes('count is of type integer'))).toHaveLength(1);
  });

  it('[CH-212][F-CH12] keeps its default, with one error, when the datafile has no such flag', async () => {
    const { store, log } = await open({ botWelcome: { flag: 'nothing', text: 'label' } });
    expect([store.variationOf('botWelcome'), store.textOf('botWelcome')]).toEqual([undefined, undefined]);
    expect(log.errors).toHaveLength(1);
  });

  it('[CH-200][CH-201][F-CH12] reports the experiment behind the flag once, and not before the feature is shown', async () => {
    const binding = { flag: 'button', text: 'label' };
    const { store, state, requests } = await open({ headerSalesWording: binding, botWelcome: binding });
    expect(store.store?.decidedOf('botWelcome')).toBeUndefined();
    expect(requests).toEqual([]);
    store.textOf('headerSalesWording');
    store.textOf('botWelcome');
    store.variationOf('botWelcome');
    expect(requests).toHaveLength(1);
    expect(requests[0]?.body).toMatchObject({
      visitors: [{ snapshots: [{ decisions: [{ experiment_id: '11', variation_id: '21' }] }] }],
    });
    expect(state.events).toMatchObject([{ experiment: 'button_color', outcome: 'sent' }]);
    expect(state.experiments).toContainEqual({
      key: 'button',
      status: 'Feature flag',
      variation: 'on',
      isOverridden: false,
    });
  });

  it('[CH-202][F-CH12] follows a variation that the address forces, and sends nothing for it', async () => {
    const { store, requests } = await open({ proactiveHeadline: { flag: 'button', text: 'label' } }, file(), {
      overrides: 'button_color:grey',
    });
    expect(store.textOf('proactiveHeadline')).toBe('default label');
    expect(requests).toEqual([]);
  });

  it('[CH-200][F-CH12] does not change on a page when the visitor’s attributes do', async () => {
    let query = '?plan=professional';
    const datafile = rolledOut(rule('81', { audienceIds: ['61'] }), rule('82', { isOn: false }));
    const { store } = await open({ headerSalesWording: { flag: 'button' } }, datafile, {
      facts: () => at(query).facts(),
    });
    expect(store.variationOf('headerSalesWording')).toBe('sales');
    query = '';
    expect(store.variationOf('headerSalesWording')).toBe('sales');
  });

  it('[CH-206][F-CH12] leaves the features that are not bound to their experiments', async () => {
    const { store } = await open({ headerSalesWording: { flag: 'nothing' } });
    expect(store.variationOf('buttonColour')).toBe('yellow');
  });
});

describe('the variations that a visitor keeps', () => {
  const keeping = { ...deployment, keepVariations: true };
  const moved = file({
    experiments: [buildExperiment({ trafficAllocation: [{ entityId: '22', endOfRange: 10_000 }] })],
  });

  /** A visitor who has been given `yellow` comes back after the traffic allocation has moved to `grey`. */
  async function comeBack(parts: Parts, visitorId = 'id-1') {
    const first = setUp({ deployment: keeping, ...parts });
    await first.store.setUp();
    expect(first.store.variationOf('buttonColour')).toBe('yellow');
    const second = setUp({ deployment: keeping, storage: first.storage, ...parts }, () => moved);
    second.hostStore.set('optimizely-user-id', visitorId);
    await second.store.setUp();
    return { ...second, storage: first.storage };
  }

  it('[CH-198][F-CH12] stay when the traffic allocation changes', async () => {
    const { store, storage } = await comeBack({});
    expect(store.variationOf('buttonColour')).toBe('yellow');
    expect(storage.read('cm-variations', 'kept')).toEqual({
      user_id: 'id-1',
      experiment_bucket_map: { 11: { variation_id: '21' } },
    });
    storage.clear('cm-variations');
    expect(storage.areas.local.size).toBe(0);
  });

  it('[CH-198][F-CH12] change without `keepVariations`, and for another visitor', async () => {
    const forgetful = await comeBack({ deployment });
    expect(forgetful.store.variationOf('buttonColour')).toBe('grey');
    expect(forgetful.storage.areas.local.size).toBe(0);
    expect((await comeBack({}, 'somebody else')).store.variationOf('buttonColour')).toBe('grey');
  });

  it.each(['7', '{}', '{"user_id":"id-1"}', '{"user_id":"id-1","experiment_bucket_map":{"11":{"variation_id":7}}}'])(
    '[CH-212][F-CH12] are decided anew when what is stored reads %s',
    async (stored) => {
      const { store, storage } = setUp({ deployment: keeping }, () => moved);
      storage.write('cm-variations', JSON.parse(stored), 'kept');
      await store.setUp();
      expect(store.variationOf('buttonColour')).toBe('grey');
    },
  );

  it('[SH-111][F-CH12] are not stored without consent', async () => {
    let isAllowed = true;
    const { store, storage } = setUp({ deployment: keeping, isAllowed: () => isAllowed });
    await store.setUp();
    isAllowed = false;
    store.variationOf('buttonColour');
    expect(storage.areas.local.size).toBe(0);
  });
});
