import { expect, it } from 'vitest';
import { createEngine } from '../../../frame/insight/experiments/engine.ts';
import { buildDatafile, buildExperiment } from '../../support/experimentDatafile.ts';
import { createTestClient } from '../../support/experimentVectors.ts';

it('[CH-198] shows a visitor the forced variation instead of the listed one until it is removed', () => {
  const listed = buildExperiment({ forcedVariations: { visitor: 'yellow' } });
  const { client } = createTestClient(buildDatafile({ experiments: [listed] }));
  expect(client.setForcedVariation('button_color', 'visitor', null)).toBe(false);
  expect(client.setForcedVariation('button_color', 'visitor', 'grey')).toBe(true);
  expect(client.getVariation('button_color', 'visitor')).toBe('grey');
  expect(client.getVariation('button_color', 'someone')).toBe('yellow');
  expect(client.setForcedVariation('button_color', 'visitor', 'pink')).toBe(false);
  expect(client.getVariation('button_color', 'visitor')).toBe('grey');
  expect(client.setForcedVariation('button_color', 'visitor', null)).toBe(true);
  expect(client.getVariation('button_color', 'visitor')).toBe('yellow');
});

it('[CH-201][CH-205] counts an event for the variation that was seen, even if the attributes have changed', () => {
  const english = { id: '61', conditions: JSON.stringify(['or', { name: 'language', value: 'en-US' }]) };
  const datafile = buildDatafile({ audiences: [english], experiments: [buildExperiment({ audienceIds: ['61'] })] });
  const sent: string[] = [];
  let language = 'en-US';
  const engine = createEngine({
    datafile,
    visitorId: 'visitor',
    overrides: undefined,
    refire: [],
    attributes: () => ({ language }),
    silentReason: () => undefined,
    report: ({ visitors }) => void sent.push(JSON.stringify(visitors)),
    note: () => {},
    write: () => {},
    now: () => 1,
    createId: () => 'id',
  });
  expect(engine.expose('button_color')).toBe('yellow');
  language = 'de-DE';
  engine.track('chat_started');
  expect(engine.expose('button_color')).toBe('yellow');
  expect(sent).toHaveLength(2);
  expect(sent[1]).toContain('"variation_id":"21"');
});
