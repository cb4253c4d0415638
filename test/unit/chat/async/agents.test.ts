import { describe, expect, it } from 'vitest';
import { messagesOf, textsOf } from '../../../contract/channelSuite.ts';
import { createMessagingBench, type MessagingBench } from '../../../support/messagingBench.ts';

/** The agent desk's receipt for messages of the visitor. */
function confirm(bench: MessagingBench, id: string, status: string, sequences: readonly number[], sequence: number) {
  const change = {
    sequence,
    serverTimestamp: bench.clock.now(),
    originatorId: '25025413',
    originatorMetadata: { id: '25025413', role: 'ASSIGNED_AGENT' },
    dialogId: id,
    event: { type: 'AcceptStatusEvent', status, sequenceList: sequences },
  };
  const body = { changes: [change] };
  bench.wire.inject(JSON.stringify({ kind: 'notification', type: 'ms.MessagingEventNotification', body }));
  return bench.clock.advance(0);
}

describe('agents in messaging', () => {
  it('[CH-137] does not announce an agent in the next conversation whose profile arrives late', async () => {
    const bench = createMessagingBench();
    let answer = (_: unknown): void => {};
    bench.fakes.call.on(
      '/api/account/4711/configuration/le-users/users/',
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'end' });
    await bench.clock.advance(0);
    await bench.channel.start({ startType: 'restart' });
    await bench.clock.advance(0);
    const emitted = bench.fakes.events.length;
    answer({ nickname: 'Natalie' });
    await bench.clock.advance(1_000);
    expect(textsOf(bench.fakes.events, 'agentJoin')).toEqual([]);
    expect(bench.fakes.events.slice(emitted)).toEqual([]);
  });

  it('[CH-040][CH-137] announces an agent who joins with the name that arrives late', async () => {
    const bench = createMessagingBench();
    let answer = (_: unknown): void => {};
    bench.fakes.call.on(
      '/api/account/4711/configuration/le-users/users/',
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    // What we know of the service's clock is a few ms ahead.
    bench.desk.faults.clockSkewMs = 30;
    await bench.channel.init();
    bench.desk.faults.clockSkewMs = 0;
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'say', text: 'Hello' });
    await bench.clock.advance(3_000);
    answer({ nickname: 'Natalie' });
    await bench.clock.advance(0);
    const joined = messagesOf(bench.fakes.events).find((one) => one.type === 'agentJoin');
    const said = messagesOf(bench.fakes.events).find((one) => one.type === 'agent');
    expect(joined?.text).toBe('Natalie has joined the chat.');
    // It stands where the agent joined, before what the agent has said since.
    expect(joined?.order?.atMs).toBeLessThanOrEqual(said?.order?.atMs ?? 0);
    expect(joined?.order?.sequence).toBeLessThan(said?.order?.sequence ?? 0);
  });

  it('[CH-141] reports what an agent has received and read, and no status that falls back', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    await bench.channel.send({ id: 'local-1', text: 'one' });
    await bench.channel.send({ id: 'local-2', text: 'two' });
    await bench.clock.advance(0);
    await confirm(bench, id, 'ACCEPT', [0, 1], 2);
    await confirm(bench, id, 'READ', [0], 3);
    await confirm(bench, id, 'ACCEPT', [0], 4);
    await confirm(bench, id, 'ACTION', [1], 5);
    await confirm(bench, id, 'READ', [7], 6);
    const message = (sequence: number): string => `${id}__${id}__${sequence}`;
    expect(bench.fakes.events.filter((event) => event.type === 'receipt')).toEqual([
      { type: 'receipt', ids: [message(0), message(1)], status: 'delivered' },
      { type: 'receipt', ids: [message(0)], status: 'read' },
    ]);
    const confirmed = bench.fakes.events.flatMap((event) => (event.type === 'delivered' ? [event.as?.id] : []));
    expect(confirmed).toEqual([message(0), message(1)]);
  });

  it('[CH-141] reports a receipt that came before its message', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.wire.faultDown = (text) => (text.includes('"message":"one"') ? 'drop' : 'pass');
    await bench.channel.send({ id: 'local', text: 'one' });
    await bench.clock.advance(0);
    await confirm(bench, id, 'READ', [0], 1);
    expect(bench.fakes.events.filter((event) => event.type === 'receipt')).toEqual([]);
    bench.wire.faultDown = () => 'pass';
    bench.wire.cut();
    await bench.clock.advance(10_000);
    expect(bench.fakes.events.filter((event) => event.type === 'receipt')).toEqual([
      { type: 'receipt', ids: [`${id}__${id}__0`], status: 'read' },
    ]);
  });
});
