import { describe, expect, it } from 'vitest';
import { deliveredIds } from '../../../support/channelEvents.ts';
import { createXmppBench } from '../../../support/xmppBench.ts';
import { say, start } from '../../../support/xmppPerson.ts';

describe('the login', () => {
  it('[F-AD2] requests copies and acknowledgements after the server has bound the session, not before', async () => {
    const bench = createXmppBench();
    const frames: string[] = [];
    bench.server.faults.faultUp = (text) => {
      if (text.includes('<enable')) frames.push('enable');
      return 'pass';
    };
    bench.server.faults.faultDown = (text) => {
      if (text.includes('<jid>')) frames.push('bound');
      return 'pass';
    };
    await start(bench);
    expect(frames).toEqual(['bound', 'enable', 'enable']);
    const [session] = bench.server.accounts.get(bench.server.visitor)?.sessions ?? [];
    expect(session).toMatchObject({ managed: true, hasCarbons: true });
  });

  it('[F-AD2] goes on without acknowledgements if the server refuses them, also for a text that did not wait for the answer', async () => {
    const bench = createXmppBench({ travelMs: 10 });
    bench.server.faults.isManagementRefused = true;
    void bench.channel.start({ startType: 'menu' });
    void bench.channel.send({ id: 'first', text: 'first' });
    await bench.fakes.clock.advance(1_000);
    expect(deliveredIds(bench.fakes.events)).toEqual(['first']);
    const { opened } = bench.server;
    await say(bench, 'second');
    expect(deliveredIds(bench.fakes.events)).toEqual(['first', 'second']);
    await bench.fakes.clock.advance(120_000);
    expect(bench.server.opened).toBe(opened);
  });
});
