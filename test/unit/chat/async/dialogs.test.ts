import { describe, expect, it } from 'vitest';
import { createDialogs } from '../../../../frame/chat/channels/async/inbound/dialogs.ts';
import type { MessagingChange } from '../../../../frame/chat/channels/async/wire.ts';
import { createChannelState } from '../../../../frame/chat/channels/ground/channelState.ts';
import { createFakeChannelPorts } from '../../../support/fakeChannelPorts.ts';
import { received } from '../../../support/messagingChanges.ts';

const receivedIn = (dialogId: string, sequence: number, serverTimestamp: number): MessagingChange =>
  received(sequence, { dialogId, serverTimestamp });

function createBench() {
  const { ports, clock, lifetime } = createFakeChannelPorts();
  const state = createChannelState(ports, 'async');
  state.change({ conversationId: 'c' });
  const asked: unknown[] = [];
  const shown: string[] = [];
  const reported: unknown[] = [];
  const socket = { isUp: true, refusals: 0 };
  const dialogs = createDialogs(ports, {
    state,
    socket: {
      get isUp() {
        return socket.isUp;
      },
      async request({ body }) {
        asked.push(body);
        if (socket.refusals === 0) return;
        socket.refusals -= 1;
        throw new Error('refused');
      },
    },
    delivery: () => ({
      seen: (sequence, streamId) => void reported.push(['seen', sequence, streamId]),
      setGap: (hasGap) => void reported.push(['gap', hasGap]),
      restarted: () => void reported.push('restarted'),
    }),
    streamOf: (dialogId) => (dialogId === 'c' ? undefined : dialogId),
    logUnanswered: () => {},
    show: (changes) => void shown.push(...changes.map(({ change }) => `${change.dialogId} ${change.sequence}`)),
    onRestart: (dialogId) => void reported.push(['restart', dialogId]),
  });
  return { dialogs, clock, lifetime, asked, shown, reported, socket };
}

const subscription = (dialogId: string) => ({ dialogId, conversationId: 'c', fromSeq: 0 });

describe('the dialogs of a messaging conversation', () => {
  it('[CH-139][CH-149] take the events of those that are subscribed', async () => {
    const { dialogs, clock, asked, shown, reported } = createBench();
    dialogs.startEmpty(true);
    expect([dialogs.last, dialogs.isSubscribed('c')]).toEqual([{ atMs: 0, sequence: -1 }, false]);
    const both = [receivedIn('c', 0, 5_000), receivedIn('survey', 0, 4_000)];
    dialogs.take(both);
    expect(shown).toEqual([]);
    await dialogs.subscribeWithRetry('c');
    dialogs.take(both);
    await dialogs.subscribeWithRetry('survey');
    dialogs.take([receivedIn('survey', 1, 4_500), receivedIn('c', 1, 6_000)]);
    expect(shown).toEqual(['c 0', 'c 1']);
    dialogs.take([receivedIn('survey', 0, 4_000)]);
    expect(shown.slice(2)).toEqual(['survey 0', 'survey 1']);
    expect(asked).toEqual([subscription('c'), subscription('survey')]);
    expect([dialogs.isSubscribed('c'), dialogs.isSubscribed('survey')]).toEqual([true, true]);
    expect(dialogs.last).toEqual({ atMs: 6_000, sequence: 1 });
    expect(reported).toEqual([
      ['gap', false],
      ['seen', 0, undefined],
      ['gap', true],
      ['seen', 1, 'survey'],
      ['gap', true],
      ['seen', 1, undefined],
      ['gap', false],
      ['seen', 0, 'survey'],
    ]);
    expect(dialogs.messageAt('survey', 0)).toMatchObject({ id: 'c__survey__0', timestamp: 4_000 });
    expect(dialogs.keyOf('c', 1)).toBe('6000');
    expect([dialogs.messageAt('other', 0), dialogs.keyOf('other', 0)]).toEqual([undefined, undefined]);
    await clock.advance(0);
    dialogs.reset();
    expect([dialogs.last.sequence, dialogs.isSubscribed('c'), dialogs.keyOf('c', 1)]).toEqual([-1, false, undefined]);
  });

  it('[CH-140] know the events of ours that answers name', async () => {
    const { dialogs, shown, reported } = createBench();
    dialogs.startEmpty(true);
    await dialogs.subscribeWithRetry('c');
    dialogs.take([receivedIn('c', 1, 1_000)]);
    dialogs.expectOwn('c', undefined);
    dialogs.expectOwn('other', 0);
    expect(shown).toEqual([]);
    dialogs.expectOwn('c', 0);
    expect(shown).toEqual(['c 1']);
    expect(reported.at(-1)).toEqual(['gap', false]);
  });

  it('[CH-140][F-DL8] tell which of them restarts its numbering', async () => {
    const { dialogs, reported } = createBench();
    dialogs.startEmpty(true);
    await dialogs.subscribeWithRetry('survey');
    dialogs.take([receivedIn('survey', 0, 1_000)]);
    reported.splice(0);
    dialogs.take([receivedIn('survey', 0, 2_000)]);
    expect(reported).toContainEqual(['restart', 'survey']);
    expect(reported).toContain('restarted');
    expect(reported.filter((one) => one === 'restarted')).toHaveLength(1);
  });

  it('[CH-134] are subscribed to with growing waits until the service accepts it', async () => {
    const { dialogs, clock, asked, socket } = createBench();
    dialogs.startEmpty(true);
    socket.refusals = 7;
    let isSubscribed = false;
    void dialogs.subscribeWithRetry('c').then(() => {
      isSubscribed = true;
    });
    await clock.advance(0);
    for (const [at, waitMs] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
      expect([asked.length, dialogs.isSubscribed('c')]).toEqual([at + 1, false]);
      await clock.advance(waitMs - 1);
      expect(asked).toHaveLength(at + 1);
      await clock.advance(1);
    }
    expect([asked.length, isSubscribed, dialogs.isSubscribed('c')]).toEqual([8, true, true]);
  });

  it.each([
    ['the connection is lost', ({ socket }: ReturnType<typeof createBench>) => Object.assign(socket, { isUp: false })],
    ['the conversation ends', ({ dialogs }: ReturnType<typeof createBench>) => dialogs.reset()],
    ['the channel ends', ({ lifetime }: ReturnType<typeof createBench>) => lifetime.end()],
  ])('[CH-145] are not subscribed to any more when %s', async (_, happen) => {
    const bench = createBench();
    bench.socket.refusals = 1;
    void bench.dialogs.subscribeWithRetry('c');
    await bench.clock.advance(500);
    happen(bench);
    await bench.clock.advance(60_000);
    expect(bench.asked).toHaveLength(1);
  });

  it('[CH-149] are subscribed to again one by one, or all at once', async () => {
    const { dialogs, clock, asked } = createBench();
    dialogs.startEmpty(true);
    await dialogs.subscribeWithRetry('c');
    await dialogs.subscribeWithRetry('survey');
    dialogs.disconnect();
    expect([dialogs.isSubscribed('c'), dialogs.isSubscribed('survey')]).toEqual([false, false]);
    asked.splice(0);
    await dialogs.replay('survey').answered;
    expect(asked).toEqual([subscription('survey')]);
    let isComplete = false;
    dialogs.replayAll().then(
      () => {
        isComplete = true;
      },
      () => {},
    );
    expect(asked.slice(1)).toEqual([subscription('c'), subscription('survey')]);
    dialogs.take([receivedIn('c', 0, 1_000)]);
    await clock.advance(0);
    expect(isComplete).toBe(false);
    dialogs.take([receivedIn('survey', 0, 1_000)]);
    await clock.advance(0);
    expect(isComplete).toBe(true);
  });

  it('[CH-138] show what they hold when the conversation ends', async () => {
    const { dialogs, shown } = createBench();
    dialogs.startEmpty(true);
    for (const dialogId of ['c', 'survey']) {
      await dialogs.subscribeWithRetry(dialogId);
      dialogs.take([receivedIn(dialogId, 1, 1_000)]);
    }
    dialogs.showHeld();
    expect(shown).toEqual(['c 1', 'survey 1']);
  });
});
