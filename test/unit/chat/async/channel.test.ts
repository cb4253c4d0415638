// Long because each requirement has its case.
import { describe, expect, it } from 'vitest';
import type { ChannelEvent } from '../../../../frame/chat/channel.ts';
import { viewConversation } from '../../../../frame/chat/channels/async/conversationView.ts';
import { consumerIdOf, parseConversationChanges } from '../../../../frame/chat/channels/async/wire.ts';
import { messagesOf, statesOf } from '../../../contract/channelSuite.ts';
import { createMessagingBench, createToken, messagingIdentity } from '../../../support/messagingBench.ts';

type Frame = Record<string, unknown> & { body?: Record<string, unknown> };
const typesOf = (frames: readonly Frame[]): unknown[] => frames.map((one) => one.type);
const eventsOf = (frames: readonly Frame[]): Record<string, unknown>[] =>
  frames.flatMap((one) => (one.type === 'ms.PublishEvent' ? [one.body?.event as Record<string, unknown>] : []));
const receiptsOf = (frames: readonly Frame[]): unknown[] =>
  eventsOf(frames).flatMap((one) => (one.type === 'AcceptStatusEvent' ? [[one.status, one.sequenceList]] : []));
const said = (events: readonly ChannelEvent[], type: string): (string | undefined)[] =>
  messagesOf(events).flatMap((one) => (one.type === type ? [one.text] : []));

describe('messaging channel', () => {
  it('[CH-132] is available at once on a live connection, connects first without one, and is unavailable when that fails', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    expect(bench.channel.snapshot.state).toBe('available');
    expect(typesOf(bench.wire.sent)).toEqual(['InitConnection', 'cqm.SubscribeExConversations']);
    const opened = bench.wire.opened;
    await bench.channel.init();
    expect(bench.wire.opened).toBe(opened);

    const failing = createMessagingBench();
    failing.wire.isRefusing = true;
    await failing.channel.init();
    expect(failing.channel.snapshot).toMatchObject({ state: 'unavailable', isReady: true });
    const stranger = createMessagingBench();
    stranger.state.identity = undefined;
    await stranger.channel.init();
    expect(stranger.channel.snapshot.state).toBe('unavailable');
  });

  it.each([
    ['available', true, 'available', true],
    ['available', true, 'unavailable', true],
    ['available', false, 'available', true],
    ['available', false, 'unavailable', false],
    ['unavailable', true, 'available', false],
    ['unavailable', true, 'unavailable', false],
    ['unavailable', false, 'available', false],
    ['unavailable', false, 'unavailable', false],
  ] as const)('[CH-133] %s, logged in %s, agent %s: starts %s', async (state, isLoggedIn, agentStatus, starts) => {
    const bench = createMessagingBench({ identity: { isLoggedIn, agentStatus } });
    bench.wire.isRefusing = state === 'unavailable';
    await bench.channel.init();
    expect(bench.channel.snapshot.state).toBe(state);
    const outcome = await bench.channel.start({ startType: 'menu' }).then(
      () => true,
      () => false,
    );
    expect(outcome).toBe(starts);
  });

  it('[CH-134] [CH-144] requests, subscribes, sends what was queued in order once, and is chatting', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    await bench.channel.send({ id: 'a', text: 'first' });
    await bench.channel.send({ id: 'b', text: 'second' });
    expect(bench.desk.received()).toEqual([]);
    await bench.channel.start({ startType: 'menu' });
    await bench.clock.advance(0);
    expect(typesOf(bench.wire.sent).slice(2)).toEqual([
      'cm.ConsumerRequestConversation',
      'ms.SubscribeMessagingEvents',
      'ms.PublishEvent',
      'ms.PublishEvent',
    ]);
    expect(bench.desk.received()).toEqual(['first', 'second']);
    expect(bench.channel.snapshot.conversationId).toBe('conversation-2');
    await bench.clock.advance(60_000);
    expect(bench.desk.received()).toEqual(['first', 'second']);
  });

  it('[CH-134] raises There is no conversationId for an answer without one, and is unavailable', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    bench.wire.faultDown = (text) => (text.includes('RequestConversationResponse') ? 'drop' : 'pass');
    const started = bench.channel.start({ startType: 'menu' }).catch((error: Error) => error.message);
    await bench.clock.advance(0);
    bench.wire.faultDown = () => 'pass';
    const request = bench.wire.sent.findLast((one) => one.type === 'cm.ConsumerRequestConversation');
    bench.wire.inject(
      JSON.stringify({ kind: 'resp', reqId: request?.id, code: 200, type: 'cm.RequestConversationResponse', body: {} }),
    );
    expect(await started).toBe('There is no conversationId');
    expect(statesOf(bench.fakes.events)).toContain('unavailable');
  });

  it('[CH-135] waits without an agent and chats with one, as the first dialog change says', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    await bench.channel.start({ startType: 'menu' });
    await bench.clock.advance(0);
    const id = bench.channel.snapshot.conversationId ?? '';
    expect(bench.channel.snapshot.state).toBe('waiting');
    bench.desk.act(id, { action: 'join' });
    await bench.clock.advance(0);
    expect(bench.channel.snapshot.state).toBe('chatting');
    bench.desk.act(id, { action: 'transfer', skill: 'billing' });
    await bench.clock.advance(0);
    expect(bench.channel.snapshot).toMatchObject({ state: 'waiting', routedSkill: 'billing' });
  });

  it('[CH-136] reads details and dialogs, and ignores details that are older than the known ones', async () => {
    const details = {
      skillId: 4966,
      state: 'CLOSE',
      stage: 'OPEN',
      metaDataLastUpdateTs: 3,
      participants: { id: 'me', role: 'CONSUMER' },
      dialogs: [
        { dialogId: 'c', dialogType: 'MAIN', state: 'CLOSE', participantsDetails: [] },
        { dialogId: 'p', dialogType: 'POST_SURVEY', state: 'OPEN', participantsDetails: [{ id: 'b', role: 'AGENT' }] },
      ],
    };
    const [change] = parseConversationChanges({
      changes: { type: 'UPSERT', result: { convId: 'c', conversationDetails: details } },
    });
    expect(change?.details).toMatchObject({ skillId: '4966', metaDataLastUpdateTs: 3, state: 'CLOSE' });
    expect(change && viewConversation(change.details)).toEqual({
      phase: 'survey',
      agents: [],
      mainDialogId: undefined,
      surveyDialogId: 'p',
    });

    const bench = createMessagingBench();
    const id = await bench.talk();
    const last = bench.wire.toClient.findLast((one) => one.type === 'cqm.ExConversationChangeNotification');
    const old = structuredClone(last) as {
      body: { changes: { result: { conversationDetails: Record<string, unknown> } }[] };
    };
    const stale = old.body.changes[0]?.result.conversationDetails ?? {};
    stale.metaDataLastUpdateTs = 1;
    stale.stage = 'CLOSE';
    bench.wire.inject(JSON.stringify(old));
    await bench.clock.advance(0);
    expect(bench.channel.snapshot).toMatchObject({ state: 'chatting', conversationId: id });
  });

  it('[CH-137] takes readers and controllers for no agents, hides controllers, and tells once that an agent left', async () => {
    const role = (name: string) =>
      viewConversation({
        state: 'OPEN',
        stage: 'OPEN',
        participants: [],
        dialogs: [{ dialogId: 'c', dialogType: 'MAIN', state: 'OPEN', participantsDetails: [{ id: 'x', role: name }] }],
      }).agents;
    expect(['CONSUMER', 'READER', 'CONTROLLER'].flatMap(role)).toEqual([]);
    expect(['ASSIGNED_AGENT', 'AGENT', 'MANAGER'].flatMap(role)).toEqual(['x', 'x', 'x']);

    const bench = createMessagingBench();
    const id = await bench.talk();
    bench.wire.inject(
      JSON.stringify({
        kind: 'notification',
        type: 'ms.MessagingEventNotification',
        body: {
          changes: [
            {
              sequence: 0,
              serverTimestamp: 1,
              originatorId: 'machine',
              originatorMetadata: { id: 'machine', role: 'CONTROLLER' },
              dialogId: id,
              event: { type: 'ContentEvent', contentType: 'text/plain', message: 'You are next in line' },
            },
          ],
        },
      }),
    );
    bench.desk.act(id, { action: 'leave' });
    await bench.clock.advance(0);
    expect(said(bench.fakes.events, 'agent')).toEqual([]);
    expect(said(bench.fakes.events, 'system')).toEqual(['Natalie has left the chat.']);
  });

  it('[CH-040][CH-137] says who joins, not who was there before a reload, and keeps the service’s word for the role', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
    expect(said(bench.fakes.events, 'agentJoin')).toEqual(['Natalie has joined the chat.']);
    const participants = bench.fakes.events.flatMap((one) => (one.type === 'participants' ? one.participants : []));
    expect(participants.filter((one) => one.role !== undefined)).toEqual([]);
    bench.fakes.lifetime.end();
    const next = bench.load(bench.fakes);
    await next.channel.init();
    await next.channel.resume({ conversationId: id });
    await bench.clock.advance(0);
    expect(said(next.fakes.events, 'agentJoin')).toEqual([]);
  });

  it('[CH-138] ends with a message and passes through ended to available, the external entry forgotten', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
    bench.fakes.storage.write('cm-external-config', { service: 'liveperson2' });
    bench.desk.act(id, { action: 'end' });
    await bench.clock.advance(0);
    expect(statesOf(bench.fakes.events).slice(-2)).toEqual(['ended', 'available']);
    expect(said(bench.fakes.events, 'system')).toEqual(['The chat has ended.']);
    expect(bench.fakes.storage.read('cm-external-config')).toBeUndefined();
    expect(bench.channel.snapshot.conversationId).toBeUndefined();
  });

  it('[CH-139] offers the replies of a survey, takes the answers, and tells when it is complete', async () => {
    const bench = createMessagingBench({ hasSurvey: true });
    const id = await bench.talk();
    bench.desk.act(id, { action: 'survey' });
    await bench.clock.advance(0);
    const replies = () =>
      bench.fakes.events.flatMap((event) => (event.type === 'quickReplies' ? [event.replies] : [])).at(-1) ?? [];
    expect(replies().map((one) => one.text)).toEqual(['5', '4', '3', '2', '1']);
    const five = replies()[0];
    if (five) await bench.channel.reply(five);
    await bench.clock.advance(0);
    expect(replies().map((one) => one.text)).toEqual(['Yes', 'No']);
    const yes = replies()[0];
    if (yes) await bench.channel.reply(yes);
    await bench.clock.advance(0);
    expect(replies()).toEqual([]);
    expect(bench.desk.received()).toEqual(['5', 'Yes']);
    expect(bench.fakes.tracked.map((one) => one.name)).toEqual(['CM_CHAT_SURVEY_COMPLETE']);
    // The talk is over: its agent is not said to leave between the questions.
    expect(messagesOf(bench.fakes.events).filter((one) => one.id.includes('left-'))).toEqual([]);
    expect(bench.channel.snapshot.state).toBe('available');
  });

  it('[CH-140] names a message by conversation, dialog and sequence, and shows a repeated one once', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
    bench.wire.faultDown = () => 'duplicate';
    bench.desk.act(id, { action: 'say', text: 'Hello' });
    await bench.clock.advance(0);
    const shown = messagesOf(bench.fakes.events).filter((one) => one.type === 'agent');
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatchObject({
      id: `${id}__${id}__0`,
      text: 'Hello',
      participantId: '25025413',
      isHistory: false,
    });
  });

  it('[CH-141] accepts each message above the last confirmed one, once', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
    bench.fakes.setAttention({ isFocused: false });
    bench.wire.faultDown = () => 'duplicate';
    bench.desk.act(id, { action: 'say', text: 'one' });
    await bench.clock.advance(0);
    bench.desk.act(id, { action: 'say', text: 'two' });
    await bench.clock.advance(0);
    expect(receiptsOf(bench.wire.sent)).toEqual([
      ['ACCEPT', [0]],
      ['ACCEPT', [2]],
    ]);
  });

  it('[CH-142] reads what is looked at, and the rest when the visitor looks again', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
    bench.fakes.setAttention({ isFocused: false });
    bench.desk.act(id, { action: 'say', text: 'one' });
    bench.desk.act(id, { action: 'say', text: 'two' });
    await bench.clock.advance(0);
    expect(receiptsOf(bench.wire.sent).map((one) => (one as unknown[])[0])).not.toContain('READ');
    bench.fakes.setAttention({ isFocused: true });
    await bench.clock.advance(0);
    expect(receiptsOf(bench.wire.sent).at(-1)).toEqual(['READ', [0, 1]]);
  });

  it('[CH-141][CH-142] tells again after a new connection what the lost one took with it, once', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
    bench.wire.stall('up');
    bench.desk.act(id, { action: 'say', text: 'one' });
    await bench.clock.advance(0);
    expect(bench.desk.receipts()).toEqual([]);
    bench.wire.cut();
    bench.wire.healStalls();
    await bench.clock.advance(5_000);
    expect(bench.desk.receipts().map(({ status, sequences }) => [status, sequences])).toEqual([
      ['ACCEPT', [0]],
      ['READ', [0]],
    ]);
    bench.wire.cut();
    await bench.clock.advance(5_000);
    expect(bench.desk.receipts()).toHaveLength(2);
  });

  it('[CH-141] does not repeat a receipt that the service refuses for good', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
    bench.fakes.setAttention({ isFocused: false });
    bench.desk.refuseNext(400);
    bench.desk.act(id, { action: 'say', text: 'one' });
    await bench.clock.advance(0);
    bench.desk.act(id, { action: 'say', text: 'two' });
    await bench.clock.advance(0);
    const accepted = receiptsOf(bench.wire.sent);
    expect(accepted).toHaveLength(2);
    expect(accepted[0]).not.toEqual(accepted[1]);
  });

  it('[CH-180][CH-181][CH-182][CH-183] asks the gateway whether somebody could answer, every 120 s, and never during a talk', async () => {
    const bench = createMessagingBench({
      ports: { deployment: { async: { gatewayHosts: ['https://gateway.example'] } } },
    });
    let status = 'NotAvailable';
    bench.fakes.call.on('/async/engagement', () => ({ status, skillStatus: { skillName: 'cloud-experts' } }));
    const asked = () => bench.fakes.call.calls.filter((one) => one.path === '/async/engagement');
    await bench.channel.init();
    await bench.clock.advance(0);
    expect(bench.channel.snapshot).toMatchObject({ agentStatus: 'unavailable', routedSkill: 'cloud-experts' });
    expect(asked()[0]).toMatchObject({ attemptTimeoutMs: 8_000 });
    expect(asked()[0]?.body).toMatchObject({ consumerId: 'visitor-1', service: 'liveperson2' });
    await expect(bench.channel.start({ startType: 'menu' })).rejects.toThrow('No agent can be reached');
    status = 'Available';
    await bench.clock.advance(120_000);
    expect(asked()).toHaveLength(2);
    expect(bench.channel.snapshot.agentStatus).toBe('available');
    await bench.channel.start({ startType: 'menu' });
    await bench.clock.advance(600_000);
    expect(asked()).toHaveLength(2);
  });

  it('[CH-184] stays as it is when the gateway cannot be asked', async () => {
    const bench = createMessagingBench({
      ports: { deployment: { async: { gatewayHosts: ['https://gateway.example'] } } },
    });
    await bench.channel.init();
    await bench.clock.advance(0);
    expect(bench.channel.snapshot).toMatchObject({ state: 'available', agentStatus: 'available' });
    expect(bench.fakes.call.calls.filter((one) => one.path === '/async/engagement')).toHaveLength(4);
    expect(bench.fakes.log.warnings.join()).toContain('The messaging engagement could not be checked.');
  });

  it('[CH-141] tells the service which reply was pressed before it says it', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
    bench.desk.act(id, { action: 'quickReplies', text: 'Shall we call you?', replies: ['Call me', 'No, thanks'] });
    await bench.clock.advance(0);
    const asked = messagesOf(bench.fakes.events).find((one) => one.type === 'agent');
    expect(asked?.lines?.map((line) => line.text)).toEqual(['Call me', 'No, thanks']);
    await bench.channel.press({ type: 'choice', text: 'Call me' }, asked as never);
    await bench.clock.advance(0);
    const last = eventsOf(bench.wire.sent).slice(-2);
    expect(last).toEqual([
      { type: 'AcceptStatusEvent', status: 'ACTION', sequenceList: [0] },
      { type: 'ContentEvent', contentType: 'text/plain', message: 'Call me' },
    ]);
  });

  it('[CH-143] tells typing in both directions', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
    bench.desk.act(id, { action: 'typing' });
    bench.desk.act(id, { action: 'typing', isTyping: false });
    await bench.clock.advance(0);
    const told = bench.fakes.events.flatMap((event) => (event.type === 'agentTyping' ? [event.isTyping] : []));
    expect(told).toEqual([true, false]);
    bench.channel.typing(true);
    bench.channel.typing(false);
    await bench.clock.advance(0);
    expect(eventsOf(bench.wire.sent).map((one) => one.chatState)).toEqual(['COMPOSING', 'ACTIVE']);
  });

  it('[CH-145] [CH-146] sends one frame of the public protocol for each operation', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
    bench.desk.act(id, { action: 'say', text: 'Hello' });
    await bench.clock.advance(0);
    await bench.channel.send({ id: 'local', text: 'Hi' });
    bench.channel.typing(true);
    await bench.clock.advance(30_000);
    const ended = bench.channel.end();
    await bench.clock.advance(2_000);
    await ended;
    const sent = bench.wire.sent.map((one): Frame => ({ ...one, isText: typeof one.id }));
    expect(new Set(bench.wire.sent.map((one) => one.id)).size).toBe(sent.length);
    expect(sent.every((one) => one.kind === 'req' && one.isText === 'string')).toBe(true);
    expect(sent).toMatchObject([
      {
        type: 'InitConnection',
        headers: [
          { features: ['AUTO_MESSAGES', 'RICH_CONTENT', 'QUICK_REPLIES', 'MULTI_DIALOG'] },
          { type: '.ams.headers.ConsumerAuthentication', jwt: messagingIdentity.token },
        ],
      },
      { type: 'cqm.SubscribeExConversations', body: { stage: ['OPEN'], convState: ['OPEN', 'CLOSE'] } },
      { type: 'cm.ConsumerRequestConversation', body: { skillId: 'cloud-sales', channelType: 'MESSAGING' } },
      { type: 'ms.SubscribeMessagingEvents', body: { dialogId: id, conversationId: id, fromSeq: 0 } },
      { type: 'ms.PublishEvent', body: { event: { status: 'ACCEPT', sequenceList: [0] } } },
      { type: 'ms.PublishEvent', body: { event: { status: 'READ', sequenceList: [0] } } },
      {
        type: 'ms.PublishEvent',
        body: { dialogId: id, conversationId: id, event: { contentType: 'text/plain', message: 'Hi' } },
        metadata: [{ type: 'ExternalId', id: 'local' }],
      },
      { type: 'ms.PublishEvent', body: { event: { type: 'ChatStateEvent', chatState: 'COMPOSING' } } },
      { type: 'GetClock' },
      { type: 'ms.PublishEvent', body: { event: { type: 'ChatStateEvent', chatState: 'ACTIVE' } } },
      {
        type: 'cm.UpdateConversationField',
        body: {
          conversationField: {
            field: 'DialogChange',
            type: 'UPDATE',
            dialog: { dialogId: id, state: 'CLOSE', closedCause: 'Closed by consumer' },
          },
        },
      },
    ]);
  });

  it('[CH-147] reads the consumer from the token, and is unavailable with a broken one', async () => {
    expect(consumerIdOf(createToken('visitor-é'))).toBe('visitor-é');
    expect(['', 'x', 'a.b.c', `a.${btoa('{}')}.c`, `a.${btoa('no json')}.c`].map(consumerIdOf)).toEqual(
      Array(5).fill(undefined),
    );
    const bench = createMessagingBench({ identity: { token: 'a.b.c' } });
    await bench.channel.init();
    expect(bench.channel.snapshot.state).toBe('unavailable');
    expect(bench.wire.opened).toBe(0);
  });

  it('[CH-151] sends what the monitor knows of the visit with the conversation request', async () => {
    const info = { sessionId: 's', visitorId: 'v', pageId: 'p', campaignId: 1, engagementId: 2, contextId: '3' };
    const asked: string[] = [];
    const bench = createMessagingBench({
      consumerInfo: async (consumerId) => {
        asked.push(consumerId);
        return info;
      },
    });
    await bench.talk();
    const request = bench.wire.sent.find((one) => one.type === 'cm.ConsumerRequestConversation') as Frame;
    expect(asked).toEqual(['visitor-1']);
    expect(request.body).toMatchObject({
      campaignInfo: { campaignId: 1, engagementId: 2 },
      conversationContext: {
        type: 'SharkContext',
        visitorId: 'v',
        sessionId: 's',
        pageId: 'p',
        interactionContextId: '3',
        lang: 'en-US',
      },
    });
  });

  it('[CH-150] pings the clock every 30 s only while the pane is visible and the chat runs', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
    const pings = (): number => bench.wire.sent.filter((one) => one.type === 'GetClock').length;
    await bench.clock.advance(30_000);
    expect(pings()).toBe(1);
    bench.fakes.setAttention({ isPaneShown: false });
    await bench.clock.advance(60_000);
    expect(pings()).toBe(1);
    bench.fakes.setAttention({ isPaneShown: true });
    bench.desk.act(id, { action: 'leave' });
    await bench.clock.advance(60_000);
    expect(pings()).toBe(1);
  });

  it('[CH-173] goes on with an open conversation at load, its history and its unread count', async () => {
    const bench = createMessagingBench({ identity: { hasOpenConversation: true, unread: 2 } });
    const id = await bench.talk();
    bench.desk.act(id, { action: 'say', text: 'Still there?' });
    await bench.clock.advance(0);
    bench.fakes.lifetime.end();
    const next = bench.load(bench.fakes);
    await next.channel.init();
    await bench.clock.advance(0);
    expect(next.channel.snapshot).toMatchObject({ state: 'chatting', conversationId: id });
    expect(await next.channel.resume({ conversationId: id })).toBe(true);
    expect(said(next.fakes.events, 'agent')).toEqual(['Still there?']);
    expect(next.fakes.events).toContainEqual({ type: 'unread', count: 2 });
    // What was accepted before is not accepted again.
    expect(bench.desk.receipts().filter((one) => one.status === 'ACCEPT')).toHaveLength(1);
  });

  it('[CH-152] only logs that the availability of agents could not be asked', async () => {
    const bench = createMessagingBench({
      ports: { deployment: { async: { gatewayHosts: ['https://gateway.example'] } } },
    });
    await bench.talk();
    expect(bench.fakes.log.warnings.join()).toContain('The availability of agents could not be checked.');
    expect(bench.channel.snapshot).toMatchObject({ state: 'chatting', agentStatus: 'available' });
  });

  it('shows agent markup as it was sent, never as HTML, unless the sender declares it', async () => {
    const bench = createMessagingBench();
    const id = await bench.talk();
    bench.desk.act(id, { action: 'say', text: '<img src=x onerror=alert(1)>' });
    await bench.clock.advance(0);
    const message = messagesOf(bench.fakes.events).find((one) => one.type === 'agent');
    expect(message).toMatchObject({ text: '<img src=x onerror=alert(1)>' });
    expect(message?.format).toBeUndefined();
  });
});
