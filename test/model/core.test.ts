import { describe, expect, it } from 'vitest';
import { core } from './core/family.ts';
import { seedsOf } from './seeds.ts';
import { findFailure } from './story.ts';

const seeds = seedsOf(400, 2_000);

describe('the delivery core under faults', () => {
  it(`delivers each text once, in order and in its name, or shows it as not sent, in ${seeds.count} stories`, async () => {
    const failure = await findFailure(core, seeds);
    expect(failure?.report).toBeUndefined();
  }, 600_000);
});
