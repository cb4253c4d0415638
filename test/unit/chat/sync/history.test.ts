import { describe, expect, it } from 'vitest';
import { createHistory, type Mark } from '../../../../frame/chat/channels/sync/history.ts';
import { parseChat } from '../../../../frame/chat/channels/sync/wire.ts';

const minute = (minutes: number): string => new Date(Date.UTC(2026, 10, 21, 9, minutes)).toISOString();
const minuteMs = (minutes: number): number => Date.parse(minute(minutes));

type WireEvent = Readonly<Record<string, unknown>>;

/** A line that the agent says at the minute of its number, unless it says otherwise. */
const line = (id: number | string, text = `line ${id}`, minutes = Number(id)): WireEvent => ({
  '@type': 'line',
  '@id': id,
  ...(Number.isFinite(minutes) ? { time: minute(minutes) } : {}),
  text,
  source: 'agent',
});
const state = (id: number | undefined, word: string): WireEvent => ({
  '@type': 'state',
  ...(id === undefined ? {} : { '@id': id, time: minute(id) }),
  state: word,
});

/** An answer of the service: its events, and the number in its `next` link. */
function answer(event: readonly WireEvent[], next?: number) {
  const link = next === undefined ? [] : { rel: 'next', href: `https://services.example/chat?from=${next}` };
  return parseChat({ chat: { events: { event }, link } });
}
const partOf = (event: readonly WireEvent[], next?: number) => ({ ...answer(event, next), isWhole: false });
const wholeOf = (event: readonly WireEvent[], next?: number) => ({ ...answer(event, next), isWhole: true });

type History = ReturnType<typeof createHistory>;
type Taken = ReturnType<History['take']>;

const sequencesOf = ({ lines }: Taken) => lines.map(({ line, sequence }) => [line.text, sequence]);
const textsOf = ({ lines }: Taken) => lines.map(({ line }) => line.text);

/** The history of a chat that goes on from the mark of an earlier page, if there is one. */
function historyFrom(mark: Mark | undefined): History {
  const history = createHistory();
  history.begin(mark);
  return history;
}

/** A chat whose lines 0 to 2 are known. */
function knownChat(mark?: Mark): History {
  const history = historyFrom(mark);
  history.take(wholeOf([line(0), line(1), line(2)], 3));
  return history;
}

describe('the history of a live chat', () => {
  it('[REL-13] has nothing before the first event', () => {
    const history = createHistory();
    expect([history.mark, history.lastNumber, history.lastSequence]).toEqual([undefined, -1, -1]);
    expect(history.isDoubtful(answer([], 0), false)).toBe(false);
    expect(history.take(wholeOf([]))).toEqual({ lines: [], isStale: false, state: undefined });
  });

  it('[REL-13] takes each line once, under its number', () => {
    const history = createHistory();
    const first = history.take(wholeOf([line(0), line(1)], 2));
    expect(sequencesOf(first)).toEqual([
      ['line 0', 0],
      ['line 1', 1],
    ]);
    expect(first.lines.map(({ isEarlier }) => isEarlier)).toEqual([false, false]);
    const [taken] = history.take(partOf([line(1), line(2)], 3)).lines;
    expect(taken).toMatchObject({ sequence: 2, timeMs: minuteMs(2), isEarlier: false, isRenumbered: false });
    expect(history.take(partOf([line(2)], 3)).lines).toEqual([]);
    expect(history.mark).toEqual({ number: 2, sequence: 2, timeMs: minuteMs(2) });
    expect([history.lastNumber, history.lastSequence]).toEqual([2, 2]);
  });

  it('[CH-120] has the state of the last new event, and of no event that is known', () => {
    const history = createHistory();
    const events = [state(0, 'waiting'), line(1), state(2, 'chatting'), line(3)];
    expect(history.take(wholeOf(events)).state).toBe('chatting');
    expect(history.take(wholeOf(events)).state).toBeUndefined();
    expect(history.take(partOf([...events, state(4, 'ended')])).state).toBe('ended');
  });

  it('[CH-120] has the last state of events without a number, whenever it arrives', () => {
    const history = createHistory();
    const events = [state(undefined, 'waiting'), state(undefined, 'chatting'), line(0)];
    expect(history.take(wholeOf(events)).state).toBe('chatting');
    expect(history.take(wholeOf(events)).state).toBe('chatting');
    expect(history.lastNumber).toBe(0);
  });

  it('[REL-13] counts events whose ids are no numbers by the places in which they arrive', () => {
    const history = createHistory();
    expect(sequencesOf(history.take(wholeOf([line('a'), line('b')])))).toEqual([
      ['line a', 0],
      ['line b', 1],
    ]);
    expect(sequencesOf(history.take(partOf([line('b'), line('c')])))).toEqual([['line c', 2]]);
    expect(history.take(wholeOf([line('a'), line('b'), line('c')])).lines).toEqual([]);
    expect(sequencesOf(history.take(wholeOf([line('x'), line('a')])))).toEqual([['line x', 3]]);
    expect(sequencesOf(history.take(partOf([line('a'), line('y')])))).toEqual([['line y', 5]]);
  });

  describe('is in doubt about an answer', () => {
    it.each([
      ['starts with the last event', [line(2), line(3)], 4, true, false],
      ['has only the last event', [line(2)], 3, true, false],
      ['does not have the last event that was asked for', [line(3)], 4, true, true],
      ['is empty where the last event was asked for', [], 3, true, true],
      ['has the next event', [line(3)], 4, false, false],
      ['is empty', [], 3, false, false],
      ['has no next link', [line(3)], undefined, false, false],
      ['starts too late', [line(4)], 5, false, true],
      ['leaves a number out', [line(3), line(5)], 6, false, true],
      ['has its events twice', [line(2), line(2), line(3), line(3)], 4, false, false],
      ['leaves out the last numbers before its next link', [line(3)], 6, false, true],
      ['has no event, and a later next link', [], 4, false, true],
      ['has an earlier next link', [line(2)], 2, false, true],
      ['has another text under a known number', [line(2, 'other')], 3, false, true],
      ['has another time under a known number', [line(2, 'line 2', 7)], 3, false, true],
      ['has known words at a known time under a new number', [line(3, 'line 1', 1)], 4, false, true],
      ['has known words at another time under a new number', [line(3, 'line 1', 3)], 4, false, false],
    ] as const)('[F-DL8][REL-15] that %s', (_, events, next, overlaps, isDoubtful) => {
      expect(knownChat().isDoubtful(answer(events, next), overlaps)).toBe(isDoubtful);
    });

    it('[REL-15] not for numbers that were hidden in the whole chat already', () => {
      const history = createHistory();
      history.take(wholeOf([line(0)], 5));
      expect(history.isDoubtful(answer([line(0)], 5), true)).toBe(false);
      expect(history.isDoubtful(answer([line(0)], 6), true)).toBe(true);
    });
  });

  it('[REL-14] does not take the state of a server that lags behind, and still knows where it was', () => {
    const history = knownChat();
    const behind = wholeOf([line(0), line(1)], 2);
    expect(history.take(behind)).toEqual({ lines: [], isStale: true, state: undefined });
    expect(history.isDoubtful(behind, false)).toBe(true);
    expect(history.lastNumber).toBe(2);
    expect(history.take(partOf([line(2), line(3)], 4)).isStale).toBe(false);
  });

  it('[REL-14] takes a line that only the server behind has, and no more', () => {
    const taken = knownChat().take(partOf([line(1), line(2), line(3)], 2));
    expect([sequencesOf(taken), taken.isStale]).toEqual([[['line 3', 3]], true]);
  });

  describe('when the service restarts its numbering', () => {
    it.each([
      ['another text', [line(0, 'new')]],
      ['another time', [line(0, 'line 0', 30)]],
    ])('[F-DL8] notices it by %s under a known number', (_, events) => {
      const history = knownChat();
      const taken = history.take(wholeOf(events, 1));
      expect(taken.lines.map(({ sequence }) => sequence)).toEqual([3]);
      expect(taken.isStale).toBe(false);
      expect(history.mark).toMatchObject({ number: 0, sequence: 3 });
      expect([history.lastNumber, history.lastSequence]).toEqual([0, 3]);
    });

    it('[F-DL8] notices it by a whole chat without known numbers', () => {
      const history = knownChat();
      expect(sequencesOf(history.take(wholeOf([line(7)], 8)))).toEqual([['line 7', 10]]);
    });

    it('[F-DL8] notices it by a whole chat that is shorter and has a new line', () => {
      const taken = knownChat().take(wholeOf([line(0), line(7)], 2));
      expect([sequencesOf(taken), taken.isStale]).toEqual([[['line 7', 10]], false]);
    });

    it('[F-DL8] does not take new events alone for a restart', () => {
      expect(sequencesOf(knownChat().take(partOf([line(7)], 8)))).toEqual([['line 7', 7]]);
    });

    it('[F-DL8] does not take a whole chat that goes on for a restart', () => {
      const events = [line(0), line(1), line(2), line(3)];
      expect(sequencesOf(knownChat().take(wholeOf(events, 4)))).toEqual([['line 3', 3]]);
    });

    it('[F-DL8] takes as many copies of a line as are new', () => {
      const history = createHistory();
      const copy = (id: number) => line(id, 'Yes', 0);
      history.take(wholeOf([copy(0), copy(1), line(2, 'No', 0)], 3));
      const restarted = history.take(wholeOf([line(0, 'No', 0), copy(1), copy(2), copy(3), line(4, 'No', 0)], 5));
      expect(sequencesOf(restarted)).toEqual([
        ['Yes', 6],
        ['No', 7],
      ]);
      const again = history.take(wholeOf([copy(0), copy(1), copy(2), copy(3)], 4));
      expect(sequencesOf(again)).toEqual([['Yes', 11]]);
    });

    it('[F-DL8] goes on in the new numbering', () => {
      const history = knownChat();
      history.take(wholeOf([line(0, 'new', 10)], 1));
      expect(history.isDoubtful(answer([line(0, 'new', 10), line(1, 'newer', 11)], 2), true)).toBe(false);
      expect(sequencesOf(history.take(partOf([line(0, 'new', 10), line(1, 'newer', 11)], 2)))).toEqual([['newer', 4]]);
      expect(history.isDoubtful(answer([], 1), false)).toBe(true);
    });

    it('[F-DL8] forgets the places of ids that are no numbers', () => {
      const history = createHistory();
      history.take(wholeOf([line('a'), line('b')]));
      history.take(wholeOf([line('c')]));
      expect(sequencesOf(history.take(wholeOf([line('c'), line('a', 'said again')])))).toEqual([['said again', 3]]);
    });
  });

  describe('after a reload', () => {
    const mark = { number: 1, sequence: 4, timeMs: minuteMs(1) };

    it('[CH-131] is where the page before was', () => {
      const history = historyFrom(mark);
      expect(history.mark).toEqual(mark);
      expect([history.lastNumber, history.lastSequence]).toEqual([1, 4]);
    });

    it('[CH-131] takes what that page has announced as earlier, and the rest as new', () => {
      const { lines } = historyFrom(mark).take(wholeOf([line(0), line(1), line(2)], 3));
      expect(lines.map(({ sequence, isEarlier, isRenumbered }) => [sequence, isEarlier, isRenumbered])).toEqual([
        [3, true, false],
        [4, true, false],
        [5, false, false],
      ]);
    });

    it('[CH-131][F-DL8] recognises a restart by the time of the last event', () => {
      const events = [line(0, 'one', 0), line(1, 'two', 2), line(2, 'three', 1), line(3, 'four', Number.NaN)];
      const { lines } = historyFrom(mark).take(wholeOf(events, 4));
      expect(lines.map(({ sequence, isEarlier, isRenumbered }) => [sequence, isEarlier, isRenumbered])).toEqual([
        [5, true, true],
        [6, false, false],
        [7, true, true],
        [8, false, false],
      ]);
    });

    it('[CH-131][F-DL8] takes the lines of a later restart as new', () => {
      const history = historyFrom(mark);
      history.take(wholeOf([line(0), line(1)], 2));
      const { lines } = history.take(wholeOf([line(0, 'late', 0)], 1));
      expect(lines).toEqual([expect.objectContaining({ sequence: 5, isEarlier: false, isRenumbered: false })]);
    });

    it('[CH-131][F-DL8] takes the lines of a restart as new if the last event had no time', () => {
      const history = historyFrom({ number: 1, sequence: 4 });
      const { lines } = history.take(wholeOf([line(0), line(1)], 2));
      expect(lines.map(({ isEarlier, isRenumbered }) => [isEarlier, isRenumbered])).toEqual([
        [false, false],
        [false, false],
      ]);
    });
  });

  it('[REL-13] takes one event of two with the same number', () => {
    expect(textsOf(createHistory().take(wholeOf([line(0), line(0)], 1)))).toEqual(['line 0']);
  });
});
