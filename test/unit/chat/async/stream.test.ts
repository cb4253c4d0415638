import { describe, expect, it } from 'vitest';
import type { PlacedChange } from '../../../../frame/chat/channels/async/inbound/stream.ts';
import { createStream, type Stream } from '../../../../frame/chat/channels/async/inbound/stream.ts';
import type { MessagingChange } from '../../../../frame/chat/channels/async/wire.ts';
import { received } from '../../../support/messagingChanges.ts';

const said = (message: string) => ({ event: { type: 'ContentEvent', contentType: 'text/plain', message } });
const receipt = (sequence: number) =>
  received(sequence, { event: { type: 'AcceptStatusEvent', status: 'READ', sequenceList: [0] } });
const several = (...sequences: number[]) => sequences.map((one) => received(one));
const sequences = (placed: readonly PlacedChange[]) => placed.map(({ change }) => change.sequence);
const times = (placed: readonly PlacedChange[]) => placed.map(({ order }) => order.atMs);

/** A stream that has shown these events without waiting for missing ones. */
function shown(...changes: MessagingChange[]): Stream {
  const stream = createStream();
  stream.take(changes);
  stream.release();
  return stream;
}

const gapOf = ({ hasGap, isHolding }: Stream) => ({ hasGap, isHolding });

describe('the gap in a dialog of messaging', () => {
  it('[REL-14] is there while events are held, and after they are shown, until the missing ones have come', () => {
    const stream = createStream();
    expect(gapOf(stream)).toEqual({ hasGap: false, isHolding: false });
    stream.take(several(0, 3));
    expect(gapOf(stream)).toEqual({ hasGap: true, isHolding: true });
    expect(sequences(stream.release())).toEqual([3]);
    expect(gapOf(stream)).toEqual({ hasGap: true, isHolding: false });
    expect(sequences(stream.take(several(2)))).toEqual([2]);
    expect(gapOf(stream)).toEqual({ hasGap: true, isHolding: false });
    expect(sequences(stream.take(several(1)))).toEqual([1]);
    expect(gapOf(stream)).toEqual({ hasGap: false, isHolding: false });
    expect(sequences(stream.take(several(4)))).toEqual([4]);
  });

  it('[REL-15] is shown in order when two gaps are given up, and when late events come in disorder', () => {
    const stream = createStream();
    stream.take(several(4, 2));
    expect(sequences(stream.release())).toEqual([2, 4]);
    expect(sequences(stream.take(several(3, 1, 0)))).toEqual([0, 1, 3]);
    expect(stream.hasGap).toBe(false);
  });

  it('[REL-15] has an end when the service jumps far ahead', () => {
    const stream = shown(received(Number.MAX_SAFE_INTEGER));
    stream.take(several(...Array.from({ length: 999 }, (_, at) => at)));
    expect(stream.hasGap).toBe(true);
    stream.take(several(999));
    expect(stream.hasGap).toBe(false);
  });

  it('[CH-140][F-DL6] is closed by the answer to an event of ours, which need not come back', () => {
    const stream = createStream();
    stream.take(several(0, 2));
    expect(sequences(stream.expectOwn(1))).toEqual([2]);
    expect(gapOf(stream)).toEqual({ hasGap: false, isHolding: false });
    const late = shown(received(0), received(2));
    expect(late.hasGap).toBe(true);
    expect(late.expectOwn(1)).toEqual([]);
    expect(late.hasGap).toBe(false);
    expect(sequences(late.take(several(1)))).toEqual([1]);
  });

  it('[CH-140][F-DL6] does not begin at an event of ours that is passed over', () => {
    const stream = createStream();
    stream.expectOwn(1);
    stream.take(several(3));
    stream.release();
    stream.take(several(0, 2));
    expect(stream.hasGap).toBe(false);
  });

  it('[CH-140] is not changed by an answer that names a known event, held or shown', () => {
    const stream = createStream();
    stream.take(several(0, 2));
    expect(stream.expectOwn(0)).toEqual([]);
    expect(stream.expectOwn(2)).toEqual([]);
    expect(stream.isHolding).toBe(true);
    stream.take(several(1));
    expect(stream.replayFrom).toBe(2);
  });

  it('[REL-13] takes the newest content of a held event', () => {
    const stream = createStream();
    stream.take([received(1, said('wrong'))]);
    stream.take([received(1, said('right'))]);
    const placed = stream.take(several(0));
    expect(placed.map(({ change }) => change.event)).toMatchObject([{ message: 'text 0' }, { message: 'right' }]);
    expect(placed.map(({ isReplacement }) => isReplacement)).toEqual([false, false]);
  });
});

describe('a replay in a dialog of messaging', () => {
  it('[REL-02][REL-14] starts at the last message before everything that is missing or ours', () => {
    expect(createStream().replayFrom).toBe(0);
    expect(shown(...several(0, 1, 2)).replayFrom).toBe(2);
    expect(shown(received(0), received(1), receipt(2)).replayFrom).toBe(1);
    expect(shown(receipt(0)).replayFrom).toBe(1);
    expect(shown(...several(0, 1, 3, 5)).replayFrom).toBe(1);
    const stream = shown(...several(0, 1, 2));
    stream.expectOwn(3);
    stream.take(several(4));
    expect(stream.replayFrom).toBe(2);
  });

  it('[REL-02] knows the last message, which a receipt is not', () => {
    const stream = createStream();
    expect(stream.lastMessage).toBeUndefined();
    stream.take([receipt(0)]);
    expect(stream.lastMessage).toBeUndefined();
    stream.take(several(3));
    expect(stream.lastMessage).toBe(3);
    stream.take([received(1), receipt(4)]);
    expect(stream.lastMessage).toBe(3);
    expect(shown(received(0)).lastMessage).toBe(0);
  });

  it('[REL-15] proves that events which it did not contain are hidden', () => {
    const stream = createStream();
    stream.take(several(0, 3));
    const mark = stream.beginReplay();
    expect(mark).toBe(3);
    expect(sequences(stream.endReplay(mark, 3))).toEqual([3]);
    expect(gapOf(stream)).toEqual({ hasGap: false, isHolding: false });
    expect(stream.replayFrom).toBe(3);
    // Should one come after all, it is shown.
    expect(sequences(stream.take(several(1)))).toEqual([1]);
  });

  it('[REL-15] proves it although the events are shown already', () => {
    const stream = shown(...several(0, 3));
    expect(stream.hasGap).toBe(true);
    expect(stream.endReplay(stream.beginReplay(), -1)).toEqual([]);
    expect(stream.hasGap).toBe(false);
  });

  it('[REL-15] proves nothing about what came while it ran', () => {
    const stream = createStream();
    stream.take(several(0, 2));
    const mark = stream.beginReplay();
    stream.take(several(5));
    expect(sequences(stream.endReplay(mark, 2))).toEqual([2]);
    expect(gapOf(stream)).toEqual({ hasGap: true, isHolding: true });
    expect(sequences(stream.endReplay(mark, 5))).toEqual([5]);
    expect(gapOf(stream)).toEqual({ hasGap: false, isHolding: false });

    const released = shown(...several(0, 2));
    const earlier = released.beginReplay();
    released.take(several(5));
    released.release();
    released.endReplay(earlier, 2);
    expect([released.hasGap, released.replayFrom]).toEqual([true, 2]);
  });

  it('[CH-140] proves that an event of ours does not come back, but not that one to come does not', () => {
    const stream = shown(received(0));
    stream.expectOwn(1);
    stream.take(several(2));
    expect(stream.replayFrom).toBe(0);
    stream.endReplay(stream.beginReplay(), 2);
    expect(stream.replayFrom).toBe(2);
    stream.expectOwn(4);
    stream.endReplay(stream.beginReplay(), 4);
    expect(sequences(stream.take(several(3)))).toEqual([3]);
    expect(sequences(stream.take(several(5)))).toEqual([5]);
  });

  it('[CH-140] proves it although our own event is the last one', () => {
    const stream = shown(received(0));
    stream.expectOwn(1);
    stream.endReplay(stream.beginReplay(), 0);
    stream.take(several(2));
    expect(stream.replayFrom).toBe(2);
  });

  it('[REL-02] marks what is known, or nothing', () => {
    expect(createStream().beginReplay()).toBe(-1);
    expect(shown(...several(0, 1)).beginReplay()).toBe(1);
  });
});

describe('the place of an event of messaging', () => {
  it('[F-DL7] has a time that does not fall as the sequence rises', () => {
    const stream = createStream();
    const at = (sequence: number, serverTimestamp: number | undefined) => received(sequence, { serverTimestamp });
    expect(times(stream.take([at(0, 5_000), at(1, 4_000), at(2, undefined), at(3, 6_000)]))).toEqual([
      5_000, 5_000, 5_000, 6_000,
    ]);
    stream.take([at(5, 9_000)]);
    stream.release();
    expect(times(stream.take([at(4, 12_000)]))).toEqual([9_000]);
    expect(stream.last).toEqual({ atMs: 9_000, sequence: 5 });
    expect(stream.placeOf(4)).toEqual({ order: { atMs: 9_000, sequence: 4 }, timestamp: 12_000 });
    expect(stream.placeOf(2)).toEqual({ order: { atMs: 5_000, sequence: 2 }, timestamp: 5_000 });
    expect(stream.placeOf(6)).toBeUndefined();
  });

  it('[CH-143] is the last one without a number, and without a wait', () => {
    const stream = createStream();
    expect(stream.take([received(undefined)])[0]?.order).toEqual({ atMs: 0, sequence: -1 });
    stream.take(several(0, 2));
    const [typing] = stream.take([received(undefined)]);
    expect(typing).toMatchObject({ order: { atMs: 1_000, sequence: 0 }, restarts: 0, isReplacement: false });
    expect(stream.isHolding).toBe(true);
  });

  it('[F-DL1] has the key of its time at the service, from the moment it is known', () => {
    const stream = createStream();
    stream.take([received(0), received(2), received(3, { serverTimestamp: undefined })]);
    expect([0, 1, 2, 3].map(stream.keyOf)).toEqual(['1000', undefined, '3000', undefined]);
  });

  it('[CH-140][F-DL11] stays when the content changes', () => {
    const stream = shown(...several(0, 1));
    expect(stream.take(several(1))).toEqual([]);
    expect(stream.take([received(1, said('edited'))])).toMatchObject([
      { order: { atMs: 2_000, sequence: 1 }, restarts: 0, isReplacement: true },
    ]);
    expect(stream.take([received(1, said('edited'))])).toEqual([]);
  });
});

describe('events that contradict known ones', () => {
  it.each([
    ['the same event', received(1), false],
    ['an edited event', received(1, said('edited')), false],
    ['another sender', received(1, { originatorId: 'other' }), true],
    ['another time', received(1, { serverTimestamp: 2_001 }), true],
    ['other content without a time', received(1, { ...said('x'), serverTimestamp: undefined }), true],
    ['no number', received(undefined, { originatorId: 'other' }), false],
    ['a new event', received(7), false],
    ['a new event of a node whose clock is far behind', received(4, { serverTimestamp: -60_000 }), false],
    ['a shown event under another number', received(2, { ...said('text 3'), serverTimestamp: 4_000 }), true],
    ['the same receipt from another tab', { ...receipt(2), serverTimestamp: 6_000 }, false],
    ['a late event', received(2), false],
    ['a late event without a time', received(2, { serverTimestamp: undefined }), false],
  ])('[F-DL8] show a restart of the numbering: %s', (_, change, isRestart) => {
    const stream = shown(...several(0, 1, 3), receipt(5));
    stream.take(several(6));
    expect(stream.contradicts([received(0), change])).toBe(isRestart);
  });

  it('[F-DL8] are not equal texts without a time', () => {
    const stream = shown(received(0, { ...said('same'), serverTimestamp: undefined }));
    stream.take([received(4, { ...said('same'), serverTimestamp: undefined })]);
    expect(stream.contradicts([received(2, { ...said('same'), serverTimestamp: undefined })])).toBe(false);
  });
});

describe('events after a restart of the numbering', () => {
  const again = (sequence: number, earlier: number) =>
    received(sequence, { ...said(`text ${earlier}`), serverTimestamp: 1_000 * (earlier + 1) });

  it('[CH-140][F-DL8] are not shown again, and new ones come after all earlier ones', () => {
    const before = shown(...several(0, 1, 4));
    const stream = createStream(before.conclude());
    expect(stream.last).toEqual({ atMs: 5_000, sequence: 4 });
    expect(stream.take([again(0, 1), again(1, 4)])).toEqual([]);
    // The clock of the new node is behind.
    expect(stream.take([received(2, { ...said('new'), serverTimestamp: 3_000 })])).toMatchObject([
      { restarts: 1, order: { atMs: 5_000, sequence: 7 } },
    ]);
    const third = createStream(stream.conclude());
    expect(third.take([again(0, 0)])).toEqual([]);
    expect(third.take([received(1, { ...said('newer'), serverTimestamp: 9_000 })])).toMatchObject([
      { restarts: 2, order: { atMs: 9_000, sequence: 9 } },
    ]);
  });

  it('[F-DL8] are shown once, although one was held when it came under its new number', () => {
    const stream = shown(...several(0, 1, 3));
    stream.take(several(6));
    expect(sequences([...stream.take([again(4, 6)]), ...stream.release()])).toEqual([4]);
  });

  it('[F-DL8] are new without a time, because equal texts cannot be told apart', () => {
    const before = shown(received(0, { ...said('same'), serverTimestamp: undefined }));
    const stream = createStream(before.conclude());
    expect(sequences(stream.take([received(0, { ...said('same'), serverTimestamp: undefined })]))).toEqual([0]);
  });
});
