import { describe, expect, it } from 'vitest';
import { statesOf } from '../../../contract/channelSuite.ts';
import { createMessagingBench, type MessagingBench, publishedEventsOf } from '../../../support/messagingBench.ts';

const endsOf = ({ wire }: MessagingBench) =>
  wire.sent.flatMap(({ type, body }) =>
    type === 'cm.UpdateConversationField' ? [(body as { conversationField: unknown }).conversationField] : [],
  );
const typingOf = ({ wire }: MessagingBench) =>
  publishedEventsOf(wire.sent).flatMap(({ type, chatState }) => (type === 'ChatStateEvent' ? [chatState] : []));

/** Ends the chat. `isOver` becomes true when the window need not wait any longer. */
function end({ channel }: MessagingBench) {
  const ending = { isOver: false };
  void channel.end().then(() => {
    ending.isOver = true;
  });
  return ending;
}

const dialogEnd = (dialogId: string) => ({
  ...{ field: 'DialogChange', type: 'UPDATE' },
  dialog: { dialogId, state: 'CLOSE', closedCause: 'Closed by consumer' },
});
const conversationEnd = { field: 'Stage', conversationState: 'CLOSE' };

describe('the end of a messaging conversation by the visitor', () => {
  it('[CH-023][CH-138] closes the dialog once, and the chat is over when the service says so', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    const both = [end(bench), end(bench)];
    await bench.clock.advance(0);
    expect(both).toEqual([{ isOver: true }, { isOver: true }]);
    expect(endsOf(bench)).toEqual([dialogEnd(id)]);
    expect(statesOf(bench.fakes.events).slice(-2)).toEqual(['ended', 'available']);
    await bench.clock.advance(60_000);
    expect(endsOf(bench)).toHaveLength(1);
  });

  it('[CH-138] is nothing without a conversation', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    await bench.channel.end();
    expect(endsOf(bench)).toEqual([]);
    expect(statesOf(bench.fakes.events)).toEqual(['available']);
  });

  it('[CH-138][CH-139] waits 1.5 s for a survey', async () => {
    const bench = createMessagingBench();
    await bench.startConversation();
    bench.wire.faultDown = (text) => (text.includes('ExConversationChange') ? 'drop' : 'pass');
    const ending = end(bench);
    await bench.clock.advance(1_499);
    expect([ending.isOver, bench.channel.snapshot.state]).toEqual([false, 'chatting']);
    await bench.clock.advance(1);
    expect([ending.isOver, bench.channel.snapshot.state]).toEqual([true, 'available']);
  });

  it('[CH-139] lasts until the survey is over', async () => {
    const bench = createMessagingBench({ hasSurvey: true });
    const id = await bench.startConversation();
    const ending = end(bench);
    await bench.clock.advance(60_000);
    expect([ending.isOver, bench.channel.snapshot.conversationId]).toEqual([false, id]);
    bench.desk.act(id, { action: 'end' });
    await bench.clock.advance(0);
    expect([ending.isOver, bench.channel.snapshot.conversationId]).toEqual([true, undefined]);
    expect(endsOf(bench)).toEqual([dialogEnd(id)]);
  });

  it('[CH-023] does not wait for a dead connection for more than 2 s, and then closes the conversation', async () => {
    const bench = createMessagingBench();
    await bench.startConversation();
    bench.wire.stall('up');
    const ending = end(bench);
    await bench.clock.advance(1_999);
    expect(ending.isOver).toBe(false);
    await bench.clock.advance(1);
    expect(ending.isOver).toBe(true);
    expect(endsOf(bench).slice(1)).toEqual([conversationEnd]);
  });

  it('[CH-023] is at once without a connection', async () => {
    const bench = createMessagingBench();
    await bench.startConversation();
    bench.wire.isRefusing = true;
    bench.wire.cut();
    await bench.clock.advance(0);
    const ending = end(bench);
    await bench.clock.advance(0);
    expect([ending.isOver, bench.channel.snapshot.state]).toEqual([true, 'available']);
    bench.wire.isRefusing = false;
    bench.page.online();
    await bench.clock.advance(0);
    expect(endsOf(bench)).toEqual([conversationEnd]);
  });

  it('[CH-023][CH-139] from within a survey waits 1.5 s at most', async () => {
    const bench = createMessagingBench({ hasSurvey: true });
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'survey' });
    await bench.clock.advance(0);
    bench.wire.stall('up');
    const ending = end(bench);
    await bench.clock.advance(1_499);
    expect(ending.isOver).toBe(false);
    await bench.clock.advance(1);
    expect([ending.isOver, bench.channel.snapshot.state]).toEqual([true, 'available']);
    expect(endsOf(bench)).toEqual([conversationEnd]);
    expect(bench.fakes.tracked).toEqual([]);
  });

  it('[CH-139] counts a survey as complete that the service ends', async () => {
    const bench = createMessagingBench({ hasSurvey: true });
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'survey' });
    bench.desk.act(id, { action: 'end' });
    await bench.clock.advance(0);
    expect(bench.fakes.tracked).toEqual([{ name: 'CM_CHAT_SURVEY_COMPLETE', detail: { adapterId: 'liveperson2' } }]);
  });
});

describe('the conversation after one that has ended', () => {
  async function startAgain(bench: MessagingBench): Promise<string> {
    await bench.clock.advance(5_000);
    await bench.channel.start({ startType: 'restart' });
    return bench.channel.snapshot.conversationId ?? '';
  }

  it('[CH-138] can be ended like the first', async () => {
    const bench = createMessagingBench();
    await bench.startConversation();
    end(bench);
    await startAgain(bench);
    const second = end(bench);
    await bench.clock.advance(0);
    expect(second.isOver).toBe(true);
    expect(bench.desk.list().map(({ state }) => state)).toEqual(['ended', 'ended']);
  });

  it('[CH-139] has no survey because the first had one', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'survey' });
    bench.desk.act(id, { action: 'end' });
    bench.desk.act(await startAgain(bench), { action: 'end' });
    await bench.clock.advance(0);
    expect(bench.channel.snapshot.conversationId).toBeUndefined();
    expect(bench.fakes.tracked).toHaveLength(1);
  });

  it('[CH-139] has a survey of its own, although the visitor has left the first', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'survey' });
    await bench.clock.advance(0);
    end(bench);
    const next = await startAgain(bench);
    expect(bench.fakes.tracked).toEqual([]);
    bench.desk.act(next, { action: 'survey' });
    bench.desk.act(next, { action: 'end' });
    await bench.clock.advance(0);
    expect(bench.fakes.tracked).toHaveLength(1);
  });
});

describe('the visitor’s typing in messaging', () => {
  it('[CH-143] is reported only in a conversation, and with a connection', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    bench.channel.typing(true);
    await bench.startConversation();
    bench.wire.cut();
    await bench.clock.advance(0);
    bench.channel.typing(true);
    await bench.clock.advance(10_000);
    expect(typingOf(bench)).toEqual([]);
  });

  it('[CH-143] ends before the conversation, unless it has ended already', async () => {
    const bench = createMessagingBench();
    await bench.startConversation();
    bench.channel.typing(true);
    bench.channel.typing(false);
    end(bench);
    await bench.clock.advance(5_000);
    expect(typingOf(bench)).toEqual(['COMPOSING', 'ACTIVE']);
  });

  it('[CH-143] does not go on in the next conversation', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.channel.typing(true);
    bench.desk.act(id, { action: 'end' });
    await bench.clock.advance(5_000);
    await bench.channel.start({ startType: 'restart' });
    end(bench);
    await bench.clock.advance(5_000);
    expect(typingOf(bench)).toEqual(['COMPOSING']);
  });

  it('[CH-143] that the service refuses is only logged', async () => {
    const bench = createMessagingBench();
    await bench.startConversation();
    bench.desk.refuseNext(500);
    bench.channel.typing(true);
    await bench.clock.advance(0);
    expect(bench.fakes.log.infos.join()).toContain('The messaging service did not answer a request.');
    expect(bench.channel.snapshot.state).toBe('chatting');
  });
});
