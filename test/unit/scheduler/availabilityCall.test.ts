import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, vi } from 'vitest';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createAvailabilityCall } from '../../../frame/scheduler/availabilityCall.ts';
import { slotsPerTask } from '../../../frame/scheduler/limits.ts';
import type { Availability } from '../../../frame/scheduler/records.ts';
import { createState } from '../../../frame/scheduler/state.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeLog } from '../../support/fakeLog.ts';

const zone = 'America/New_York';
/** Slots of 1 min from the given time on. */
const slotsFrom = (text: string, count: number): readonly Availability[] => [
  {
    date: '',
    slots: Array.from({ length: count }, (_, at) => {
      const time = (minute: number) => new Date(Date.parse(text) + minute * 60_000).toISOString();
      return { startDateTime: time(at), endDateTime: time(at + 1), timezone: zone, expertId: '' };
    }),
  },
];

function setUp() {
  const clock = createFakeClock(Date.parse('2026-11-23T14:00:00Z'));
  const log = createFakeLog();
  const lifetime = createLifetime();
  const state = createState();
  const shown: number[] = [];
  const prepare = vi.fn();
  const call = createAvailabilityCall(
    { clock, log, lifetime },
    state,
    prepare,
    () => '',
    ({ startMs }) => startMs > clock.now(),
  );
  const ask = (
    answer: (signal: AbortSignal) => Promise<readonly Availability[]>,
    T: typeof Temporal | undefined = Temporal,
  ) => call(T, zone, answer, (_, slots) => void shown.push(slots.length));
  return { clock, log, lifetime, state, shown, prepare, ask };
}

describe('a call for times', () => {
  it('[SC-064][F-SC8] shows those that start later than now', async () => {
    const { ask, shown, state } = setUp();
    await ask(async () => slotsFrom('2026-11-23T13:58:00Z', 5));
    expect(shown).toEqual([2]);
    expect(state).toMatchObject({ isAvailabilityPending: false, hasAvailabilityFailed: false });
  });

  it.each([
    [slotsPerTask, 0, 0],
    [slotsPerTask + 1, 3, 1],
  ])('[REL-29] reads %i slots with %i pauses, and prepares what it shows %i times', async (count, pauses, times) => {
    const { ask, shown, prepare, clock } = setUp();
    const after = vi.spyOn(clock, 'after');
    const asked = ask(async () => slotsFrom('2026-11-23T14:30:00Z', count));
    await clock.advance(0);
    await asked;
    expect(shown).toEqual([count]);
    expect(after).toHaveBeenCalledTimes(pauses);
    expect(prepare).toHaveBeenCalledTimes(times);
  });

  it('[SC-062] is pending until the newest answer, which alone is shown', async () => {
    const { ask, shown, state } = setUp();
    let answerFirst = (_: readonly Availability[]): void => {};
    let signal: AbortSignal | undefined;
    const first = ask((given) => {
      signal = given;
      return new Promise((resolve) => {
        answerFirst = resolve;
      });
    });
    expect(state.isAvailabilityPending).toBe(true);
    let answerSecond = (_: readonly Availability[]): void => {};
    const second = ask(() => new Promise((resolve) => (answerSecond = resolve)));
    expect(signal?.aborted).toBe(true);
    answerFirst(slotsFrom('2026-11-23T14:30:00Z', 9));
    await first;
    expect([shown, state.isAvailabilityPending]).toEqual([[], true]);
    answerSecond(slotsFrom('2026-11-23T14:30:00Z', 2));
    await second;
    expect([shown, state.isAvailabilityPending]).toEqual([[2], false]);
  });

  it('[SC-063] that fails says so, unless a newer one has started', async () => {
    const { ask, log, state } = setUp();
    let fail = (_: Error): void => {};
    const old = ask(() => new Promise((_, reject) => (fail = reject)));
    await ask(async () => []);
    fail(new Error('late'));
    await old;
    expect([state.hasAvailabilityFailed, log.warnings]).toEqual([false, []]);
    await ask(() => Promise.reject(new Error('down')));
    expect(state).toMatchObject({ hasAvailabilityFailed: true, isAvailabilityPending: false });
    expect(log.warnings).toEqual(['The available times could not be loaded. (down)']);
  });

  it('shows nothing before the rules of time zones are loaded', async () => {
    const { ask, shown, state } = setUp();
    await ask(async () => slotsFrom('2026-11-23T14:30:00Z', 2), null as never);
    expect([shown, state.isAvailabilityPending]).toEqual([[], false]);
  });
});
