import { describe, expect, it } from 'vitest';
import type { ChannelPorts } from '../../../../frame/chat/channel.ts';
import type { ServiceIdentity } from '../../../../frame/identity/identityStore.ts';
import { refuse } from '../../../support/fakeBackend.ts';
import {
  createMessagingBench,
  type MessagingBench,
  messagingIdentity,
  typesOf,
} from '../../../support/messagingBench.ts';

const pingsOf = ({ wire }: MessagingBench): number => typesOf(wire.sent).filter((one) => one === 'GetClock').length;

describe('whether messaging needs its connection', () => {
  it('[CH-132][CH-149] checks every 30 s, and keeps it while a text waits for its echo', async () => {
    const bench = createMessagingBench();
    await bench.channel.init();
    await bench.channel.send({ id: 'a', text: 'Hello' });
    bench.fakes.setAttention({ isPaneShown: false });
    await bench.clock.advance(30_000);
    expect(bench.desk.connections).toBe(1);
    const other = createMessagingBench();
    await other.channel.init();
    other.fakes.setAttention({ isPaneShown: false });
    await other.clock.advance(29_999);
    expect(other.desk.connections).toBe(1);
    await other.clock.advance(1);
    expect(other.desk.connections).toBe(0);
  });

  it('[CH-149] connects again at once when the pane of a conversation is shown, and not otherwise', async () => {
    const bench = createMessagingBench({ ports: { random: () => 1 } });
    await bench.startConversation();
    bench.fakes.setAttention({ isPaneShown: false });
    bench.wire.cut();
    await bench.clock.advance(0);
    bench.fakes.setAttention({ isFocused: false });
    await bench.clock.advance(0);
    expect(bench.wire.opened).toBe(1);
    bench.fakes.setAttention({ isPaneShown: true });
    await bench.clock.advance(0);
    expect(bench.wire.opened).toBe(2);
    const pings = pingsOf(bench);
    bench.fakes.setAttention({ isFocused: true });
    await bench.clock.advance(0);
    // The connection is up, so there is nothing to check.
    expect([bench.wire.opened, pingsOf(bench)]).toEqual([2, pings]);
  });

  it('[CH-132] tries an unavailable service again when the pane is shown 30 s later, once', async () => {
    const bench = createMessagingBench();
    bench.state.identity = undefined;
    await bench.channel.init();
    const asked = () => bench.fakes.log.warnings.length;
    const before = asked();
    const show = async () => {
      bench.fakes.setAttention({ isPaneShown: true });
      await bench.clock.advance(0);
    };
    await bench.clock.advance(29_999);
    await show();
    expect(asked()).toBe(before);
    await bench.clock.advance(1);
    bench.fakes.setAttention({ isPaneShown: false });
    expect(asked()).toBe(before);
    await show();
    expect(asked()).toBe(before + 1);
    await show();
    expect(asked()).toBe(before + 1);
    await bench.clock.advance(30_000);
    await show();
    expect(asked()).toBe(before + 2);
  });

  it('[CH-132] does not try again before its first attempt is over', async () => {
    const answers: ((found: ServiceIdentity) => void)[] = [];
    const identity: ChannelPorts['identity'] = {
      find: () => new Promise((resolve) => void answers.push(resolve)),
      refresh: async () => undefined,
      onChange: () => {},
    };
    const bench = createMessagingBench({ ports: { identity } });
    bench.fakes.setAttention({ isPaneShown: false });
    void bench.channel.init();
    await bench.clock.advance(30_000);
    bench.fakes.setAttention({ isPaneShown: true });
    await bench.clock.advance(0);
    expect(answers).toHaveLength(1);
    answers[0]?.(messagingIdentity);
    await bench.clock.advance(0);
    expect([answers.length, bench.wire.opened]).toEqual([1, 1]);
  });

  /** How often an idle pane tries to reach the service when the network comes back after a failed start. */
  async function attemptsWhenOnline(isRefused: boolean): Promise<number> {
    const bench = createMessagingBench({
      isTokenValid: () => !isRefused,
      refresh: async () => refuse(401),
    });
    const attempts = (): number => bench.wire.opened + bench.refreshes;
    bench.wire.isRefusing = !isRefused;
    bench.fakes.setAttention({ isPaneShown: false });
    await bench.channel.init();
    await bench.clock.advance(60_000);
    const before = attempts();
    bench.page.online();
    await bench.clock.advance(0);
    return attempts() - before;
  }

  it('[F-DL11] tries again when the network comes back, unless the service has refused the visitor', async () => {
    expect(await attemptsWhenOnline(false)).toBe(1);
    expect(await attemptsWhenOnline(true)).toBe(0);
  });

  it('[REL-19] reports a refused visitor as a problem only in a conversation', async () => {
    const bench = createMessagingBench({ refresh: async () => refuse(401) });
    await bench.channel.init();
    bench.wire.cut(4401);
    await bench.clock.advance(60_000);
    expect(bench.channel.snapshot.state).toBe('unavailable');
    expect(bench.fakes.events.filter(({ type }) => type === 'problem')).toEqual([]);
  });

  it('[CH-132][REL-23] does not connect for an idle pane when the network comes back', async () => {
    const bench = createMessagingBench();
    bench.fakes.setAttention({ isPaneShown: false });
    await bench.channel.init();
    bench.page.online();
    await bench.clock.advance(0);
    expect([bench.wire.opened, bench.desk.connections]).toEqual([1, 0]);
  });

  it('[CH-216] reports the loss and the return of a connection that is needed', async () => {
    const bench = createMessagingBench();
    await bench.startConversation();
    bench.fakes.events.splice(0);
    bench.wire.cut();
    await bench.clock.advance(10_000);
    expect(bench.fakes.events.filter(({ type }) => type === 'connection')).toEqual([
      { type: 'connection', isLost: true },
      { type: 'connection', isLost: false },
    ]);
  });
});
