import { describe, expect, it } from 'vitest';
import { bubbleId, createTimes, turnIdOf } from '../../../../frame/chat/channels/bot/turns.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';

describe('the times of the messages of a bot', () => {
  function setUp() {
    const clock = createFakeClock(10_000);
    return { times: createTimes(clock), clock };
  }

  it('[CH-042] are the present for messages of no turn, and never fall', () => {
    const { times, clock } = setUp();
    expect([times.next(), times.next()]).toEqual([10_000, 10_001]);
    clock.jump(10_000);
    expect(times.next()).toBe(20_000);
    clock.jump(-20_000);
    expect(times.next()).toBe(20_001);
  });

  it('[CH-042] come after all shown messages for a turn that no history has', () => {
    const { times } = setUp();
    expect(times.of('a', 12_000)).toBe(12_000);
    expect(times.of('b', 5_000)).toBe(12_001);
    expect(times.of('c')).toBe(12_002);
    times.setOrder(['a', 'b']);
    expect(times.of('d', 0)).toBe(12_003);
  });

  it('[CH-042] stay between those of the turns before and after', () => {
    const { times } = setUp();
    times.setOrder(['a', 'b', 'c', 'd']);
    expect(times.of('a', 1_000)).toBe(1_000);
    expect(times.of('a', 2_000)).toBe(2_000);
    expect(times.of('d', 5_000)).toBe(5_000);
    expect(times.of('d', 6_000)).toBe(6_000);
    expect(times.of('b', 3_000)).toBe(3_000);
    expect(times.of('b', 1_500)).toBe(3_000);
    expect(times.of('c', 9_000)).toBe(4_999);
    expect(times.of('b', 9_000)).toBe(4_998);
    expect(times.of('a', 0)).toBe(2_000);
  });
});

describe('the id of a bubble', () => {
  it.each(['a', 'a__7', 'a__7b'])('has the id of its turn %s', (turnId) => {
    expect(turnIdOf(bubbleId(turnId, 12))).toBe(turnId);
    expect(turnIdOf(bubbleId(turnId, 0))).toBe(turnId);
  });
});
