import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runVectorFile } from '../../support/experimentVectors.ts';

/** `npm run test:experiments -- FILE…` names other files of the same form; else the recorded ones are run. */
const golden = new URL('../../golden/experiments/', import.meta.url).pathname;
const named = process.env.EXPERIMENT_VECTORS?.split('\n').filter(Boolean) ?? [];
const paths = named.length > 0 ? named : readdirSync(golden).map((name) => join(golden, name));

describe('figures recorded from the provider’s client 2.3.1', () => {
  it.each(paths.map((path) => [basename(path), path]))(
    '[CH-196][CH-198][CH-203] agrees with every case of %s',
    (_, path) => {
      const results = runVectorFile(path);
      const differing = results.filter(({ expected, actual }) => JSON.stringify(expected) !== JSON.stringify(actual));
      if (named.length > 0)
        console.log(`${basename(path)}: ${results.length - differing.length} of ${results.length} agree`);
      expect(results.length).toBeGreaterThan(0);
      expect(differing).toEqual([]);
    },
  );
});
