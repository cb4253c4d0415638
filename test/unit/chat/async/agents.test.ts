import { describe, expect, it } from 'vitest';
import { messagesOf, textsOf } from '../../../contract/channelSuite.ts';
import { refuse } from '../../../support/fakeBackend.ts';
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
    // What we know about the service's clock is a few ms ahead.
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

  it('[CH-128][CH-137] gives an agent a common name if nobody knows a name, and logs why', async () => {
    const bench = createMessagingBench();
    bench.fakes.call.on('/api/account/4711/configuration/le-users/users/', () => refuse(404));
    const id = await bench.startConversation();
    expect(textsOf(bench.fakes.events, 'agentJoin')).toEqual(['Agent has joined the chat.']);
    expect(bench.fakes.log.warnings).toEqual(['Error getting agent profile']);
    bench.desk.act(id, { action: 'leave' });
    await bench.clock.advance(0);
    expect(textsOf(bench.fakes.events, 'system')).toEqual(['Agent has left the chat.']);
  });

  it.each([
    ['of another agent', { agentId: 'somebody else', nickname: 'Jonas' }, []],
    ['that is missing', { agentId: '25025413', nickname: null }, []],
    ['without an id', { nickname: 'Natalie O.' }, ['Natalie O.']],
  ])('[CH-152] uses a name %s from the gateway only if it fits', async (_, answer, names) => {
    const bench = createMessagingBench({
      ports: { deployment: { async: { gatewayHosts: ['https://gateway.example'] } } },
    });
    bench.fakes.call.on('/api/account/4711/configuration/le-users/users/', () => refuse(404));
    bench.fakes.call.on('/async/agent', () => answer);
    await bench.startConversation();
    const named = bench.fakes.events.flatMap((event) =>
      event.type === 'participants' ? event.participants.flatMap(({ name }) => name ?? []) : [],
    );
    expect(named).toEqual(names);
  });

  it('[CH-152] logs that the gateway does not tell the name of an agent', async () => {
    const bench = createMessagingBench({
      ports: { deployment: { async: { gatewayHosts: ['https://gateway.example'] } } },
    });
    bench.fakes.call.on('/api/account/4711/configuration/le-users/users/', () => refuse(404));
    bench.fakes.call.on('/async/agent', () => refuse(500));
    await bench.startConversation();
    expect(bench.fakes.log.infos.join()).toContain('The name of an agent could not be fetched.');
  });

  it('[CH-041][CH-137] asks once for the profile of an agent who comes back, and shows who is there', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'typing' });
    bench.desk.act(id, { action: 'leave' });
    await bench.clock.advance(1_000);
    bench.desk.act(id, { action: 'join' });
    await bench.clock.advance(1_000);
    const asked = bench.fakes.call.calls.filter(({ path }) => path.includes('/le-users/'));
    expect(asked).toHaveLength(1);
    const shown = bench.fakes.events.flatMap((event) =>
      event.type === 'participants' ? event.participants.flatMap(({ isActive }) => isActive ?? []) : [],
    );
    expect(shown).toEqual([true, false, true]);
    expect(textsOf(bench.fakes.events, 'agentJoin')).toEqual(Array(2).fill('Natalie has joined the chat.'));
    const typing = bench.fakes.events.flatMap((event) => (event.type === 'agentTyping' ? [event.isTyping] : []));
    expect(typing).toEqual([true, false]);
    const notices = messagesOf(bench.fakes.events).filter(({ type }) => type === 'agentJoin' || type === 'system');
    expect(notices.map((one) => one.participantId)).toEqual(Array(3).fill('25025413'));
    expect(new Set(notices.map((one) => one.id)).size).toBe(3);
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

  it('[CH-137] knows the role of a sender from the conversation if the event does not tell it', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    const last = bench.wire.toClient.findLast((one) => one.type === 'cqm.ExConversationChangeNotification');
    const change = structuredClone(last) as {
      body: { changes: { result: { conversationDetails: { participants: unknown[] } } }[] };
    };
    change.body.changes[0]?.result.conversationDetails.participants.push({ id: 'machine', role: 'CONTROLLER' });
    bench.wire.inject(JSON.stringify(change));
    const said = (originatorId: string, sequence: number) => ({
      ...{ sequence, serverTimestamp: bench.clock.now(), originatorId, dialogId: id },
      event: { type: 'ContentEvent', contentType: 'text/plain', message: `from ${originatorId}` },
    });
    const body = { changes: [said('machine', 0), said('25025413', 1)] };
    bench.wire.inject(JSON.stringify({ kind: 'notification', type: 'ms.MessagingEventNotification', body }));
    await bench.clock.advance(0);
    expect(textsOf(bench.fakes.events, 'agent')).toEqual(['from 25025413']);
  });

  it('[CH-041][CH-137] shows a second agent beside the first, with name and picture', async () => {
    const bench = createMessagingBench();
    bench.fakes.call.on('/api/account/4711/configuration/le-users/users/', ({ path }) => ({
      ...{ nickname: path.split('/').at(-1), pictureUrl: 'https://a.example/p.png' },
    }));
    const id = await bench.startConversation();
    const last = bench.wire.toClient.findLast((one) => one.type === 'cqm.ExConversationChangeNotification');
    const change = structuredClone(last) as {
      body: { changes: { result: { conversationDetails: { dialogs: { participantsDetails: unknown[] }[] } } }[] };
    };
    const [dialog] = change.body.changes[0]?.result.conversationDetails.dialogs ?? [];
    dialog?.participantsDetails.push({ id: 'jonas', role: 'AGENT' });
    bench.fakes.events.splice(0);
    bench.wire.inject(JSON.stringify(change));
    await bench.clock.advance(0);
    const participants = bench.fakes.events.flatMap((event) =>
      event.type === 'participants' ? [event.participants] : [],
    );
    expect(participants).toEqual([
      [{ id: 'jonas', isActive: true }],
      [{ id: 'jonas', name: 'jonas', agentPictureUrl: 'https://a.example/p.png' }],
    ]);
    expect(messagesOf(bench.fakes.events).map((one) => one.text)).toEqual(['jonas has joined the chat.']);
    bench.fakes.events.splice(0);
    bench.desk.act(id, { action: 'leave' });
    await bench.clock.advance(0);
    expect(bench.fakes.events.filter(({ type }) => type === 'participants')).toHaveLength(1);
    const left = messagesOf(bench.fakes.events);
    expect(left.map((one) => one.id.split('__')[1]?.split('-').slice(0, 2))).toEqual([
      ['left', '25025413'],
      ['left', 'jonas'],
    ]);
  });

  it('[CH-152] asks nobody else for a name without a gateway', async () => {
    const bench = createMessagingBench();
    bench.fakes.call.on('/api/account/4711/configuration/le-users/users/', () => refuse(404));
    await bench.startConversation();
    expect(bench.fakes.call.calls.filter(({ path }) => path === '/async/agent')).toEqual([]);
  });
});
