import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../frame/chat/conversation.ts';
import { toMessage } from '../../../frame/chat/messages/messageLog.ts';
import {
  newestAnswerLength,
  readingOffsetPx,
  restingTopPx,
  scrollOffsetPx,
} from '../../../frame/chat/views/useChatScroll.ts';

const at = (timestamp: number, type: Message['type'] = 'bot'): Message =>
  toMessage({ id: `${timestamp}`, type, timestamp }, undefined, 0);

describe('the newest answer', () => {
  it.each<[string, Message[], number]>([
    ['nothing in an empty conversation', [], 0],
    ['nothing after a text of the visitor', [at(1), at(2, 'visitor')], 0],
    ['all blocks since the visitor', [at(1), at(2, 'visitor'), at(500), at(1_000, 'system'), at(2_000)], 3],
    ['only what came after a long pause', [at(0, 'agent'), at(60_000, 'agent'), at(61_000, 'agent')], 2],
    ['all blocks with pauses of 3 s at most', [at(0, 'visitor'), at(500), at(3_500), at(6_500)], 3],
    ['all of a conversation that begins with it', [at(1, 'system'), at(1, 'system'), at(1_001)], 3],
  ])('[CH-091][F-CH16] is %s', (_, messages, length) => {
    expect(newestAnswerLength(messages)).toBe(length);
  });
});

describe('the slow scroll', () => {
  it('[SH-051] begins after 1 s in a new conversation, and after 3 s later', () => {
    expect(readingOffsetPx(1_000, true)).toBe(0);
    expect(readingOffsetPx(3_000, false)).toBe(0);
    expect(readingOffsetPx(1_100, true)).toBeCloseTo(4);
    expect(readingOffsetPx(3_100, false)).toBeCloseTo(4);
  });

  it('[SH-051] moves 40 px in a second', () => {
    expect(readingOffsetPx(6_000, true) - readingOffsetPx(5_000, true)).toBeCloseTo(40);
  });
});

describe('a short scroll', () => {
  it('[SH-051] begins fast, and ends at its goal after 150 ms', () => {
    const places = [-50, 0, 75, 150, 400].map((elapsedMs) => scrollOffsetPx(elapsedMs, 200));
    expect(places).toEqual([0, 0, 175, 200, 200]);
  });
});

describe('the resting place of the list', () => {
  it('[SH-051][F-CH16] is the end, or the start of an answer that is taller than the list', () => {
    expect(restingTopPx({ topPx: 100, endPx: 300, startsPx: [] })).toBe(300);
    expect(restingTopPx({ topPx: 100, endPx: 300, startsPx: [400] })).toBe(300);
    expect(restingTopPx({ topPx: 100, endPx: 300, startsPx: [208, 260] })).toBe(200);
    expect(restingTopPx({ topPx: 201, endPx: 300, startsPx: [208, 260] })).toBe(201);
  });

  it('[SH-051][F-CH16] is the end again once the start has been scrolled away', () => {
    expect(restingTopPx({ topPx: 250, endPx: 300, startsPx: [208] })).toBe(300);
  });

  it('[SH-051][F-CH16] never moves back, and hides no start of the answer that was in view', () => {
    const place = fc
      .record({
        topPx: fc.integer({ min: 0, max: 5_000 }),
        awayPx: fc.integer({ min: 0, max: 5_000 }),
        startsPx: fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 6 }),
      })
      .map(({ topPx, awayPx, startsPx }) => ({
        topPx,
        endPx: topPx + awayPx,
        startsPx: startsPx.sort((one, other) => one - other),
      }));
    fc.assert(
      fc.property(place, ({ topPx, endPx, startsPx }) => {
        const restPx = restingTopPx({ topPx, endPx, startsPx });
        expect(restPx).toBeGreaterThanOrEqual(topPx);
        expect(restPx).toBeLessThanOrEqual(endPx);
        // A start that is cut by a rounded pixel is in view.
        const unread = startsPx.filter((startPx) => startPx - 8 >= topPx - 1);
        if (unread[0] !== undefined) expect(unread[0]).toBeGreaterThanOrEqual(restPx);
        else expect(restPx).toBe(endPx);
        // It rests: another look at the same list does not move it.
        expect(restingTopPx({ topPx: restPx, endPx, startsPx })).toBe(restPx);
      }),
      { numRuns: 1_000 },
    );
  });
});
