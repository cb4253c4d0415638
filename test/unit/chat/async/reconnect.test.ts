import { describe, expect, it } from 'vitest';
import { createMessagingSocket } from '../../../../frame/chat/channels/async/connection/messagingSocket.ts';
import { createReconnectWaits } from '../../../../frame/chat/channels/ground/connection/reconnectWaits.ts';
import type { SocketLike } from '../../../../frame/chat/channels/ground/connection/socket.ts';
import type { Clock } from '../../../../frame/platform/clock.ts';
import { createLifetime } from '../../../../frame/platform/lifetime.ts';
import { textsOf } from '../../../contract/channelSuite.ts';
import { createFakeLog } from '../../../support/fakeLog.ts';
import { createMessagingBench } from '../../../support/messagingBench.ts';
import { createRandom } from '../../../support/random.ts';

/** A clock for thousands of clients: it runs all timers of a step at once. */
function createCoarseClock() {
  const timers = new Set<{ dueMs: number; task: () => void }>();
  let nowMs = 0;
  const clock: Clock = {
    now: () => nowMs,
    after(delayMs, task) {
      const timer = { dueMs: nowMs + delayMs, task };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    // Nobody sleeps here.
    every: () => () => {},
  };
  return {
    clock,
    async advance(ms: number, stepMs = 50): Promise<void> {
      for (const endMs = nowMs + ms; nowMs < endMs; ) {
        nowMs += stepMs;
        for (const timer of timers) {
          if (timer.dueMs > nowMs) continue;
          timers.delete(timer);
          timer.task();
        }
        for (let turn = 0; turn < 40; turn += 1) await Promise.resolve();
      }
    },
  };
}

describe('reconnecting to messaging', () => {
  it('[CH-149][F-DL9] spreads 10,000 clients over at least 5 s when the service restarts in an instant', async () => {
    const { clock, advance } = createCoarseClock();
    const lifetime = createLifetime();
    const random = createRandom(9);
    const open: { close: (event: { code: number }) => void }[] = [];
    const dialedAtMs: number[] = [];

    function dial(): SocketLike {
      dialedAtMs.push(clock.now());
      const heard: Record<string, (event: never) => void> = {};
      void Promise.resolve().then(() => heard.open?.(undefined as never));
      return {
        addEventListener(name: string, listener: (event: never) => void) {
          heard[name] = listener;
          if (name === 'close') open.push({ close: listener as never });
        },
        close() {},
        send(text) {
          const { id } = JSON.parse(text) as { readonly id: string };
          void Promise.resolve().then(() =>
            heard.message?.({ data: JSON.stringify({ kind: 'resp', reqId: id, code: 200 }) } as never),
          );
        },
      } as SocketLike;
    }

    for (let client = 0; client < 10_000; client += 1) {
      const socket = createMessagingSocket({
        clock,
        lifetime,
        log: createFakeLog(),
        random,
        transport: {
          dial,
          page: { addEventListener: () => {} },
          timeZone: () => 'Europe/Berlin',
        },
        address: async () => 'wss://messaging.example',
        token: async () => 'token',
        refreshToken: async () => 'token',
        greeting: () => ({ type: 'InitConnection' }),
        resync: async () => {},
        notify: () => {},
        isWanted: () => true,
        isAwaited: () => false,
        onUp: () => {},
        onDown: () => {},
        onRefused: () => {},
        onOutdated: () => {},
      });
      socket.wake();
    }
    await advance(60_000, 20_000);
    expect(dialedAtMs).toHaveLength(10_000);

    const restartedAtMs = clock.now();
    for (const { close } of open.splice(0)) close({ code: 1012 });
    await advance(10_000);
    const waits = dialedAtMs.slice(10_000).map((at) => at - restartedAtMs);
    expect(waits).toHaveLength(10_000);
    expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThanOrEqual(5_000);
    const perSecond = [0, 1, 2, 3, 4, 5].map(
      (at) => waits.filter((one) => Math.floor((one - 1) / 1_000) === at).length,
    );
    for (const clients of perSecond) expect(clients).toBeLessThan(2_000);
    lifetime.end();
  });

  it('[CH-149][F-DL9] waits a random part of the whole interval after a failed attempt', () => {
    const waits = (random: number): number[] => {
      const policy = createReconnectWaits(() => random);
      return [1, 2, 3, 4].map(() => policy.afterFailure());
    };
    expect(waits(0)).toEqual([0, 0, 0, 0]);
    expect(waits(0.5)).toEqual([50, 100, 200, 400]);
    expect(waits(1)).toEqual([100, 200, 400, 800]);
  });

  it('[CH-149][F-DL9] retries a connection that lives for 6 s ever more slowly, and starts anew after 30 s of life', async () => {
    const bench = createMessagingBench({ ports: { random: () => 1 } });
    await bench.startConversation();
    await bench.clock.advance(60_000);
    const waits: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const { opened } = bench.wire;
      const cutAtMs = bench.clock.now();
      bench.wire.cut();
      while (bench.wire.opened === opened) await bench.clock.advance(100);
      waits.push(bench.clock.now() - cutAtMs);
      await bench.clock.advance(6_000);
    }
    expect(waits).toEqual([6_000, 12_000, 24_000, 30_000, 30_000]);
    await bench.clock.advance(30_000);
    const { opened } = bench.wire;
    bench.wire.cut();
    await bench.clock.advance(6_000);
    expect(bench.wire.opened).toBe(opened + 1);
  });

  it.each([
    [
      'the visitor writes',
      ({ channel }: ReturnType<typeof createMessagingBench>) => channel.send({ id: 'a', text: 'Hi' }),
    ],
    [
      'the pane opens',
      ({ fakes }: ReturnType<typeof createMessagingBench>) => fakes.setAttention({ isPaneShown: true }),
    ],
  ])('[CH-149][F-DL9] connects at once when %s', async (_, act) => {
    const bench = createMessagingBench({ ports: { random: () => 1 } });
    await bench.startConversation();
    bench.fakes.setAttention({ isPaneShown: false });
    bench.wire.cut();
    await bench.clock.advance(1_000);
    expect(bench.desk.connections).toBe(0);
    await act(bench);
    await bench.clock.advance(0);
    expect(bench.desk.connections).toBe(1);
  });

  it('[REL-08][F-DL11] replaces a first connection that hangs when the network comes back', async () => {
    const bench = createMessagingBench();
    bench.wire.isHanging = true;
    const ready = bench.channel.init();
    await bench.clock.advance(5_000);
    bench.wire.isHanging = false;
    bench.page.online();
    await bench.clock.advance(0);
    await ready;
    expect(bench.channel.snapshot.state).toBe('available');
    expect(bench.desk.connections).toBe(1);
  });

  it.each([true, false])(
    '[CH-132][F-DL11] becomes available when the network comes back after the first connection failed (pane shown: %s)',
    async (isPaneShown) => {
      const bench = createMessagingBench();
      bench.fakes.setAttention({ isPaneShown });
      bench.wire.isHanging = true;
      const ready = bench.channel.init();
      await bench.clock.advance(25_000);
      await ready;
      expect(bench.channel.snapshot.state).toBe('unavailable');
      bench.wire.isHanging = false;
      await bench.clock.advance(isPaneShown ? 15_000 : 1_000);
      bench.page.online();
      await bench.clock.advance(0);
      expect(bench.channel.snapshot.state).toBe('available');
    },
  );

  it('[CH-132][F-DL11] tries again while the pane is shown, without any event of the network', async () => {
    const bench = createMessagingBench();
    bench.wire.isRefusing = true;
    await bench.channel.init();
    expect(bench.channel.snapshot.state).toBe('unavailable');
    await bench.clock.advance(60_000);
    bench.wire.isRefusing = false;
    await bench.clock.advance(30_000);
    expect(bench.channel.snapshot.state).toBe('available');
    await bench.channel.start({ startType: 'menu' });
    bench.desk.act(bench.desk.list()[0]?.id ?? '', { action: 'say', text: 'Hello' });
    await bench.clock.advance(0);
    expect(textsOf(bench.fakes.events, 'agent')).toEqual(['Hello']);
  });
});
