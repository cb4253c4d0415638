import { describe, expect, it } from 'vitest';
import { createXmppBench, type XmppBench } from '../../../support/xmppBench.ts';

const travelMs = 50;

/** From the start of a conversation to its first text at the server, in round trips. The text is on its way for half of one. */
async function roundTrips({ fakes: { clock }, server }: XmppBench, channel: XmppBench['channel']): Promise<number> {
  const startedAt = clock.now();
  const count = server.received().length;
  void channel.start({ startType: 'menu' });
  void channel.send({ id: `text ${count}`, text: `text ${count}` });
  while (server.received().length === count && clock.now() - startedAt < 5_000) await clock.advance(1);
  return (clock.now() - startedAt) / (2 * travelMs);
}

/** One each for the websocket, the features, the password, the features after the login, the session; half for the text. */
const ofEveryStart = 5.5;

describe('the first text after the click', () => {
  it('[F-AD2] needs one round trip more than a start: for the registration, or for the newest message of the archive', async () => {
    const bench = createXmppBench({ travelMs });
    void bench.channel.init();
    await bench.fakes.clock.advance(1_000);
    expect(await roundTrips(bench, bench.channel)).toBe(ofEveryStart + 1);
    await bench.fakes.clock.advance(1_000);
    void bench.channel.end();
    await bench.fakes.clock.advance(1_000);
    const { channel } = bench.load();
    void channel.init();
    await bench.fakes.clock.advance(1_000);
    expect(await roundTrips(bench, channel)).toBe(ofEveryStart + 1);
    expect(bench.server.received()).toEqual(['text 0', 'text 1']);
    expect(bench.server.accounts.size).toBe(1);
  });
});
