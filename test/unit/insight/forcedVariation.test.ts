import { expect, it } from 'vitest';
import { buildDatafile, buildExperiment } from '../../support/experimentDatafile.ts';
import { createTestClient } from '../../support/experimentVectors.ts';

it('[CH-198] shows one visitor the variation set by hand, over the listed one, until it is taken away', () => {
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
