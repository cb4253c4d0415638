import { describe, expect, it } from 'vitest';
import { createDialog } from '../../../../frame/chat/channels/async/inbound/dialogs.ts';
import type { MessagingChange } from '../../../../frame/chat/channels/async/wire.ts';
import { createError } from '../../../../frame/platform/errors.ts';
import { createLifetime } from '../../../../frame/platform/lifetime.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';
import { received } from '../../../support/messagingChanges.ts';

/** A dialog at a service that has these events. `asked` holds from where they were requested, and the pings. */
function createBench({ startsEmpty = false, events = [] as MessagingChange[] } = {}) {
  const clock = createFakeClock();
  const lifetime = createLifetime();
  const asked: unknown[] = [];
  const shown: unknown[] = [];
  const reported: unknown[] = [];
  const service = { events, refusals: [] as (number | undefined)[], isSilent: false, isStalled: false };
  const dialog = createDialog({
    ...{ clock, lifetime, conversationId: 'c', dialogId: 'd', startsEmpty },
    async request({ type, body }) {
      const { fromSeq = 'ping' } = (body ?? {}) as { readonly fromSeq?: number };
      asked.push(fromSeq);
      if (service.isStalled) return new Promise(() => {});
      if (service.refusals.length > 0) {
        throw createError('CALL_FAILED', 'refused', { status: service.refusals.shift() });
      }
      if (type === 'GetClock' || service.isSilent) return;
      const replayed = service.events.filter(({ sequence = 0 }) => sequence >= Number(fromSeq));
      if (replayed.length > 0) void Promise.resolve().then(() => dialog.take(replayed));
    },
    show: (changes, isCaughtUp) =>
      void shown.push(...changes.map(({ change }) => [change.sequence, isCaughtUp ? 'new' : 'first replay'])),
    seen: (sequence) => void reported.push(sequence),
    onGapChange: () => {},
    onRestart: () => void reported.push('restart'),
    logUnanswered: () => void reported.push('unanswered'),
  });
  const outcome = (promise: Promise<void>) => {
    const box = { value: 'pending' };
    promise.then(
      () => {
        box.value = 'complete';
      },
      (error: Error) => {
        box.value = error.message;
      },
    );
    return box;
  };
  return { dialog, clock, lifetime, asked, shown, reported, service, outcome };
}

const empty = 'The replay is empty, or lacks a message that is known.';

describe('a replay of a dialog of messaging', () => {
  it('[CH-149] asks for everything at first, shows it as such, and what follows as new', async () => {
    const { dialog, clock, asked, shown, reported, outcome } = createBench({ events: [received(0), received(1)] });
    expect([dialog.isSubscribed, dialog.hasGap]).toEqual([false, false]);
    const complete = outcome(dialog.replay().complete);
    expect(dialog.isSubscribed).toBe(true);
    await clock.advance(0);
    expect(complete.value).toBe('complete');
    dialog.take([received(2)]);
    dialog.take([received(undefined, { event: { type: 'ChatStateEvent', chatState: 'ACTIVE' } })]);
    expect(shown).toEqual([
      [0, 'first replay'],
      [1, 'first replay'],
      [2, 'new'],
      [undefined, 'new'],
    ]);
    expect([asked, reported]).toEqual([[0], [1, 2]]);
    await clock.advance(60_000);
    expect([asked, clock.pending]).toEqual([[0], 0]);
  });

  it('[CH-134] has nothing to ask for in a conversation that has just started', async () => {
    const { dialog, clock, asked, shown, outcome } = createBench({ startsEmpty: true });
    const complete = outcome(dialog.replay().complete);
    await clock.advance(0);
    expect(complete.value).toBe('complete');
    dialog.take([received(0)]);
    expect(shown).toEqual([[0, 'new']]);
    await clock.advance(60_000);
    expect(asked).toEqual([0]);
  });

  it('[REL-02] is empty when a ping is answered after a second without events, and is asked for twice', async () => {
    const { dialog, clock, asked, outcome } = createBench();
    const complete = outcome(dialog.replay().complete);
    await clock.advance(999);
    expect([asked, complete.value]).toEqual([[0], 'pending']);
    await clock.advance(1);
    expect([asked, complete.value, dialog.hasGap]).toEqual([[0, 'ping'], empty, true]);
    await clock.advance(999);
    expect(asked).toHaveLength(2);
    await clock.advance(1);
    expect(asked).toEqual([0, 'ping', 0]);
    await clock.advance(1_000);
    expect([asked.at(-1), dialog.hasGap, clock.pending]).toEqual(['ping', false, 0]);
  });

  it('[REL-02] is not complete while the service does not answer the ping', async () => {
    const { dialog, clock, lifetime, service, outcome } = createBench();
    const complete = outcome(dialog.replay().complete);
    await clock.advance(0);
    service.isStalled = true;
    await clock.advance(30_000);
    expect(complete.value).toBe('pending');
    lifetime.end();
  });

  it('[REL-02][CH-149] goes on from the last known message, and waits two seconds for it', async () => {
    const { dialog, clock, asked, shown, service, outcome } = createBench({ events: [received(0), received(1)] });
    dialog.replay();
    await clock.advance(0);
    dialog.disconnect();
    expect(dialog.isSubscribed).toBe(false);
    service.events.push(received(2));
    const complete = outcome(dialog.replay().complete);
    await clock.advance(0);
    expect([asked, complete.value]).toEqual([[0, 1], 'complete']);
    expect(shown.slice(2)).toEqual([[2, 'new']]);
    service.isSilent = true;
    dialog.replay();
    await clock.advance(1_999);
    expect(asked).toEqual([0, 1, 2]);
    await clock.advance(1);
    // The service lacks an event that we know, so it is asked for everything.
    expect(asked).toEqual([0, 1, 2, 'ping', 0]);
  });

  it('[REL-02][F-DL8] is asked for again if a known message is missing, and given up after two more', async () => {
    const { dialog, clock, asked, service, outcome } = createBench({ events: [received(0)] });
    dialog.replay();
    await clock.advance(0);
    service.isSilent = true;
    const complete = outcome(dialog.replay().complete);
    await clock.advance(2_000);
    expect([asked, complete.value]).toEqual([[0, 0, 'ping'], empty]);
    await clock.advance(1_000 + 2_000);
    expect(asked).toEqual([0, 0, 'ping', 0, 'ping']);
    expect(dialog.hasGap).toBe(true);
    await clock.advance(2_000 + 2_000);
    expect([dialog.hasGap, asked.length]).toEqual([false, 7]);
    await clock.advance(60_000);
    expect([asked.length, clock.pending]).toEqual([7, 0]);
  });

  it('[REL-02][F-DL8] is asked for twice more after a new message', async () => {
    const { dialog, clock, asked, service } = createBench({ events: [received(0)] });
    dialog.replay();
    await clock.advance(0);
    service.isSilent = true;
    dialog.replay().complete.catch(() => {});
    await clock.advance(2_000 + 1_000 + 2_000);
    expect(asked.filter((one) => one !== 'ping')).toHaveLength(3);
    dialog.take([received(1)]);
    await clock.advance(2_000 + 2_000);
    expect([asked.filter((one) => one !== 'ping').length, dialog.hasGap]).toEqual([4, true]);
    await clock.advance(4_000 + 2_000);
    expect([asked.filter((one) => one !== 'ping').length, dialog.hasGap]).toEqual([5, true]);
    await clock.advance(8_000 + 2_000);
    expect([asked.filter((one) => one !== 'ping').length, dialog.hasGap]).toEqual([6, false]);
  });

  it('[REL-17] starts from the beginning if the service no longer has the last message', async () => {
    const { dialog, clock, asked, service, outcome } = createBench({ events: [received(0), received(1)] });
    dialog.replay();
    await clock.advance(0);
    service.refusals = [416];
    const complete = outcome(dialog.replay().complete);
    await clock.advance(0);
    expect([asked, complete.value]).toEqual([[0, 1, 0], 'complete']);
  });

  it.each([
    ['of everything is refused', 0, 503],
    ['is not answered', 1, undefined],
  ])('[CH-149] is rejected, for its caller to repeat it, if the request %s', async (_, known, status) => {
    const { dialog, clock, asked, service, outcome } = createBench({ events: [received(0), received(1)] });
    if (known > 0) dialog.replay();
    await clock.advance(0);
    asked.splice(0);
    service.refusals = [status];
    const { answered, complete } = dialog.replay();
    const both = [outcome(answered), outcome(complete)];
    await clock.advance(0);
    expect(both.map(({ value }) => value)).toEqual(['refused', 'refused']);
    expect(asked).toEqual([known]);
    await clock.advance(60_000);
    expect(asked).toEqual([known]);
  });

  it('[REL-06] is rejected when the connection is lost, and nothing more is asked for', async () => {
    const { dialog, clock, asked, service, outcome } = createBench();
    service.isSilent = true;
    dialog.take([received(2)]);
    const complete = outcome(dialog.replay().complete);
    await clock.advance(10);
    dialog.disconnect();
    await clock.advance(60_000);
    expect([asked, complete.value]).toEqual([[0], 'The connection was lost.']);
  });
});

describe('missing events of a dialog of messaging', () => {
  it('[REL-14][REL-15] are asked for after 50 ms and then ever more slowly, and the others are shown after 150 ms', async () => {
    const { dialog, clock, asked, shown, service, lifetime } = createBench({ events: [received(0)] });
    dialog.replay();
    await clock.advance(0);
    service.isStalled = true;
    dialog.take([received(3)]);
    await clock.advance(49);
    expect(asked).toEqual([0]);
    await clock.advance(1);
    expect(asked).toEqual([0, 0]);
    await clock.advance(99);
    expect(shown).toEqual([[0, 'first replay']]);
    await clock.advance(1);
    expect(shown.slice(1)).toEqual([[3, 'new']]);
    dialog.take([received(1), received(2)]);
    expect(shown.slice(2)).toEqual([
      [1, 'new'],
      [2, 'new'],
    ]);
    expect(dialog.hasGap).toBe(false);
    lifetime.end();
  });

  it('[REL-14] wait for each gap anew', async () => {
    const { dialog, clock, shown } = createBench({ startsEmpty: true });
    dialog.replay();
    await clock.advance(0);
    dialog.take([received(1)]);
    await clock.advance(40);
    dialog.take([received(0)]);
    dialog.take([received(3)]);
    await clock.advance(149);
    expect(shown).toHaveLength(2);
    await clock.advance(1);
    expect(shown).toHaveLength(3);
  });

  it('[REL-14] are asked for with growing waits while the requests fail', async () => {
    const waits = [50, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000];
    const { dialog, clock, asked, service } = createBench({ startsEmpty: true });
    dialog.replay();
    await clock.advance(0);
    service.refusals = Array(100).fill(undefined);
    dialog.take([received(1)]);
    for (const [at, waitMs] of waits.entries()) {
      await clock.advance(waitMs - 1);
      expect(asked).toHaveLength(1 + at);
      await clock.advance(1);
      expect(asked).toHaveLength(2 + at);
    }
    dialog.disconnect();
    await clock.advance(60_000);
    expect(asked).toHaveLength(1 + waits.length);
  });

  it('[REL-14] are not asked for without a subscription', async () => {
    const { dialog, clock, asked, shown } = createBench();
    dialog.take([received(1)]);
    await clock.advance(60_000);
    expect([asked, shown]).toEqual([[], [[1, 'first replay']]]);
  });

  it('[CH-140] are those that no answer to our own events names', async () => {
    const { dialog, clock, asked, shown } = createBench({ startsEmpty: true });
    dialog.replay();
    await clock.advance(0);
    dialog.take([received(1)]);
    expect(dialog.hasGap).toBe(true);
    dialog.expectOwn(0);
    expect([dialog.hasGap, shown]).toEqual([false, [[1, 'new']]]);
    await clock.advance(60_000);
    expect(asked).toEqual([0]);
  });
});

describe('the numbering of a dialog of messaging', () => {
  it('[CH-140][F-DL8] may restart, and everything is asked for', async () => {
    const { dialog, clock, asked, shown, reported, service } = createBench({ events: [received(0), received(1)] });
    dialog.replay();
    await clock.advance(0);
    service.events = [received(0, { serverTimestamp: 50_000 })];
    dialog.take(service.events);
    expect(dialog.hasGap).toBe(true);
    await clock.advance(50);
    expect(reported).toEqual([1, 'restart', 0, 0]);
    expect(shown.slice(2)).toEqual([[0, 'new']]);
    expect([asked, dialog.hasGap]).toEqual([[0, 0], false]);
    expect(dialog.messageAt(0)).toMatchObject({ id: 'c__d__restart1__0', timestamp: 50_000 });
    expect([dialog.messageAt(1), dialog.keyOf(0), dialog.last.sequence]).toEqual([undefined, '50000', 2]);
  });

  it('[CH-140] tells the place of each known event', async () => {
    const { dialog, clock } = createBench({ events: [received(0), received(1)] });
    dialog.replay();
    await clock.advance(0);
    expect(dialog.messageAt(1)).toEqual({ id: 'c__d__1', timestamp: 2_000, order: { atMs: 2_000, sequence: 1 } });
    expect(dialog.messageAt(2)).toBeUndefined();
    expect(dialog.last).toEqual({ atMs: 2_000, sequence: 1 });
  });
});
