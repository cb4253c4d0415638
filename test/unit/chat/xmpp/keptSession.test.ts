import { describe, expect, it } from 'vitest';
import { createXmppBench, type XmppBench } from '../../../support/xmppBench.ts';
import { say, start } from '../../../support/xmppPerson.ts';

const form = '<x xmlns="jabber:x:data" type="form"><field var="score" label="Points"/></x>';
const gone = '<gone xmlns="http://jabber.org/protocol/chatstates"/>';

/** The desk has ended a conversation with a survey, which keeps the session. */
async function keepSession(): Promise<XmppBench> {
  const bench = createXmppBench();
  await start(bench);
  bench.server.toVisitor(bench.server.visitor, { body: 'Hello' });
  bench.server.toVisitor(bench.server.visitor, { body: 'A form', extra: form });
  bench.server.toVisitor(bench.server.visitor, { extra: gone });
  await bench.fakes.clock.advance(100);
  expect(bench.channel.snapshot.state).toBe('available');
  return bench;
}

describe('a start after a conversation whose session is kept for its survey', () => {
  it.each<[string, (bench: XmppBench) => void | Promise<void>]>([
    ['whose socket is dead without a sign', ({ server }) => void server.block()],
    [
      'that is being resumed without an answer',
      async ({ server, fakes }) => {
        server.faults.resumption = 'hangs';
        server.cut();
        await fakes.clock.advance(7_000);
      },
    ],
    [
      'that waits for its resumption, which is not answered',
      async ({ server }) => {
        server.faults.resumption = 'hangs';
        server.cut();
      },
    ],
    [
      'whose new socket does not open',
      async ({ server, fakes }) => {
        server.faults.isHanging = true;
        server.cut();
        await fakes.clock.advance(7_000);
        server.faults.isHanging = false;
      },
    ],
    ['that the server no longer knows', ({ server }) => server.restart()],
  ])('[F-AD2] works at the first attempt with a session %s', async (_, fail) => {
    const bench = await keepSession();
    await fail(bench);
    let failure: unknown;
    const started = bench.channel.start({ startType: 'menu' }).catch((error: unknown) => {
      failure = error;
    });
    await bench.fakes.clock.advance(200);
    await say(bench, 'again');
    expect(bench.server.received()).toEqual(['again']);
    expect(bench.channel.snapshot.state).toBe('waiting');
    await started;
    expect(failure).toBeUndefined();
  });
});
