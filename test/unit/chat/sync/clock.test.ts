import { describe, expect, it } from 'vitest';
import { createServiceClock } from '../../../../frame/chat/channels/ground/serviceClock.ts';
import { createLineOrder } from '../../../../frame/chat/channels/sync/lines.ts';
import { messagesOf } from '../../../contract/channelSuite.ts';
import { createChatRestBench } from '../../../support/chatRestBench.ts';
import { type FakeChannelPorts, fakePage } from '../../../support/fakeChannelPorts.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';

const dayMs = 86_400_000;
const skews = [-dayMs, -120_000, 120_000, dayMs];

const aheadOf = ({ events }: Pick<FakeChannelPorts, 'events'>): number | undefined =>
  events.flatMap((event) => (event.type === 'clock' ? [event.aheadMs] : [])).at(-1);

const find = ({ events }: Pick<FakeChannelPorts, 'events'>, text: string) =>
  messagesOf(events).find((one) => one.text?.includes(text));

async function startSkewed(skewMs: number) {
  const bench = createChatRestBench({
    ports: { page: () => ({ ...fakePage, timeOrigin: pageLoadMs.at }) },
  });
  const pageLoadMs = { at: bench.clock.now() };
  bench.desk.skewMs = skewMs;
  await bench.startChat();
  return Object.assign(bench, { pageLoadMs });
}

describe('the clock of live chat', () => {
  it.each(skews)('[F-DL7] tells how far the service’s clock is ahead (%i ms)', async (skewMs) => {
    const bench = await startSkewed(skewMs);
    expect(aheadOf(bench.fakes)).toBe(skewMs);
  });

  it.each(skews)('[F-DL7][CH-127] takes new lines for new, whatever the clocks say (%i ms)', async (skewMs) => {
    const bench = await startSkewed(skewMs);
    bench.desk.act(bench.chatId(), { action: 'say', text: 'Hello' });
    await bench.clock.advance(2_000);
    expect(find(bench.fakes, 'Hello')).toMatchObject({
      isHistory: false,
      timestamp: bench.clock.now() - 2_000 + skewMs,
    });
  });

  it.each(skews)('[F-DL7][CH-127][CH-131] tells history from news after a reload (%i ms)', async (skewMs) => {
    const bench = await startSkewed(skewMs);
    bench.desk.act(bench.chatId(), { action: 'say', text: 'Before' });
    await bench.clock.advance(5_000);
    bench.fakes.lifetime.end();
    bench.pageLoadMs.at = bench.clock.now();
    await bench.clock.advance(1_000);
    bench.desk.act(bench.chatId(), { action: 'say', text: 'Meanwhile' });
    const next = bench.load(bench.fakes);
    await next.channel.init();
    await next.channel.resume({ conversationId: undefined });
    bench.desk.act(bench.chatId(), { action: 'say', text: 'After' });
    await bench.clock.advance(2_000);
    expect(aheadOf(next.fakes) ?? 0).toBe(skewMs);
    expect(find(next.fakes, 'Before')).toMatchObject({ isHistory: true });
    expect(find(next.fakes, 'Meanwhile')).toMatchObject({ isHistory: false });
    expect(find(next.fakes, 'After')).toMatchObject({ isHistory: false });
  });

  it.each(skews)('[F-DL7] places no line after the present by the service’s clock (%i ms)', async (skewMs) => {
    const bench = await startSkewed(skewMs);
    for (const text of ['one', 'two', 'three']) {
      bench.desk.act(bench.chatId(), { action: 'say', text });
      await bench.channel.send({ id: text, text: `re: ${text}` });
      await bench.clock.advance(3_000);
    }
    const endedMs = bench.clock.now() + (aheadOf(bench.fakes) ?? 0);
    const orders = messagesOf(bench.fakes.events).flatMap(({ order }) => (order ? [order] : []));
    expect(orders.length).toBeGreaterThan(3);
    for (const { atMs } of orders) expect(atMs).toBeLessThanOrEqual(endedMs);
  });

  it('[F-DL7] places lines by their numbers if their times are missing, invalid, or of a server whose clock differs', async () => {
    const bench = createChatRestBench();
    await bench.startChat();
    const route = bench.service.routes.find(({ method, path }) => method === 'GET' && path.endsWith('/chat/:chat'));
    const times: Record<string, unknown> = {
      a: undefined,
      b: 'yesterday',
      c: '2099-01-01T00:00:00Z',
      d: null,
      e: '2001-01-01',
    };
    const answer = route?.answer;
    Object.assign(route ?? {}, {
      answer: async (request: never) => {
        const found = JSON.parse(JSON.stringify(await answer?.(request)));
        for (const event of [found.body.chat.events.event ?? []].flat()) {
          const [key] = Object.keys(times).filter((name) => event.text?.includes(`line ${name}`));
          if (key) event.time = times[key];
        }
        return found;
      },
    });
    for (const key of Object.keys(times)) {
      bench.desk.act(bench.chatId(), { action: 'say', text: `line ${key}` });
      await bench.clock.advance(key < 'c' ? 0 : 2_000);
    }
    await bench.clock.advance(2_000);
    const shown = messagesOf(bench.fakes.events).filter((one) => one.type === 'agent');
    const byOrder = shown.toSorted(
      (one, other) =>
        (one.order?.atMs ?? 0) - (other.order?.atMs ?? 0) || (one.order?.sequence ?? 0) - (other.order?.sequence ?? 0),
    );
    expect(byOrder.map((one) => one.text)).toEqual(['line a', 'line b', 'line c', 'line d', 'line e']);
    for (const one of shown) {
      expect(one.isHistory).toBe(false);
      expect(one.order?.atMs).toBeLessThanOrEqual(bench.clock.now());
      expect(one.timestamp).toBeGreaterThan(0);
    }
  });

  it('[F-DL7][CH-127] takes the first lines of a new chat for new, whatever their times', async () => {
    const bench = createChatRestBench();
    bench.describeAs((chat) => {
      const { event } = chat.events as { event: object[] };
      return { ...chat, events: { event: event.map((one) => ({ ...one, time: '2001-01-01T00:00:00Z' })) } };
    });
    await bench.channel.init();
    await bench.channel.start({ startType: 'menu' });
    expect(messagesOf(bench.fakes.events).map(({ isHistory }) => isHistory)).toEqual([false]);
  });

  it('[F-DL7] keeps the order if the visitor’s clock is set back during the chat', () => {
    const clock = createFakeClock();
    const reported: number[] = [];
    const serviceClock = createServiceClock(clock, (aheadMs) => reported.push(aheadMs));
    serviceClock.set(500);
    const order = createLineOrder();
    const before = order.place(1, serviceClock.now(), serviceClock.now());
    clock.jump(-dayMs);
    serviceClock.notBefore(order.lastMs);
    expect(serviceClock.now()).toBeGreaterThanOrEqual(before.atMs);
    expect(reported).toEqual([500, 500 + dayMs]);
  });

  it('[F-DL7] places a late line between its neighbours', () => {
    const order = createLineOrder();
    order.place(1, 1_000, 9_000);
    order.place(5, 2_000, 9_000);
    expect(order.place(3, 8_000, 9_000)).toEqual({ sequence: 3, atMs: 2_000 });
    expect(order.place(2, 500, 9_000)).toEqual({ sequence: 2, atMs: 1_000 });
    expect(order.place(0, undefined, 9_000)).toEqual({ sequence: 0, atMs: 1_000 });
    expect(order.place(6, 99_000, 9_000)).toEqual({ sequence: 6, atMs: 9_000 });
  });
});
