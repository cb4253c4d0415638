import { describe, expect, it } from 'vitest';
import { isAgentRole, parseConversationChanges, viewConversation } from '../../../../frame/chat/channels/async/wire.ts';
import { messagesOf, statesOf, textsOf } from '../../../contract/channelSuite.ts';
import { createMessagingBench } from '../../../support/messagingBench.ts';

describe('a messaging conversation', () => {
  it('[CH-135] is waiting without an agent and chatting with one, once the first dialog change arrives', async () => {
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

  it('[CH-136] reads details and dialogs, and ignores details older than the current ones', async () => {
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
    const id = await bench.startConversation();
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

  it('[CH-137] does not count readers and controllers as agents, hides controller messages, and announces once that an agent left', async () => {
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
    const id = await bench.startConversation();
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
    expect(textsOf(bench.fakes.events, 'agent')).toEqual([]);
    expect(textsOf(bench.fakes.events, 'system')).toEqual(['Natalie has left the chat.']);
  });

  it('[CH-040][CH-137] announces agents who join, but not those from before a reload, and does not show the service’s roles', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    expect(textsOf(bench.fakes.events, 'agentJoin')).toEqual(['Natalie has joined the chat.']);
    const participants = bench.fakes.events.flatMap((one) => (one.type === 'participants' ? one.participants : []));
    expect(participants.filter((one) => 'role' in one)).toEqual([]);
    bench.fakes.lifetime.end();
    const next = bench.load(bench.fakes);
    await next.channel.init();
    await next.channel.resume({ conversationId: id });
    await bench.clock.advance(0);
    expect(textsOf(next.fakes.events, 'agentJoin')).toEqual([]);
  });

  it('[CH-138] shows a message at the end, and passes through ended to available', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'end' });
    await bench.clock.advance(0);
    expect(statesOf(bench.fakes.events).slice(-2)).toEqual(['ended', 'available']);
    expect(textsOf(bench.fakes.events, 'system')).toEqual(['The chat has ended.']);
    expect(bench.channel.snapshot.conversationId).toBeUndefined();
  });

  it('[CH-139] offers the quick replies of a survey, sends the answers, and fires an event on completion', async () => {
    const bench = createMessagingBench({ hasSurvey: true });
    const id = await bench.startConversation();
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
    // The agent who leaves is not announced between the questions.
    expect(messagesOf(bench.fakes.events).filter((one) => one.id.includes('left-'))).toEqual([]);
    expect(bench.channel.snapshot.state).toBe('available');
  });
});

describe('the details of a messaging conversation', () => {
  const dialog = (dialogType: string, state: string, ...participantsDetails: { id: string; role: string }[]) => ({
    ...{ dialogId: dialogType.toLowerCase(), dialogType, state, participantsDetails },
  });
  const agent = { id: 'a', role: 'ASSIGNED_AGENT' };
  const bot = { id: 'b', role: 'AGENT' };
  const visitor = { id: 'me', role: 'CONSUMER' };
  const details = (conversationDetails: Readonly<Record<string, unknown>>) => {
    const [change] = parseConversationChanges({
      changes: [{ type: 'UPSERT', result: { convId: 'c', conversationDetails } }],
    });
    if (!change) throw new Error('The service does not send this.');
    return change.details;
  };
  const closed = { phase: 'closed', agents: [], mainDialogId: undefined, surveyDialogId: undefined };

  it.each([
    ['nobody in the dialog', { dialogs: [dialog('MAIN', 'OPEN', visitor)] }, 'waiting', []],
    ['an agent in the dialog', { dialogs: [dialog('MAIN', 'OPEN', visitor, agent)] }, 'chatting', ['a']],
    ['no dialogs yet', { state: 'OPEN' }, 'waiting', []],
    ['no dialogs, and an agent', { state: 'OPEN', participants: [agent, agent, bot] }, 'chatting', ['a', 'b']],
    [
      'an agent of the dialog before those of the conversation',
      { dialogs: [dialog('MAIN', 'OPEN', agent)], participants: [bot] },
      'chatting',
      ['a'],
    ],
    [
      'a dialog of another type',
      { dialogs: [dialog('MAIN', 'OPEN', visitor), dialog('OTHER', 'OPEN', bot)] },
      'waiting',
      [],
    ],
  ])('[CH-135][CH-136] is live with %s', (_, given, phase, agents) => {
    expect(viewConversation(details({ stage: 'OPEN', ...given }))).toMatchObject({ phase, agents });
  });

  it('[CH-135][CH-139] tells the open dialogs', () => {
    const dialogs = [dialog('MAIN', 'OPEN', agent), dialog('POST_SURVEY', 'OPEN', bot)];
    expect(viewConversation(details({ stage: 'OPEN', dialogs }))).toEqual({
      ...{ phase: 'chatting', agents: ['a'], mainDialogId: 'main', surveyDialogId: 'post_survey' },
    });
    const inSurvey = [dialog('MAIN', 'CLOSE', agent), dialog('POST_SURVEY', 'OPEN', bot)];
    expect(viewConversation(details({ state: 'CLOSE', stage: 'OPEN', dialogs: inSurvey }))).toEqual({
      ...{ phase: 'survey', agents: [], mainDialogId: undefined, surveyDialogId: 'post_survey' },
    });
  });

  it.each([
    ['its stage', { stage: 'CLOSE', dialogs: [dialog('MAIN', 'OPEN', agent)] }],
    ['all of its dialogs', { stage: 'OPEN', state: 'OPEN', dialogs: [dialog('MAIN', 'CLOSE', agent)] }],
    ['its state, without dialogs', { stage: 'OPEN', state: 'CLOSE', participants: [agent] }],
  ])('[CH-138] is over with %s', (_, given) => {
    expect(viewConversation(details(given))).toEqual(closed);
  });

  it('[CH-137] tell no agent without a role', () => {
    expect([undefined, null, 'CONSUMER', 'MANAGER'].map(isAgentRole)).toEqual([false, false, false, true]);
  });
});

describe('the replies of a messaging survey', () => {
  it('[CH-139] are withdrawn when one is pressed, before the next question', async () => {
    const bench = createMessagingBench({ hasSurvey: true });
    const id = await bench.startConversation();
    await bench.channel.send({ id: 'a', text: 'Hello' });
    await bench.clock.advance(0);
    const offered = () => bench.fakes.events.flatMap((event) => (event.type === 'quickReplies' ? [event.replies] : []));
    expect(offered()).toEqual([]);
    bench.desk.act(id, { action: 'survey' });
    await bench.clock.advance(0);
    const five = offered()[0]?.[0];
    if (five) await bench.channel.reply(five);
    await bench.clock.advance(0);
    expect(offered().map((replies) => replies.length)).toEqual([5, 0, 2]);
  });

  it('[CH-139] are withdrawn when the visitor answers in another tab', async () => {
    const bench = createMessagingBench({ hasSurvey: true });
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'survey' });
    await bench.clock.advance(0);
    const subscribed = bench.wire.sent.findLast(({ type }) => type === 'ms.SubscribeMessagingEvents');
    const dialogId = (subscribed?.body as { dialogId: string } | undefined)?.dialogId;
    const event = { type: 'ContentEvent', contentType: 'text/plain', message: '5' };
    const changes = [{ dialogId, originatorId: 'visitor-1', sequence: 3, serverTimestamp: bench.clock.now(), event }];
    bench.wire.inject(
      JSON.stringify({ kind: 'notification', type: 'ms.MessagingEventNotification', body: { changes } }),
    );
    await bench.clock.advance(0);
    expect(textsOf(bench.fakes.events, 'visitor')).toEqual(['5']);
    const offered = bench.fakes.events.flatMap((one) => (one.type === 'quickReplies' ? [one.replies.length] : []));
    expect(offered).toEqual([5, 0]);
  });
});
