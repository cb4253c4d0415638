import { describe, expect, it } from 'vitest';
import { seedsOf } from './seeds.ts';
import { bot } from './store/botFamily.ts';
import { findFailure } from './story.ts';

const seeds = seedsOf(30, 2_000);

describe('the chat room with the bot under faults', () => {
  it(`loses, duplicates and mixes up nothing in ${seeds.count} stories`, async () => {
    const failure = await findFailure(bot, seeds);
    expect(failure?.report).toBeUndefined();
  }, 600_000);
});
