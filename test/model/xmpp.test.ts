import { describe, expect, it } from 'vitest';
import { seedsOf } from './seeds.ts';
import { xmpp } from './store/xmppFamily.ts';
import { findFailure } from './story.ts';

const seeds = seedsOf(30, 400);

describe('the chat room with XMPP under faults', () => {
  it(`loses, duplicates and mixes up nothing in ${seeds.count} stories`, async () => {
    const failure = await findFailure(xmpp, seeds);
    expect(failure?.report).toBeUndefined();
  }, 600_000);
});
