import { describe, expect, it } from 'vitest';
import { createVisit } from '../../../../frame/chat/channels/async/visit.ts';
import { refuse } from '../../../support/fakeBackend.ts';
import { createMessagingBench, type MessagingBench, typesOf } from '../../../support/messagingBench.ts';

const ports = { deployment: { async: { gatewayHosts: ['https://gateway.example'] } } };
const to = ({ fakes }: MessagingBench, path: string) => fakes.call.calls.filter((one) => one.path === path);
const changesOf = ({ fakes }: MessagingBench, key: string) =>
  fakes.events.flatMap((event) => (event.type === 'changed' && key in event.changes ? [event] : []));

function later() {
  let resolve = (_: unknown): void => {};
  const promise = new Promise((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('the answers of the messaging gateway', () => {
  it('[CH-152] are not asked for without a gateway', async () => {
    const bench = createMessagingBench({ createVisit });
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'transfer', skill: '23' });
    await bench.clock.advance(600_000);
    expect(bench.channel.snapshot.routedSkill).toBe('23');
    const paths = bench.fakes.call.calls.map(({ path }) => path);
    expect(paths.filter((path) => path.startsWith('/async/'))).toEqual([]);
  });

  it('[CH-152] name a skill no longer if the visitor has been routed elsewhere since', async () => {
    const bench = createMessagingBench({ ports });
    const names: Record<string, ReturnType<typeof later>> = { one: later(), two: later() };
    bench.fakes.call.on('/async/skill', ({ body }) => names[(body as { skillId: string }).skillId]?.promise);
    const id = await bench.startConversation();
    for (const skill of ['one', 'two']) {
      bench.desk.act(id, { action: 'transfer', skill });
      await bench.clock.advance(0);
    }
    names.two?.resolve({ skillName: 'Sales' });
    await bench.clock.advance(0);
    names.one?.resolve({ skillName: 'Billing' });
    await bench.clock.advance(0);
    expect(bench.channel.snapshot.routedSkill).toBe('Sales');
    bench.desk.act(id, { action: 'join' });
    await bench.clock.advance(0);
    expect(to(bench, '/async/skill')).toHaveLength(2);
  });

  it('[CH-152] name the same skill again in the next conversation', async () => {
    const bench = createMessagingBench({ ports });
    bench.fakes.call.on('/async/skill', () => ({ skillName: 'Billing' }));
    let id = await bench.startConversation();
    for (const asked of [1, 2]) {
      bench.desk.act(id, { action: 'transfer', skill: '23' });
      await bench.clock.advance(0);
      expect(to(bench, '/async/skill')).toHaveLength(asked);
      bench.desk.act(id, { action: 'end' });
      await bench.clock.advance(5_000);
      await bench.channel.start({ startType: 'restart' });
      await bench.clock.advance(0);
      id = bench.channel.snapshot.conversationId ?? '';
    }
  });

  it('[CH-152] that fail are only logged', async () => {
    const bench = createMessagingBench({ ports });
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'transfer', skill: '23' });
    await bench.clock.advance(0);
    expect(bench.channel.snapshot.routedSkill).toBe('23');
    expect(bench.fakes.log.infos.join()).toContain('The name of a skill could not be fetched.');
    expect(to(bench, '/async/conversations/conversation-2/availability')).toHaveLength(1);
    expect(to(bench, '/async/attributes')).toHaveLength(1);
  });

  it('[CH-016] are not logged after the channel has ended', async () => {
    const bench = createMessagingBench({ ports });
    const pending = later();
    bench.fakes.call.on('/async', () => pending.promise.then(() => refuse(500)));
    const id = await bench.startConversation();
    bench.desk.act(id, { action: 'transfer', skill: '23' });
    await bench.clock.advance(0);
    const { log, events } = bench.fakes;
    const before = [log.infos.length, log.warnings.length, events.length];
    bench.fakes.lifetime.end();
    pending.resolve(undefined);
    await bench.clock.advance(10_000);
    expect([log.infos.length, log.warnings.length, events.length]).toEqual(before);
  });

  const details = [{ campaignId: 1, engagementId: 2, contextId: '3' }];
  async function startWithStatus(status: () => unknown) {
    const bench = createMessagingBench({ createVisit, ports });
    bench.fakes.call.on('/async/monitor', () => ({ sessionId: 's', engagementDetails: details }));
    bench.fakes.call.on('/async/engagement/status', status);
    await bench.channel.init();
    const started = { value: 'pending' };
    bench.channel.start({ startType: 'menu' }).then(
      () => {
        started.value = 'started';
      },
      (error: Error) => {
        started.value = error.message;
      },
    );
    await bench.clock.advance(0);
    return { bench, started };
  }

  it('[CH-133][CH-152] do not hold a start for more than three seconds', async () => {
    const { bench, started } = await startWithStatus(() => new Promise(() => {}));
    await bench.clock.advance(2_999);
    expect(started.value).toBe('pending');
    await bench.clock.advance(1);
    expect(started.value).toBe('started');
  });

  it('[CH-133][CH-152] of an unknown kind leave the status as it was', async () => {
    const { bench, started } = await startWithStatus(() => ({ status: 'perhaps' }));
    expect([started.value, bench.channel.snapshot.agentStatus]).toEqual(['started', 'available']);
  });

  it('[CH-133][CH-152] about the engagement are logged if they fail', async () => {
    const { bench, started } = await startWithStatus(() => refuse(500));
    expect(started.value).toBe('started');
    expect(bench.fakes.log.warnings.join()).toContain('The status of the engagement could not be checked.');
  });

  it('[CH-133][CH-152] are not asked about an engagement if the monitor knows none', async () => {
    const bench = createMessagingBench({ consumerInfo: async () => ({}), ports });
    await bench.startConversation();
    expect(to(bench, '/async/engagement/status')).toEqual([]);
  });

  it('[CH-180] change the record of the channel only if they tell something new', async () => {
    const bench = createMessagingBench({ ports });
    bench.fakes.call.on('/async/engagement', () => ({ status: 'Available', skillStatus: { skillName: 'Sales' } }));
    await bench.channel.init();
    await bench.clock.advance(0);
    expect(bench.channel.snapshot.routedSkill).toBe('Sales');
    const before = bench.fakes.events.length;
    await bench.clock.advance(240_000);
    expect(to(bench, '/async/engagement')).toHaveLength(3);
    expect(bench.fakes.events.slice(before).filter(({ type }) => type === 'changed')).toEqual([]);
    expect(changesOf(bench, 'routedSkill')).toHaveLength(1);
  });

  it('[F-CH29] about the page’s skill give way to the one that the conversation has, and its session is reported', async () => {
    const bench = createMessagingBench({ ports });
    bench.fakes.call.on('/async/engagement', () => ({ status: 'Available', skillStatus: { skillName: 'Sales' } }));
    await bench.channel.init();
    await bench.clock.advance(5_000);
    expect(bench.channel.snapshot.routedSkill).toBe('Sales');
    await bench.startConversation();
    const { conversationId, routedSkill } = bench.channel.snapshot;
    expect(routedSkill).toBe('cloud-sales');
    const sessions = bench.fakes.events.filter(({ type }) => type === 'session');
    expect(sessions).toEqual([{ type: 'session', realtimeId: conversationId }]);
  });

  it('[CH-182] that come during a conversation change nothing', async () => {
    const bench = createMessagingBench({ ports });
    const pending = later();
    bench.fakes.call.on('/async/engagement', () => pending.promise);
    await bench.startConversation();
    pending.resolve({ status: 'NotAvailable', skillStatus: { skillName: 'Sales' } });
    await bench.clock.advance(0);
    const { snapshot } = bench.channel;
    expect(snapshot).toMatchObject({ state: 'chatting', agentStatus: 'available', routedSkill: 'cloud-sales' });
  });

  it('[CH-132][CH-180] show that messaging may work again, so that it is tried', async () => {
    const bench = createMessagingBench({ ports });
    bench.fakes.setAttention({ isPaneShown: false });
    bench.fakes.call.on('/async/engagement', () => ({ status: 'Available' }));
    bench.wire.isRefusing = true;
    await bench.channel.init();
    await bench.clock.advance(0);
    expect(bench.channel.snapshot.state).toBe('unavailable');
    bench.wire.isRefusing = false;
    await bench.clock.advance(119_000);
    expect(bench.channel.snapshot.state).toBe('unavailable');
    await bench.clock.advance(1_000);
    expect(bench.channel.snapshot.state).toBe('available');
    expect(typesOf(bench.wire.sent)).toContain('InitConnection');
  });

  it('[CH-008][CH-180] that say nothing are asked for again, without a change', async () => {
    const bench = createMessagingBench({ ports });
    bench.fakes.call.on('/async/engagement', () => ({}));
    await bench.channel.init();
    await bench.clock.advance(5_000);
    expect(to(bench, '/async/engagement')).toHaveLength(2);
    expect(bench.channel.snapshot).toMatchObject({ state: 'available', agentStatus: 'available' });
    expect(bench.fakes.log.warnings).toEqual([]);
  });
});
