import { describe, expect, it } from 'vitest';
import { isLive } from '../../../../frame/chat/conversation.ts';
import { statesOf } from '../../../contract/channelSuite.ts';
import { createMessagingBench, type MessagingBench, typesOf } from '../../../support/messagingBench.ts';

const keptEnds = ({ fakes }: MessagingBench): readonly string[] => fakes.storage.suffixes('cm-ends');
const stateOf = ({ desk }: MessagingBench, id: string): string | undefined =>
  desk.list().find((one) => one.id === id)?.state;

function goOffline({ wire }: MessagingBench): void {
  wire.isRefusing = true;
  wire.cut();
}

function goOnline({ wire, page }: MessagingBench): void {
  wire.isRefusing = false;
  page.online();
}

describe('an end that the messaging service does not know', () => {
  it('[CH-023][REL-06] does not hold the visitor when the connection is dead, and lets no survey follow', async () => {
    const bench = createMessagingBench({ hasSurvey: true });
    const id = await bench.startConversation();
    bench.wire.stall('up');
    void bench.channel.end();
    await bench.clock.advance(2_000);
    expect(bench.channel.snapshot).toMatchObject({ state: 'available', conversationId: undefined });
    const before = statesOf(bench.fakes.events).length;
    bench.wire.healStalls();
    await bench.clock.advance(60_000);
    expect(stateOf(bench, id)).toBe('ended');
    expect(bench.channel.snapshot.conversationId).toBeUndefined();
    expect(statesOf(bench.fakes.events).slice(before).filter(isLive)).toEqual([]);
    expect(keptEnds(bench)).toEqual([]);
  });

  it('[CH-023] is reported again when the service answers with an error, while the agent’s texts do not bring the chat back', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.desk.faults.endRefusals = [500, 500];
    await Promise.all([bench.channel.end(), bench.clock.advance(0)]);
    expect(bench.channel.snapshot.conversationId).toBeUndefined();
    bench.desk.act(id, { action: 'say', text: 'Are you there?' });
    bench.desk.act(id, { action: 'transfer', skill: 'billing' });
    await bench.clock.advance(500);
    expect(stateOf(bench, id)).not.toBe('ended');
    expect(bench.channel.snapshot.conversationId).toBeUndefined();
    await bench.clock.advance(5_000);
    expect(stateOf(bench, id)).toBe('ended');
    expect(keptEnds(bench)).toEqual([]);
  });

  it('[CH-023] is not undone when the storage can no longer be read', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    goOffline(bench);
    await Promise.all([bench.channel.end(), bench.clock.advance(2_000)]);
    const before = statesOf(bench.fakes.events).length;
    Object.assign(bench.fakes.storage, { isReadable: () => false, suffixes: () => [], read: () => undefined });
    goOnline(bench);
    await bench.clock.advance(60_000);
    expect(stateOf(bench, id)).toBe('ended');
    expect(statesOf(bench.fakes.events).slice(before).filter(isLive)).toEqual([]);
  });

  it('[CH-023] is forgotten when the service refuses it for good', async () => {
    const bench = createMessagingBench();
    await bench.startConversation();
    bench.desk.faults.endRefusals = [400];
    await Promise.all([bench.channel.end(), bench.clock.advance(2_000)]);
    expect(keptEnds(bench)).toEqual([]);
    await bench.clock.advance(60_000);
    expect(typesOf(bench.wire.sent).filter((one) => one === 'cm.UpdateConversationField')).toHaveLength(1);
  });

  it('[CH-023] is forgotten when the service does not list the conversation any more', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    goOffline(bench);
    await bench.clock.advance(0);
    await bench.channel.end();
    expect(keptEnds(bench)).toHaveLength(1);
    bench.desk.act(id, { action: 'end' });
    const sent = bench.wire.sent.length;
    goOnline(bench);
    await bench.clock.advance(30_000);
    expect(keptEnds(bench)).toEqual([]);
    expect(typesOf(bench.wire.sent.slice(sent))).not.toContain('cm.UpdateConversationField');
  });

  it('[CH-023] reaches the service before the next conversation is requested', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    goOffline(bench);
    await bench.clock.advance(0);
    await bench.channel.end();
    const sent = bench.wire.sent.length;
    bench.wire.isRefusing = false;
    await Promise.all([bench.channel.start({ startType: 'restart' }), bench.clock.advance(1_000)]);
    const types = typesOf(bench.wire.sent.slice(sent));
    const [end, request] = ['cm.UpdateConversationField', 'cm.ConsumerRequestConversation'].map((one) =>
      types.indexOf(one),
    );
    expect(end).toBeGreaterThan(-1);
    expect(request).toBeGreaterThan(end ?? 0);
    expect(stateOf(bench, id)).toBe('ended');
    expect(bench.channel.snapshot.state).toBe('waiting');
    expect(bench.channel.snapshot.conversationId).not.toBe(id);
  });

  it('[CH-023][REL-25] is reported by another tab if its own is gone', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    const other = bench.load('otherTab');
    await other.channel.init();
    expect(other.channel.snapshot.conversationId).toBe(id);
    bench.wire.faultUp = (text) => (text.includes('UpdateConversationField') ? 'cutBefore' : 'pass');
    void bench.channel.end();
    await bench.clock.advance(0);
    bench.fakes.lifetime.end();
    bench.wire.faultUp = () => 'pass';
    await bench.clock.advance(29_000);
    expect(stateOf(bench, id)).not.toBe('ended');
    await bench.clock.advance(2_000);
    expect(stateOf(bench, id)).toBe('ended');
    expect(other.channel.snapshot.conversationId).toBeUndefined();
  });

  it('[CH-023] of a conversation that has just been started is reported when the connection is back', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    bench.wire.faultDown = (text) => {
      if (text.includes('cm.RequestConversationResponse')) void bench.channel.end();
      return text.includes('ExConversationChange') ? 'drop' : 'pass';
    };
    bench.wire.faultUp = (text) => (text.includes('UpdateConversationField') ? 'cutBefore' : 'pass');
    const started = bench.channel.start({ startType: 'menu' }).catch(() => 'given up');
    await bench.clock.advance(0);
    expect(await started).toBe('given up');
    bench.wire.faultUp = () => 'pass';
    bench.wire.faultDown = () => 'pass';
    await bench.clock.advance(30_000);
    expect(bench.desk.list().map(({ state }) => state)).toEqual(['ended']);
    expect(statesOf(bench.fakes.events).filter(isLive)).toEqual([]);
  });

  it('[CH-023][CH-111] of a conversation that was given up is not followed by that conversation', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    let next: Promise<void> | undefined;
    bench.wire.faultUp = (text) => {
      // The visitor starts again while the end is being reported.
      if (text.includes('UpdateConversationField')) next ??= bench.channel.start({ startType: 'restart' });
      return 'pass';
    };
    bench.wire.stall('down');
    const started = bench.channel.start({ startType: 'menu' }).catch(() => 'given up');
    await bench.clock.advance(0);
    void bench.channel.end();
    bench.wire.healStalls();
    await bench.clock.advance(5_000);
    await Promise.all([started, next]);
    const [first, newest] = bench.desk.list();
    expect([first?.state, newest?.state]).toEqual(['ended', 'waiting']);
    expect(bench.channel.snapshot).toMatchObject({ state: 'waiting', conversationId: newest?.id });
    await bench.channel.send({ id: 'a', text: 'Hello' });
    await bench.clock.advance(0);
    expect(bench.desk.received()).toEqual(['Hello']);
  });

  const endsSent = ({ wire }: MessagingBench): number =>
    typesOf(wire.sent).filter((one) => one === 'cm.UpdateConversationField').length;

  it('[CH-023] is reported ever more slowly while the service refuses it, and at once on a new connection', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.desk.faults.endRefusals = Array(8).fill(500);
    void bench.channel.end();
    await bench.clock.advance(0);
    for (const [at, waitMs] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
      expect(endsSent(bench)).toBe(at + 1);
      await bench.clock.advance(waitMs - 1);
      expect(endsSent(bench)).toBe(at + 1);
      await bench.clock.advance(1);
    }
    expect([endsSent(bench), stateOf(bench, id)]).toEqual([8, 'chatting']);
    bench.desk.faults.endRefusals = Array(5).fill(500);
    goOffline(bench);
    await bench.clock.advance(1_000);
    expect(endsSent(bench)).toBe(8);
    goOnline(bench);
    await bench.clock.advance(0);
    expect(endsSent(bench)).toBe(9);
    // After 1, 3, 7 and 15 s. What was planned on the lost connection is not done.
    await bench.clock.advance(30_000);
    expect([endsSent(bench), stateOf(bench, id)]).toEqual([13, 'chatting']);
    await bench.clock.advance(1_000);
    expect([endsSent(bench), stateOf(bench, id), keptEnds(bench)]).toEqual([14, 'ended', []]);
  });

  it('[CH-023] keeps the connection until the service has answered, although the pane is hidden', async () => {
    const bench = createMessagingBench();
    const id = await bench.startConversation();
    bench.desk.faults.endRefusals = [500];
    bench.fakes.setAttention({ isPaneShown: false });
    bench.wire.stall('up');
    void bench.channel.end();
    await bench.clock.advance(2_000);
    bench.wire.cut();
    bench.wire.healStalls();
    await bench.clock.advance(60_000);
    expect([stateOf(bench, id), keptEnds(bench), bench.desk.connections]).toEqual(['ended', [], 0]);
  });

  it('[CH-023][CH-139] is known to the service once a survey follows, but not that the visitor has left the survey', async () => {
    const bench = createMessagingBench({ hasSurvey: true });
    await bench.startConversation();
    bench.wire.faultDown = (text) => (text.includes('"StringResponse"') ? 'drop' : 'pass');
    void bench.channel.end();
    expect(keptEnds(bench)).toHaveLength(1);
    await bench.clock.advance(0);
    expect(keptEnds(bench)).toEqual([]);
    bench.wire.stall('up');
    void bench.channel.end();
    await bench.clock.advance(0);
    const inSurvey = bench.wire.toClient.findLast((one) => one.type === 'cqm.ExConversationChangeNotification');
    bench.wire.inject(JSON.stringify(inSurvey));
    await bench.clock.advance(0);
    expect(keptEnds(bench)).toHaveLength(1);
  });
});
