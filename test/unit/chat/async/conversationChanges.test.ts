import { describe, expect, it } from 'vitest';
import { messagesOf, statesOf, textsOf } from '../../../contract/channelSuite.ts';
import { createMessagingBench, type MessagingBench, typesOf } from '../../../support/messagingBench.ts';

const subscribed = ({ wire }: MessagingBench): readonly unknown[] =>
  wire.sent.flatMap(({ type, body }) =>
    type === 'ms.SubscribeMessagingEvents' ? [(body as { dialogId: string }).dialogId] : [],
  );

function notify(bench: MessagingBench, convId: string, conversationDetails: unknown, type = 'UPSERT') {
  const body = { changes: [{ type, result: { convId, conversationDetails } }] };
  bench.wire.inject(JSON.stringify({ kind: 'notification', type: 'cqm.ExConversationChangeNotification', body }));
  return bench.clock.advance(0);
}

const main = (id: string, state = 'OPEN') => ({ dialogId: id, dialogType: 'MAIN', state, participantsDetails: [] });
const survey = (state = 'OPEN', more = {}) => ({
  ...{ dialogId: 's', dialogType: 'POST_SURVEY', state, participantsDetails: [] },
  ...more,
});

/** Loses the connection, does something while there is none, and connects again. */
async function meanwhile(bench: MessagingBench, act: () => void): Promise<void> {
  bench.wire.isRefusing = true;
  bench.wire.cut();
  await bench.clock.advance(0);
  act();
  bench.wire.isRefusing = false;
  bench.page.online();
  await bench.clock.advance(5_000);
}

describe('changes of a messaging conversation', () => {
  it('[CH-138][CH-149] are noticed after a lost connection, even that it is gone', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    await meanwhile(bench, () => bench.desk.act(id, { action: 'end' }));
    expect(statesOf(bench.fakes.events).slice(-2)).toEqual(['ended', 'available']);
    expect(bench.channel.snapshot.conversationId).toBeUndefined();
  });

  it('[CH-139][CH-149] restore both dialogs of a survey on a new connection', async () => {
    const bench = createMessagingBench({ hasSurvey: true });
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'survey' });
    await bench.clock.advance(0);
    const [, surveyId] = subscribed(bench);
    const before = subscribed(bench).length;
    await meanwhile(bench, () => {});
    expect(new Set(subscribed(bench).slice(before))).toEqual(new Set([id, surveyId]));
    expect(bench.channel.snapshot.conversationId).toBe(id);
  });

  it.each([
    ['apply without a time', undefined, 'waiting'],
    ['apply with the time of the latest ones', 0, 'waiting'],
    ['apply if they are newer', 1, 'waiting'],
    ['do not apply if they are older', -1, 'chatting'],
  ])('[CH-136] %s', async (_, laterMs, state) => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    const latestMs = bench.clock.now() + 60_000;
    const agent = { id: 'agent-1', role: 'ASSIGNED_AGENT' };
    const details = (at: number | undefined, participantsDetails: readonly unknown[]) => ({
      ...{ stage: 'OPEN', state: 'OPEN', metaDataLastUpdateTs: at },
      dialogs: [{ ...main(id), participantsDetails }],
    });
    await notify(bench, id, details(latestMs, [agent]));
    expect(bench.channel.snapshot.state).toBe('chatting');
    await notify(bench, id, details(laterMs === undefined ? undefined : latestMs + laterMs, []));
    expect(bench.channel.snapshot.state).toBe(state);
  });

  it('[CH-132] are waited for 3 s on a new connection without a conversation', async () => {
    const bench = createMessagingBench();
    bench.wire.faultDown = (text) => (text.includes('ExConversationChange') ? 'drop' : 'pass');
    void bench.channel.init();
    await bench.clock.advance(2_999);
    expect(bench.channel.snapshot.isReady).toBe(false);
    await bench.clock.advance(1);
    expect(bench.channel.snapshot).toMatchObject({ isReady: true, state: 'available' });
  });

  it('[CH-138] that delete it end it at once, although a survey may follow', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    const updatedAt = bench.clock.now() + 10;
    const details = { stage: 'OPEN', metaDataLastUpdateTs: updatedAt, dialogs: [main(id, 'CLOSE')] };
    await notify(bench, id, details, 'DELETE');
    expect(bench.channel.snapshot.state).toBe('available');
  });

  it('[CH-139] count a survey as complete only if the visitor has not closed it', async () => {
    const completed = async (closedBy: string) => {
      const bench = createMessagingBench();
      const id = await bench.startConversation();
      const details = { stage: 'OPEN', metaDataLastUpdateTs: bench.clock.now() + 10 };
      await notify(bench, id, { ...details, dialogs: [main(id, 'CLOSE'), survey()] });
      await notify(bench, id, { ...details, dialogs: [main(id, 'CLOSE'), survey('CLOSE', { closedBy })] });
      expect(bench.channel.snapshot.conversationId).toBeUndefined();
      return bench.fakes.tracked.map(({ name }) => name);
    };
    expect(await completed('AGENT')).toEqual(['CM_CHAT_SURVEY_COMPLETE']);
    expect(await completed('CONSUMER')).toEqual([]);
  });

  it('[CH-138] of one that is over do not open it again', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    await notify(bench, 'old', { stage: 'CLOSE', dialogs: [main('old', 'CLOSE')] });
    await notify(bench, 'older', {}, 'DELETE');
    expect(bench.channel.snapshot).toMatchObject({ state: 'available', conversationId: undefined });
    expect(subscribed(bench)).toEqual([]);
    expect(messagesOf(bench.fakes.events)).toEqual([]);
  });

  it('[CH-136] that are not newer than its end do not open it again', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    const endedAt = bench.clock.now() + 10;
    const open = (at: number | undefined) =>
      notify(bench, id, { stage: 'OPEN', metaDataLastUpdateTs: at, dialogs: [main(id)] });
    for (const at of [endedAt, endedAt - 8])
      await notify(bench, id, { stage: 'CLOSE', metaDataLastUpdateTs: at, dialogs: [main(id, 'CLOSE')] });
    await bench.clock.advance(2_000);
    for (const at of [endedAt - 5, endedAt]) await open(at);
    expect(bench.channel.snapshot).toMatchObject({ state: 'available', conversationId: undefined });
    expect(subscribed(bench)).toEqual([id]);
    // An agent may open it again.
    await open(endedAt + 1);
    expect(bench.channel.snapshot).toMatchObject({ state: 'waiting', conversationId: id });
  });

  it('[CH-136][CH-173] open one again that was missing from the list, although they are the same', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    const details = { stage: 'OPEN', metaDataLastUpdateTs: bench.clock.now() + 10, dialogs: [main(id)] };
    await notify(bench, id, details);
    bench.wire.faultDown = (text) => (text.includes('ExConversationChange') ? 'drop' : 'pass');
    await meanwhile(bench, () => {});
    const body = { changes: [] };
    bench.wire.inject(JSON.stringify({ kind: 'notification', type: 'cqm.ExConversationChangeNotification', body }));
    await bench.clock.advance(0);
    expect(bench.channel.snapshot.conversationId).toBeUndefined();
    await notify(bench, id, details);
    expect(bench.channel.snapshot.conversationId).toBe(id);
  });

  it('[CH-173] of another conversation do not replace the open one', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    await notify(bench, 'other', { stage: 'OPEN', dialogs: [main('other')] });
    expect(bench.channel.snapshot).toMatchObject({ state: 'chatting', conversationId: id });
    expect(subscribed(bench)).toEqual([id]);
  });

  it('[CH-136][CH-173] of the next conversation count although its times are earlier', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'end' });
    await bench.clock.advance(0);
    await notify(bench, 'next', { stage: 'OPEN', metaDataLastUpdateTs: 1, dialogs: [main('d')] });
    expect(bench.channel.snapshot).toMatchObject({ state: 'waiting', conversationId: 'next' });
    expect(subscribed(bench)).toEqual([id, 'd']);
    await bench.channel.send({ id: 'a', text: 'Hello' });
    await bench.clock.advance(0);
    expect(bench.wire.sent.findLast(({ type }) => type === 'ms.PublishEvent')?.body).toMatchObject({
      ...{ conversationId: 'next', dialogId: 'd' },
    });
  });

  it('[CH-135] without a new dialog do not subscribe again', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    for (const action of ['leave', 'join', 'leave'] as const) bench.desk.act(id, { action });
    await bench.clock.advance(0);
    expect(subscribed(bench)).toEqual([id]);
    const changes = bench.fakes.events.flatMap((event) =>
      event.type === 'changed' && 'conversationId' in event.changes ? [event.changes.conversationId] : [],
    );
    expect(changes).toEqual([id]);
  });

  it('[CH-138] show the messages that are held back before its end', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.fakes.setAttention({ isFocused: false });
    bench.desk.addPrivateEvent(id);
    bench.desk.act(id, { action: 'say', text: 'Goodbye' });
    bench.desk.act(id, { action: 'end' });
    await bench.clock.advance(0);
    expect(textsOf(bench.fakes.events, 'agent')).toEqual(['Goodbye']);
    const end = messagesOf(bench.fakes.events).at(-1);
    expect(end).toMatchObject({ id: `${id}__ended`, type: 'system', text: 'The chat has ended.' });
    expect(bench.fakes.events.filter(({ type }) => type === 'quickReplies')).toEqual([]);
  });

  it('[CH-137] start with nothing known of the agents of the last one', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'end' });
    await bench.clock.advance(5_000);
    await bench.channel.start({ startType: 'restart' });
    bench.desk.act(bench.channel.snapshot.conversationId ?? '', { action: 'join' });
    await bench.clock.advance(0);
    expect(textsOf(bench.fakes.events, 'agentJoin')).toHaveLength(2);
    expect(bench.fakes.call.calls.filter(({ path }) => path.includes('/le-users/'))).toHaveLength(2);
  });

  it('[CH-148] are subscribed to after each greeting', async () => {
    const bench = createMessagingBench();
    await bench.startConversation();
    await meanwhile(bench, () => {});
    expect(typesOf(bench.wire.sent).filter((one) => one === 'cqm.SubscribeExConversations')).toHaveLength(2);
  });

  it('[CH-134][CH-144] are not awaited by the texts of the next conversation, which go to its own dialog', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    await notify(bench, id, { stage: 'OPEN', metaDataLastUpdateTs: bench.clock.now() + 10, dialogs: [main('d')] });
    bench.desk.act(id, { action: 'end' });
    await bench.clock.advance(5_000);
    await notify(bench, id, { stage: 'CLOSE', metaDataLastUpdateTs: bench.clock.now() + 10, dialogs: [] });
    expect(bench.channel.snapshot.conversationId).toBeUndefined();
    bench.wire.faultDown = (text) => (text.includes('ExConversationChange') ? 'drop' : 'pass');
    await bench.channel.start({ startType: 'restart' });
    await bench.channel.send({ id: 'a', text: 'Hello again' });
    await bench.clock.advance(0);
    expect(bench.channel.snapshot.state).toBe('chatting');
    expect(bench.desk.received(bench.channel.snapshot.conversationId)).toEqual(['Hello again']);
  });
});
