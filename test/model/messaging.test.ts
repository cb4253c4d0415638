import { describe, expect, it } from 'vitest';
import { seedsOf } from './seeds.ts';
import { messaging } from './store/messagingFamily.ts';
import { findFailure } from './story.ts';

const seeds = seedsOf(30, 2_000);

describe('the chat room with messaging under faults', () => {
  it(`loses, duplicates and mixes up nothing in ${seeds.count} stories`, async () => {
    const failure = await findFailure(messaging, seeds);
    expect(failure?.report).toBeUndefined();
  }, 600_000);
});
