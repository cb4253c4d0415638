import { describe, expect, it } from 'vitest';
import { openConnection } from '../../../../frame/chat/channels/async/connection/connection.ts';
import { createLifetime } from '../../../../frame/platform/lifetime.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';

/** One connection on a socket whose other side is the test. */
function dial({ refusesClose = false } = {}) {
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const listeners = new Map<string, (event: unknown) => void>();
  const sent: unknown[] = [];
  const closedWith: unknown[] = [];
  const reported: unknown[] = [];
  let isBroken = false;
  let requests = 0;
  const socket = {
    send(text: string) {
      if (isBroken) throw new Error('the socket is closing');
      sent.push(JSON.parse(text));
    },
    close(code?: number) {
      closedWith.push(code);
      if (refusesClose) throw new Error('cannot be closed');
    },
    addEventListener: (name: string, listener: (event: never) => void) =>
      void listeners.set(name, listener as (event: unknown) => void),
  };
  const connection = openConnection({
    clock,
    lifetime,
    dial: () => socket,
    createRequestId() {
      requests += 1;
      return `r${requests}`;
    },
    notify: (frame) => void reported.push(frame),
    onInvalidFrame: () => void reported.push('invalid'),
    onClosed: (code) => void reported.push(code),
    onOutdated: () => void reported.push('outdated'),
  });
  const outcome = (promise: Promise<unknown>) => {
    const box: { value: unknown } = { value: 'pending' };
    promise.then(
      (value) => {
        box.value = value;
      },
      ({ code, message, status, body }) => {
        box.value = { code, message, status, body };
      },
    );
    return box;
  };
  return {
    ...{ connection, clock, lifetime, sent, closedWith, reported, outcome },
    happen: (name: 'open' | 'close' | 'error' | 'message', event?: unknown) => {
      listeners.get(name)?.(event);
      return clock.advance(0);
    },
    receive: (frame: unknown) => {
      listeners.get('message')?.({ data: JSON.stringify(frame) });
      return clock.advance(0);
    },
    breakSocket: () => {
      isBroken = true;
    },
  };
}

const refusal = (code: string, message: string, more: Readonly<Record<string, unknown>> = {}) => ({
  ...{ code, message, status: undefined, body: undefined },
  ...more,
});

describe('a connection to the messaging service', () => {
  it('[CH-145][CH-146] gives each request the answer with its id', async () => {
    const { connection, happen, receive, sent, outcome, reported } = dial();
    expect(connection.isOpen).toBe(false);
    await happen('open');
    expect(connection.isOpen).toBe(true);
    const first = outcome(connection.send({ type: 'A', body: { x: 1 } }, 100));
    const second = outcome(connection.send({ type: 'B' }, 100));
    expect(sent).toEqual([
      { kind: 'req', id: 'r1', type: 'A', body: { x: 1 } },
      { kind: 'req', id: 'r2', type: 'B' },
    ]);
    await receive({ kind: 'resp', reqId: 'r2', code: 399, body: { y: 2 } });
    expect([first.value, second.value]).toEqual(['pending', { y: 2 }]);
    await receive({ kind: 'resp', reqId: 'nobody', code: 200, body: 'lost' });
    await receive({ kind: 'resp', reqId: 'r1', code: 200, body: 'OK' });
    expect(first.value).toBe('OK');
    const event = { kind: 'notification', type: 'ms.MessagingEventNotification', body: { changes: [] } };
    await receive(event);
    expect(reported).toEqual([event]);
  });

  it('[CH-146] rejects a request with the status and the reason of its refusal', async () => {
    const { connection, happen, receive, outcome, reported } = dial();
    await happen('open');
    const outcomes = ['A', 'B', 'C', 'D'].map((type) => outcome(connection.send({ type }, 100)));
    await receive({ kind: 'resp', reqId: 'r1', code: 400, body: 'Not like this' });
    await receive({ kind: 'resp', reqId: 'r2', code: 500, body: '' });
    await receive({ kind: 'resp', reqId: 'r3', code: 404, body: { reason: 'x' } });
    expect(reported).toEqual([]);
    await receive({ kind: 'resp', reqId: 'r4', code: 426 });
    expect(outcomes.map(({ value }) => value)).toEqual([
      refusal('CALL_FAILED', 'Not like this', { status: 400, body: 'Not like this' }),
      refusal('CALL_FAILED', 'code 500', { status: 500, body: '' }),
      refusal('CALL_FAILED', 'code 404', { status: 404, body: { reason: 'x' } }),
      refusal('CALL_FAILED', 'code 426', { status: 426 }),
    ]);
    expect(reported).toEqual(['outdated']);
  });

  it('[CH-146] rejects a request that is not answered in time, and no other', async () => {
    const { connection, clock, happen, receive, outcome } = dial();
    await happen('open');
    const short = outcome(connection.send({ type: 'Short' }, 100));
    const long = outcome(connection.send({ type: 'Long' }, 200));
    await clock.advance(99);
    expect(short.value).toBe('pending');
    await clock.advance(1);
    expect(short.value).toEqual(refusal('CALL_TIMEOUT', 'Short was not answered within 100 ms'));
    await receive({ kind: 'resp', reqId: 'r1', code: 426 });
    await receive({ kind: 'resp', reqId: 'r2', code: 200, body: 'OK' });
    expect(long.value).toBe('OK');
    expect(clock.pending).toBe(0);
  });

  it('[REL-08] is given up if it does not open in 10 s', async () => {
    const { connection, clock, closedWith, happen, outcome, reported } = dial();
    const opened = outcome(connection.opened);
    await clock.advance(9_999);
    expect([opened.value, closedWith]).toEqual(['pending', []]);
    await clock.advance(1);
    expect(opened.value).toEqual(refusal('CALL_TIMEOUT', 'no connection within 10000 ms'));
    expect(closedWith).toEqual([1000]);
    await happen('open');
    expect([connection.isOpen, clock.pending, reported]).toEqual([false, 0, []]);
  });

  it('[REL-08] has all the time there is once it is open', async () => {
    const { connection, clock, closedWith, happen, outcome } = dial();
    const opened = outcome(connection.opened);
    await happen('open');
    expect([opened.value, clock.pending]).toEqual([undefined, 0]);
    await clock.advance(60_000);
    expect([connection.isOpen, closedWith]).toEqual([true, []]);
  });

  it('[REL-01] reports the code of its close, and rejects what waits for an answer', async () => {
    const { connection, clock, happen, outcome, reported, closedWith } = dial();
    await happen('open');
    const waiting = outcome(connection.send({ type: 'A' }, 100));
    await happen('error');
    await happen('close', { code: 1012 });
    expect(waiting.value).toEqual(refusal('CALL_ABORTED', 'the connection was closed with 1012'));
    await happen('close', { code: 1006 });
    expect([connection.isOpen, reported, clock.pending, closedWith]).toEqual([false, [1012], 0, []]);
    const late = outcome(connection.send({ type: 'B' }, 100));
    await clock.advance(0);
    expect(late.value).toEqual(refusal('CALL_ABORTED', 'There is no connection.'));
  });

  it('[CH-148] does not open when it is closed first', async () => {
    const { connection, happen, outcome } = dial();
    const opened = outcome(connection.opened);
    await happen('close', { code: 1006 });
    expect(opened.value).toEqual(refusal('CALL_FAILED', 'the connection was closed with 1006', { status: 1006 }));
  });

  it.each([false, true])(
    '[REL-24] reports nothing after it has been closed (the socket refuses: %s)',
    async (refusesClose) => {
      const { connection, clock, happen, receive, outcome, reported, closedWith, sent } = dial({ refusesClose });
      const opened = outcome(connection.opened);
      connection.close('enough');
      connection.close('again');
      await happen('open');
      await receive({ kind: 'notification', type: 'x' });
      await happen('message', { data: 'not a frame' });
      await happen('close', { code: 1006 });
      expect(opened.value).toEqual(refusal('CALL_ABORTED', 'enough'));
      expect({ isOpen: connection.isOpen, reported, closedWith, sent, pending: clock.pending }).toEqual({
        ...{ isOpen: false, reported: [], closedWith: [1000], sent: [], pending: 0 },
      });
    },
  );

  it('[REL-24] is closed when the channel ends', async () => {
    const { connection, clock, lifetime, happen, outcome, closedWith } = dial();
    await happen('open');
    const waiting = outcome(connection.send({ type: 'A' }, 100));
    lifetime.end();
    await clock.advance(0);
    expect(waiting.value).toEqual(refusal('CALL_ABORTED', 'The channel has ended.'));
    expect([connection.isOpen, closedWith]).toEqual([false, [1000]]);
  });

  it('[REL-02] rejects a request that the socket does not take', async () => {
    const { connection, clock, happen, receive, outcome, breakSocket } = dial();
    await happen('open');
    breakSocket();
    const lost = outcome(connection.send({ type: 'A' }, 100));
    await clock.advance(0);
    expect(lost.value).toEqual(refusal('CALL_ABORTED', 'The connection was lost.'));
    expect(clock.pending).toBe(0);
    await receive({ kind: 'resp', reqId: 'r1', code: 200, body: 'too late' });
    expect(lost.value).toMatchObject({ code: 'CALL_ABORTED' });
  });

  it.each([
    ['binary data', new Uint8Array([1])],
    ['no JSON', '{"kind"'],
    ['another kind', '{"kind":"req","id":"1","type":"x"}'],
    ['an answer without a code', '{"kind":"resp","reqId":"1"}'],
  ])('[REL-32] reports a frame with %s as invalid', async (_, data) => {
    const { happen, reported } = dial();
    await happen('open');
    await happen('message', { data });
    expect(reported).toEqual(['invalid']);
  });
});
