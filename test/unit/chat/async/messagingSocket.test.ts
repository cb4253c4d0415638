import { describe, expect, it } from 'vitest';
import type { MessagingSocketPorts } from '../../../../frame/chat/channels/async/connection/messagingSocket.ts';
import { createError } from '../../../../frame/platform/errors.ts';
import { createMessagingSocketBench as createBench } from '../../../support/messagingSocketBench.ts';

async function connected(overrides: Partial<MessagingSocketPorts> = {}) {
  const bench = createBench(overrides);
  bench.socket.wake();
  await bench.clock.advance(0);
  return bench;
}

describe('connecting to messaging', () => {
  it('[CH-132] dials, greets and subscribes once, however many callers wait', async () => {
    const order: string[] = [];
    const bench = createBench({ resync: async () => void order.push('resync'), onUp: () => void order.push('up') });
    const both = [bench.outcome(bench.socket.connect()), bench.outcome(bench.socket.connect())];
    expect(bench.socket.isUp).toBe(false);
    await bench.clock.advance(0);
    expect(both.map(({ value }) => value)).toEqual(['done', 'done']);
    expect([bench.socket.isUp, order, bench.greeted()]).toEqual([true, ['resync', 'up'], ['token 1']]);
    await bench.socket.connect();
    expect(bench.dialed).toHaveLength(1);

    const slow = createBench();
    slow.service.isHanging = true;
    void slow.outcome(slow.socket.connect());
    await slow.clock.advance(1_000);
    void slow.outcome(slow.socket.connect());
    await slow.clock.advance(1_000);
    expect(slow.dialed).toHaveLength(1);
  });

  it('[CH-148] rejects after the second failure, with the reason, and goes on trying only while it is wanted', async () => {
    const bench = createBench();
    bench.service.greetings = [500, 500, 500];
    const waiting = bench.outcome(bench.socket.connect());
    await bench.clock.advance(0);
    expect(waiting.value).toBe('CHANNEL_UNAVAILABLE: Error initializing connection: OK');
    expect([bench.dialed.length, bench.log.warnings]).toEqual([2, ['Failed to connect with JWT; retrying...']]);
    expect([bench.greeted(), bench.reported]).toEqual([['token 1', 'token 1'], []]);
    expect(bench.dialed.map(({ closedWith }) => closedWith)).toEqual([[1000], [1000]]);
    await bench.clock.advance(99);
    expect(bench.dialed).toHaveLength(2);
    await bench.clock.advance(1);
    // Nobody waits for the third attempt, so it is not repeated at once.
    expect(bench.dialed).toHaveLength(3);
    bench.wants.isWanted = false;
    await bench.clock.advance(200);
    bench.service.greetings = [500];
    expect(bench.socket.isUp).toBe(true);

    const unwanted = createBench();
    unwanted.wants.isWanted = false;
    unwanted.service.greetings = [500, 500];
    void unwanted.outcome(unwanted.socket.connect());
    await unwanted.clock.advance(60_000);
    expect(unwanted.dialed).toHaveLength(2);
  });

  it.each([
    [401, ['token 1', 'token 2']],
    [403, ['token 1', 'token 2']],
    [500, ['token 1', 'token 1']],
  ])('[REL-19] after a greeting refused with %s greets with %j', async (code, tokens) => {
    const bench = createBench();
    bench.service.greetings = [code];
    const waiting = bench.outcome(bench.socket.connect());
    await bench.clock.advance(0);
    expect([waiting.value, bench.greeted()]).toEqual(['done', tokens]);
  });

  it('[REL-19] gives up at once without a token, and says that the identity was refused', async () => {
    const bench = createBench({
      token: () => Promise.reject(createError('NOT_SIGNED_IN', 'There is no usable token for this service.')),
    });
    const waiting = bench.outcome(bench.socket.connect());
    await bench.clock.advance(60_000);
    expect(waiting.value).toBe(
      'CHANNEL_UNAVAILABLE: Error initializing connection: There is no usable token for this service.',
    );
    expect([bench.dialed, bench.reported]).toEqual([[], ['refused']]);
    expect(bench.log.warnings).toEqual(['The messaging service refused the visitor’s identity.']);
  });

  it('[REL-08] tries again after 10 s if the socket does not open', async () => {
    const bench = createBench();
    bench.service.isHanging = true;
    void bench.outcome(bench.socket.connect());
    await bench.clock.advance(9_999);
    expect(bench.dialed).toHaveLength(1);
    await bench.clock.advance(1);
    expect([bench.dialed.length, bench.dialed[0]?.closedWith]).toEqual([2, [1000]]);
  });

  it('[REL-06] fails if the connection is lost while it subscribes', async () => {
    let isFirst = true;
    const bench = createBench({
      resync: async () => {
        if (isFirst) bench.last().close(1006);
        isFirst = false;
      },
    });
    const waiting = bench.outcome(bench.socket.connect());
    await bench.clock.advance(0);
    expect([waiting.value, bench.dialed.length, bench.reported]).toEqual(['done', 2, ['up']]);
  });

  it('[F-DL10] ends for good when the service needs another version', async () => {
    const bench = await connected();
    bench.service.isHanging = true;
    bench.page.hide();
    bench.page.show();
    const waiting = bench.outcome(bench.socket.connect());
    await bench.clock.advance(0);
    bench.last().close(4426);
    bench.last().close(4426);
    await bench.clock.advance(0);
    const refusal = 'CHANNEL_UNAVAILABLE: The messaging service needs a newer version of the widget.';
    expect(waiting.value).toBe(refusal);
    const later = bench.outcome(bench.socket.connect());
    bench.socket.wake();
    bench.page.online();
    await bench.clock.advance(60_000);
    expect([later.value, bench.dialed.length]).toEqual([refusal, 2]);
    expect([bench.socket.isOutdated, bench.reported]).toEqual([true, ['up', 'down', 'outdated']]);
    expect(bench.log.warnings).toEqual(['The messaging service needs a newer version of the widget.']);
  });

  it('[F-DL10] ends for good when any request is refused because of the version', async () => {
    const bench = await connected();
    bench.service.isSilent = true;
    const refused = bench.outcome(bench.socket.request({ type: 'X' }));
    bench.last().receive({ kind: 'resp', reqId: bench.last().sent.at(-1)?.id, code: 426 });
    await bench.clock.advance(60_000);
    expect(refused.value).toBe('CALL_FAILED: code 426');
    expect([bench.reported, bench.dialed.length]).toEqual([['up', 'down', 'outdated'], 1]);
  });

  it('[REL-24] rejects its callers when the channel ends, and reports nothing', async () => {
    const bench = await connected();
    bench.service.isHanging = true;
    bench.socket.disconnect();
    const waiting = bench.outcome(bench.socket.connect());
    await bench.clock.advance(0);
    bench.lifetime.end();
    await bench.clock.advance(60_000);
    expect(waiting.value).toBe('CALL_ABORTED: The channel has ended.');
    expect([bench.reported, bench.dialed.length, bench.clock.pending]).toEqual([['up', 'down'], 2, 0]);
    const up = await connected();
    up.lifetime.end();
    expect([up.reported, up.last().closedWith]).toEqual([['up'], [1000]]);
  });
});

describe('a lost connection to messaging', () => {
  it('[CH-149] is replaced only while it is wanted', async () => {
    const bench = await connected();
    bench.last().close(1006);
    expect([bench.socket.isUp, bench.reported]).toEqual([false, ['up', 'down']]);
    await bench.clock.advance(5_999);
    expect(bench.dialed).toHaveLength(1);
    await bench.clock.advance(1);
    expect(bench.greeted()).toEqual(['token 1', 'token 1']);
    bench.wants.isWanted = false;
    bench.last().close(1006);
    await bench.clock.advance(60_000);
    expect(bench.dialed).toHaveLength(2);
  });

  it('[CH-149] is replaced soon if the visitor waits for it', async () => {
    const bench = await connected();
    bench.wants.isAwaited = true;
    bench.last().close(1006);
    await bench.clock.advance(100);
    expect(bench.dialed).toHaveLength(2);
  });

  it('[REL-01][REL-19] may be due to the token, unless a new one was tried since the last stable connection', async () => {
    const bench = await connected();
    for (const [upForMs, token] of [
      [29_999, 'token 2'],
      [29_999, 'token 2'],
      [30_000, 'token 3'],
    ] as const) {
      await bench.clock.advance(upForMs);
      bench.last().close(1011);
      bench.socket.wake();
      await bench.clock.advance(0);
      expect([bench.socket.isUp, bench.greeted().at(-1)]).toEqual([true, token]);
    }
  });

  it('[REL-24] is closed once, and its late frames are ignored', async () => {
    const bench = await connected();
    const before = bench.last();
    bench.socket.disconnect();
    bench.socket.wake();
    await bench.clock.advance(0);
    before.close(1006);
    before.receive({ kind: 'notification', type: 'late' });
    await bench.clock.advance(60_000);
    expect([bench.reported, bench.dialed.length, before.closedWith]).toEqual([['up', 'down', 'up'], 2, [1000]]);
  });

  it('[REL-32] has logged its invalid frames once', async () => {
    const bench = await connected();
    bench.last().receive('{');
    bench.last().receive('{');
    expect(bench.log.warnings).toEqual(['Skipped an invalid frame from the messaging service.']);
  });
});

describe('requests to messaging', () => {
  it('[CH-146] are rejected without an open connection', async () => {
    const bench = createBench();
    const refusal = 'CALL_ABORTED: There is no connection.';
    const early = bench.outcome(bench.socket.request({ type: 'X' }));
    bench.service.isHanging = true;
    bench.socket.wake();
    await bench.clock.advance(0);
    const opening = bench.outcome(bench.socket.request({ type: 'X' }));
    await bench.clock.advance(0);
    expect([early.value, opening.value]).toEqual([refusal, refusal]);
  });

  it('[REL-02] are rejected by a socket that is closing', async () => {
    const bench = await connected();
    bench.service.isClosing = true;
    const lost = bench.outcome(bench.socket.request({ type: 'X' }));
    await bench.clock.advance(0);
    expect(lost.value).toBe('CALL_ABORTED: The connection was lost.');
  });

  it('[REL-06] that were given up are forgotten: a late refusal ends nothing', async () => {
    const bench = await connected();
    bench.service.isSilent = true;
    const request = bench.outcome(bench.socket.request({ type: 'X' }));
    const reqId = bench.last().sent.at(-1)?.id;
    await bench.clock.advance(15_000);
    expect(request.value).toBe('CALL_TIMEOUT: X was not answered within 15000 ms');
    bench.last().receive({ kind: 'resp', reqId, code: 426 });
    await bench.clock.advance(0);
    expect(bench.socket.isOutdated).toBe(false);
  });

  it('[CH-146][REL-06] that are not answered in 15 s lead to a probe, and that to a new connection', async () => {
    const bench = await connected();
    bench.service.isSilent = true;
    const request = bench.outcome(bench.socket.request({ type: 'X' }));
    await bench.clock.advance(15_000);
    expect(request.value).toBe('CALL_TIMEOUT: X was not answered within 15000 ms');
    expect(bench.last().sent.at(-1)?.type).toBe('GetClock');
    await bench.clock.advance(4_999);
    expect(bench.dialed).toHaveLength(1);
    bench.service.isSilent = false;
    await bench.clock.advance(1);
    expect([bench.dialed.length, bench.reported]).toEqual([2, ['up', 'down', 'up']]);
  });

  it.each([
    ['is answered', 200],
    ['is refused', 500],
  ])('[REL-06] that are not answered change nothing if the probe %s', async (_, code) => {
    const bench = await connected();
    bench.service.isSilent = true;
    bench.outcome(bench.socket.request({ type: 'X' }, 1_000));
    await bench.clock.advance(1_000);
    bench.last().receive({ kind: 'resp', reqId: bench.last().sent.at(-1)?.id, code });
    await bench.clock.advance(60_000);
    expect([bench.dialed.length, bench.reported]).toEqual([1, ['up']]);
  });

  it('[REL-06] that are refused lead to no probe', async () => {
    const bench = await connected();
    bench.service.isSilent = true;
    bench.outcome(bench.socket.request({ type: 'X' }));
    bench.last().receive({ kind: 'resp', reqId: bench.last().sent.at(-1)?.id, code: 500 });
    await bench.clock.advance(0);
    expect(bench.last().sent.map(({ type }) => type)).toEqual(['InitConnection', 'X']);
  });
});

describe('the page of a messaging connection', () => {
  it('[REL-11] closes it when it is hidden, and connects when it is shown again if somebody waits', async () => {
    const bench = await connected();
    bench.wants.isWanted = false;
    bench.page.hide();
    expect([bench.socket.isUp, bench.socket.page.isSuspended, bench.reported]).toEqual([false, true, ['up', 'down']]);
    const shown = bench.outcome(bench.socket.page.whenShown());
    const waiting = bench.outcome(bench.socket.connect());
    bench.socket.wake();
    await bench.clock.advance(60_000);
    expect([bench.dialed.length, shown.value, waiting.value]).toEqual([1, 'pending', 'pending']);
    bench.page.show();
    await bench.clock.advance(0);
    expect([bench.dialed.length, shown.value, waiting.value]).toEqual([2, 'done', 'done']);
    bench.page.hide();
    bench.page.show();
    await bench.clock.advance(60_000);
    expect(bench.dialed).toHaveLength(2);
  });

  it.each([
    [999, 1],
    [1_000, 2],
  ])('[REL-08][REL-23] replaces an attempt of %i ms when the network comes back: %i', async (afterMs, count) => {
    const bench = createBench();
    bench.service.isHanging = true;
    bench.socket.wake();
    await bench.clock.advance(afterMs);
    bench.page.online();
    await bench.clock.advance(0);
    expect(bench.dialed).toHaveLength(count);
  });

  it('[REL-10][REL-23] leaves it closed if nobody needs it', async () => {
    const bench = await connected();
    bench.wants.isWanted = false;
    bench.socket.disconnect();
    bench.page.online();
    bench.clock.jump(3_600_000);
    await bench.clock.advance(60_000);
    expect(bench.dialed).toHaveLength(1);
    bench.wants.isWanted = true;
    bench.clock.jump(3_600_000);
    await bench.clock.advance(10_000);
    expect(bench.dialed).toHaveLength(2);
  });

  it('[REL-10] probes it after a sleep', async () => {
    const bench = await connected();
    bench.wants.isWanted = false;
    bench.clock.jump(3_600_000);
    await bench.clock.advance(10_000);
    expect(bench.last().sent.map(({ type }) => type)).toEqual(['InitConnection', 'GetClock']);
  });

  it('[REL-24] abandons an attempt that is still fetching its token', async () => {
    let give = (_: string): void => {};
    const bench = createBench({
      token: () =>
        new Promise((resolve) => {
          give = resolve;
        }),
    });
    bench.socket.wake();
    bench.page.hide();
    give('too late');
    await bench.clock.advance(60_000);
    expect([bench.dialed, bench.reported]).toEqual([[], []]);
  });

  it('[CH-147] is connected again for those who wait when the identity changes', async () => {
    const bench = createBench();
    bench.service.isHanging = true;
    const waiting = bench.outcome(bench.socket.connect());
    await bench.clock.advance(0);
    bench.service.isHanging = false;
    bench.socket.disconnect();
    await bench.clock.advance(0);
    expect([waiting.value, bench.dialed.length, bench.dialed[0]?.closedWith]).toEqual(['done', 2, [1000]]);
  });
});
