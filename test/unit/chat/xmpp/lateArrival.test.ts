import { describe, expect, it } from 'vitest';
import { lateArrivalEndMs } from '../../../../frame/chat/channels/xmpp/limits.ts';
import * as ns from '../../../../frame/chat/channels/xmpp/namespaces.ts';
import { textsOf } from '../../../support/channelEvents.ts';
import { createXmppBench, type XmppBench } from '../../../support/xmppBench.ts';
import { start } from '../../../support/xmppPerson.ts';

/** How long ejabberd takes for each stanza that it writes to a broken websocket. */
const writeMs = 15_000;

const agentTexts = ({ fakes }: XmppBench) => textsOf(fakes.events, 'agent');

/** The desk types and then answers, while the session is blocked. Signs of typing are not archived. */
function typeAndAnswer({ server }: XmppBench, signs: number): void {
  for (let sign = 0; sign < signs; sign += 1)
    server.toVisitor(server.visitor, {
      extra: `<${sign % 2 === 0 ? 'composing' : 'paused'} xmlns="${ns.chatStates}"/>`,
    });
  server.toVisitor(server.visitor, { body: 'after the typing' });
}

/** The server handles this many stanzas of the blocked session, one after the other. */
async function handle({ fakes }: XmppBench, session: { handleNext(): void }, stanzas: number): Promise<void> {
  for (let handled = 0; handled < stanzas; handled += 1) {
    await fakes.clock.advance(writeMs);
    session.handleNext();
  }
}

/** The connection breaks while the desk types and answers, and the server handles what the blocked session holds. */
async function cutWhileTyping(bench: XmppBench, signs: number): Promise<void> {
  const session = bench.server.block();
  typeAndAnswer(bench, signs);
  bench.server.cut();
  bench.online();
  await handle(bench, session, signs + 1);
}

describe('an answer that a blocked session holds behind signs of typing', () => {
  it.each([1, 4, 9, 30])('[F-AD2] is shown however many they are: %i', async (signs) => {
    const bench = createXmppBench();
    await start(bench);
    const session = bench.server.block();
    bench.server.cut();
    bench.online();
    typeAndAnswer(bench, signs);
    await handle(bench, session, signs + 1);
    // The wait for the next reading is as long as the time since the session was lost.
    await bench.fakes.clock.advance(2 * (signs + 2) * writeMs);
    expect(agentTexts(bench)).toEqual(['after the typing']);
  });

  it('[F-AD2] is shown if the server had not said that the session can be resumed', async () => {
    const bench = createXmppBench();
    const { server, fakes } = bench;
    server.faults.faultDown = (text) => (text.startsWith('<enabled') ? 'drop' : 'pass');
    await start(bench);
    server.faults.faultDown = () => 'pass';
    await cutWhileTyping(bench, 3);
    await fakes.clock.advance(60_000);
    expect(agentTexts(bench)).toEqual(['after the typing']);
  });

  it('[F-AD2] is shown on the next page, which reads on from the same time', async () => {
    const bench = createXmppBench();
    const { server, fakes } = bench;
    await start(bench);
    const { conversationId } = bench.channel.snapshot;
    const session = server.block();
    server.cut();
    bench.online();
    typeAndAnswer(bench, 9);
    await handle(bench, session, 5);
    fakes.lifetime.end();
    const next = bench.load();
    void next.channel.resume({ conversationId });
    await handle(bench, session, 5);
    await fakes.clock.advance(200_000);
    expect(textsOf(next.fakes.events, 'agent')).toEqual(['after the typing']);
    await fakes.clock.advance(2 * lateArrivalEndMs);
    expect(fakes.storage.read('cm-xmpp')).toMatchObject({ lostSessions: [] });
  });

  it('[F-AD2] is shown if that session was not up yet', async () => {
    const bench = createXmppBench();
    const { server, fakes } = bench;
    await start(bench);
    const { conversationId } = bench.channel.snapshot;
    fakes.lifetime.end();
    // Its session is gone, so that the blocked one is the only one.
    server.restart();
    const next = bench.load();
    let answered = 0;
    server.faults.faultDown = (text) => {
      if (text.includes('<fin')) answered += 1;
      return answered === 2 ? 'drop' : 'pass';
    };
    void next.channel.resume({ conversationId });
    await fakes.clock.advance(100);
    server.faults.faultDown = () => 'pass';
    await cutWhileTyping(bench, 4);
    await fakes.clock.advance(200_000);
    expect(textsOf(next.fakes.events, 'agent')).toEqual(['after the typing']);
  });
});

describe('the archive', () => {
  it('[F-AD2] is not read any more when nothing has come for so long that no session is blocked', async () => {
    const bench = createXmppBench();
    const { server, fakes } = bench;
    await start(bench);
    const times: number[] = [];
    server.faults.faultUp = (text) => {
      if (text.includes(ns.archive)) times.push(Math.round((fakes.clock.now() - lostAt) / 1_000));
      return 'pass';
    };
    const lostAt = fakes.clock.now();
    const session = server.block();
    server.cut();
    bench.online();
    await fakes.clock.advance(17_000);
    session.release();
    await fakes.clock.advance(2 * lateArrivalEndMs);
    expect(times).toEqual([16, 17, 37, 74, 148, 296, 592, 1_184, 2_368]);
    await fakes.clock.advance(4 * lateArrivalEndMs);
    expect(times).toHaveLength(9);
    expect(fakes.storage.read('cm-xmpp')).toMatchObject({ lostSessions: [] });
  });

  it('[F-AD2] is not read more often after the clock was set back', async () => {
    const bench = createXmppBench();
    const { server, fakes } = bench;
    await start(bench);
    server.faults.isRefusing = true;
    server.cut();
    await fakes.clock.advance(15_000);
    Object.assign(server.faults, { isRefusing: false, resumption: 'fails' });
    bench.online();
    await fakes.clock.advance(1_000);
    let asked = 0;
    server.faults.faultUp = (text) => {
      if (text.includes(ns.archive)) asked += 1;
      return 'pass';
    };
    fakes.clock.jump(-3 * 3_600_000);
    await fakes.clock.advance(3_600_000);
    expect(asked).toBeGreaterThan(3);
    expect(asked).toBeLessThan(10);
    expect(fakes.storage.read('cm-xmpp')).toMatchObject({ lostSessions: [] });
  });
});

it('[F-AD2] answers come live after a session lost its connection while it read the archive for the first time, and was resumed', async () => {
  const bench = createXmppBench();
  const { server, fakes } = bench;
  await start(bench);
  server.faults.faultDown = (text) => (text.includes('<fin') ? 'drop' : 'pass');
  server.restart();
  bench.online();
  await fakes.clock.advance(1_000);
  server.cut();
  server.faults.faultDown = () => 'pass';
  bench.online();
  await fakes.clock.advance(100_000);
  server.toVisitor(server.visitor, { body: 'said later' });
  await fakes.clock.advance(100);
  expect(agentTexts(bench)).toEqual(['said later']);
});
