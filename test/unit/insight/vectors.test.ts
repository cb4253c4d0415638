import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runVectorFile } from '../../support/experimentVectors.ts';

/** `npm run test:experiments -- FILE…` runs other files of the same format. The default is the recorded ones. */
const golden = new URL('../../golden/experiments/', import.meta.url).pathname;
const named = process.env.EXPERIMENT_VECTORS?.split('\n').filter(Boolean) ?? [];
const paths = named.length > 0 ? named : readdirSync(golden).map((name) => join(golden, name));

describe('results recorded from the provider’s client 2.3.1', () => {
  it.each(paths.map((path) => [basename(path), path]))(
    '[CH-196][CH-198][CH-203] are reproduced for every case of %s',
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
