import { describe, expect, it } from 'vitest';
import { parseServiceTime } from '../../../../frame/chat/channels/async/wire.ts';
import { createServiceClock } from '../../../../frame/chat/channels/ground/serviceClock.ts';
import { messagesOf } from '../../../contract/channelSuite.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';
import { createMessagingBench, type MessagingBench } from '../../../support/messagingBench.ts';
import { readWindow } from '../../../support/readWindow.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

async function afterReload(bench: MessagingBench, isAwayMs = 0) {
  bench.fakes.lifetime.end();
  await bench.clock.advance(isAwayMs);
  const next = bench.load(bench.fakes);
  await next.channel.init();
  await bench.clock.advance(2_000);
  return next;
}

describe('the service’s clock', () => {
  it.each([-dayMs, -2 * minuteMs, 2 * minuteMs, dayMs])(
    '[F-DL7] is %s ms ahead of the visitor’s, which is reported once',
    async (clockSkewMs) => {
      const bench = createMessagingBench({ faults: { clockSkewMs } });
      await bench.startConversation();
      await bench.clock.advance(300_000);
      expect(bench.fakes.events.filter((event) => event.type === 'clock')).toEqual([
        { type: 'clock', aheadMs: clockSkewMs },
      ]);
    },
  );

  it.each([
    [-2 * minuteMs, true],
    [-2 * minuteMs, false],
    [-dayMs, true],
    [-dayMs, false],
  ])(
    '[CH-142][F-DL7] shows new messages as new although it is %s ms ahead (tells its time: %s)',
    async (clockSkewMs, tellsTime) => {
      const bench = createMessagingBench({ faults: { clockSkewMs, tellsTime } });
      const id = await bench.startConversation();
      bench.desk.act(id, { action: 'say', text: 'new' });
      await bench.clock.advance(0);
      expect(messagesOf(bench.fakes.events).find((one) => one.text === 'new')?.isHistory).toBe(false);
    },
  );

  it.each([
    [-dayMs, true],
    [dayMs, true],
    [-dayMs, false],
    [dayMs, false],
  ])(
    '[CH-173][F-DL7] shows what was said before a reload as history although it is %s ms ahead (tells its time: %s)',
    async (clockSkewMs, tellsTime) => {
      const bench = createMessagingBench({ faults: { clockSkewMs, tellsTime } });
      const id = await bench.startConversation();
      bench.desk.act(id, { action: 'say', text: 'old' });
      await bench.clock.advance(0);
      const page = { ...bench.fakes.ports.page(), timeOrigin: bench.clock.now() + 5_000 };
      bench.fakes.lifetime.end();
      await bench.clock.advance(10_000);
      const next = bench.load(bench.fakes);
      Object.assign(next.fakes.ports, { page: () => page });
      if (tellsTime) bench.desk.act(id, { action: 'say', text: 'while loading' });
      await next.channel.init();
      await bench.clock.advance(2_000);
      bench.desk.act(id, { action: 'say', text: 'live' });
      await bench.clock.advance(2_000);
      const isHistory = Object.fromEntries(
        messagesOf(next.fakes.events).flatMap((one) => (one.type === 'agent' ? [[one.text, one.isHistory]] : [])),
      );
      expect(isHistory).toEqual({ old: true, ...(tellsTime ? { 'while loading': false } : {}), live: false });
    },
  );

  it.each([2 * minuteMs, dayMs])(
    '[CH-138][F-DL7] places “The chat has ended” after the talk although it is %s ms ahead',
    async (clockSkewMs) => {
      for (const tellsTime of [true, false]) {
        const bench = createMessagingBench({ faults: { clockSkewMs, tellsTime } });
        const id = await bench.startConversation();
        bench.desk.act(id, { action: 'say', text: 'Goodbye' });
        bench.desk.act(id, { action: 'end' });
        await bench.clock.advance(0);
        const shown = messagesOf(bench.fakes.events);
        const last = shown.find((one) => one.text === 'Goodbye');
        const end = shown.find((one) => one.text === 'The chat has ended.');
        expect(end?.order?.atMs).toBeGreaterThanOrEqual(last?.order?.atMs ?? Number.POSITIVE_INFINITY);
        expect(end?.timestamp).toBeGreaterThanOrEqual(last?.timestamp ?? Number.POSITIVE_INFINITY);
        expect(readWindow(bench.fakes.events).at(-1)?.text).toBe('The chat has ended.');
      }
    },
  );

  it('[F-DL7] keeps the sequence of messages from two nodes whose clocks are 1.5 s apart', async () => {
    const bench = createMessagingBench({ faults: { nodeSkewsMs: [0, -1_500] } });
    const id = await bench.startConversation();
    bench.fakes.setAttention({ isFocused: false });
    const texts = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
    for (const text of texts) {
      bench.desk.act(id, { action: 'say', text });
      await bench.clock.advance(400);
    }
    const next = await afterReload(bench);
    for (const { fakes } of [bench, next]) {
      const orders = messagesOf(fakes.events).flatMap((one) => (one.type === 'agent' && one.order ? [one] : []));
      const sorted = orders.toSorted(
        (a, b) => (a.order?.atMs ?? 0) - (b.order?.atMs ?? 0) || (a.order?.sequence ?? 0) - (b.order?.sequence ?? 0),
      );
      expect(sorted.map((one) => one.text)).toEqual(texts);
      const times = orders.map((one) => one.order?.atMs ?? 0);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }
  });

  it('[F-DL7] is measured at the middle of the round trip, and only a more precise measurement corrects it', async () => {
    const local = createFakeClock();
    const reported: number[] = [];
    const clock = createServiceClock(local, (aheadMs) => reported.push(aheadMs));
    async function measure(aheadMs: number, roundTripMs: number): Promise<void> {
      const askedAtMs = local.now();
      await local.advance(roundTripMs / 2);
      const serverMs = local.now() + aheadMs;
      await local.advance(roundTripMs / 2);
      clock.learn(serverMs, askedAtMs);
    }
    expect(clock.aheadMs !== undefined).toBe(false);
    await measure(5_000, 2_000);
    expect([clock.aheadMs !== undefined, clock.now() - local.now()]).toEqual([true, 5_000]);
    // Within what the first measurement allows: nothing is reported.
    await measure(5_600, 200);
    expect(clock.now() - local.now()).toBe(5_600);
    await measure(6_000, 8_000);
    expect(clock.now() - local.now()).toBe(5_600);
    await measure(60_000, 4_000);
    expect(reported).toEqual([5_000, 60_000]);
  });

  it('[F-DL7] is not learned from an answer that came before its question, because the visitor’s clock was changed', () => {
    const local = createFakeClock();
    const clock = createServiceClock(local, () => {});
    clock.learn(local.now(), local.now() + 1);
    expect(clock.aheadMs !== undefined).toBe(false);
    clock.learn(local.now() + 300, local.now());
    expect([clock.aheadMs !== undefined, clock.now(), clock.fromVisitor(10_000)]).toEqual([
      true,
      local.now() + 300,
      10_300,
    ]);
  });

  it('[F-DL7] is corrected by a measurement of the same precision, and by one that contradicts it', async () => {
    const local = createFakeClock();
    const clock = createServiceClock(local, () => {});
    const aheadMs = () => clock.now() - local.now();
    async function measure(serverAheadMs: number, roundTripMs: number): Promise<void> {
      const askedAtMs = local.now();
      await local.advance(roundTripMs);
      clock.learn(askedAtMs + roundTripMs / 2 + serverAheadMs, askedAtMs);
    }
    await measure(5_000, 2_000);
    await measure(5_500, 2_000);
    expect(aheadMs()).toBe(5_500);
    // Both can be true up to 5 s of difference: 1 s for the first and 4 s for the second.
    await measure(10_500, 8_000);
    expect(aheadMs()).toBe(5_500);
    await measure(500, 8_000);
    expect(aheadMs()).toBe(5_500);
    await measure(10_501, 8_000);
    expect(aheadMs()).toBe(10_501);
  });

  it('[F-DL7] is reported when it has changed by more than a second', async () => {
    const local = createFakeClock();
    const reported: number[] = [];
    const clock = createServiceClock(local, (aheadMs) => reported.push(aheadMs));
    const measure = (aheadMs: number) => clock.learn(local.now() + aheadMs, local.now());
    for (const aheadMs of [1_000, -1_000, 1_001, 2_001, 2_002, 1_002, 1_001]) measure(aheadMs);
    expect(reported).toEqual([1_001, 2_002, 1_001]);
  });

  it.each([
    [{ currentTime: 1_792_000_000_000 }, 1_792_000_000_000],
    [{ currentTime: '1792000000000' }, 1_792_000_000_000],
    [1_792_000_000_000, 1_792_000_000_000],
    [{}, undefined],
    [{ currentTime: 'soon' }, undefined],
    [{ currentTime: 12 }, undefined],
    [undefined, undefined],
    ['OK', undefined],
  ])('is read from the answer %j', (body, expected) => {
    expect(parseServiceTime(body)).toBe(expected);
  });
});
