import { describe, expect, it } from 'vitest';
import { createReading } from '../../../../frame/chat/channels/xmpp/reading.ts';
import { createLifetime } from '../../../../frame/platform/lifetime.ts';
import { createFakeClock, settle } from '../../../support/fakeClock.ts';

describe('the reading of a conversation', () => {
  it('[F-AD2] has no gap after the conversation, and is not continued', async () => {
    const clock = createFakeClock();
    const lifetime = createLifetime();
    const gaps: boolean[] = [];
    let readings = 0;
    const reading = createReading({
      ...{ clock, lifetime, desk: 'sales@desk.example', after: undefined, hasHistory: false },
      archive: {
        isKept: true,
        newest: async () => undefined,
        async read() {
          readings += 1;
        },
        receive: () => false,
      },
      isUp: () => true,
      show: () => false,
      onGap: (hasGap) => void gaps.push(hasGap),
    });
    reading.sessionLost();
    reading.connected();
    lifetime.end();
    await clock.advance(60_000);
    await settle();
    expect(gaps).toEqual([true, false]);
    expect(readings).toBe(0);
  });
});
