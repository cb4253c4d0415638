import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextProactiveStep, parseProactiveRecord } from '../../../frame/outreach/proactiveRecord.ts';
import recorded from '../../golden/outreach/recordedCookies.json';

const now = Date.UTC(2026, 10, 21, 9);
const step = (state: number, at = now) =>
  nextProactiveStep({ type: 'proactiveInvite', state }, at, 55_000, 'proactiveInvite');

describe('the proactive record', () => {
  it('[SH-118] parses cookies recorded on real pages', () => {
    for (const { raw, decoded } of recorded.proactive) {
      const text = decodeURIComponent(raw.slice(raw.indexOf('=') + 1));
      expect(parseProactiveRecord(JSON.parse(text))).toEqual(decoded);
      expect(JSON.stringify(parseProactiveRecord(JSON.parse(text)))).toBe(text);
    }
  });

  it.each([
    ['nothing', undefined],
    ['a string', 'opened'],
    ['an array', [1]],
    ['an empty object', {}],
  ])('is undefined for %s', (_, value) => {
    expect(parseProactiveRecord(value)).toBeUndefined();
  });

  it.each([['closed'], [null], [Number.NaN], [undefined], ['1700000000000']])(
    '[SH-118] has no start time if the state is %s, so that nothing is shown',
    (state) => {
      expect(parseProactiveRecord({ type: 'proactiveInvite', state })).toEqual({ type: 'proactiveInvite', state: 0 });
    },
  );

  it('is an invitation if the type is unknown', () => {
    expect(parseProactiveRecord({ type: 'x', state: 5 })).toEqual({ type: 'proactiveInvite', state: 5 });
  });
});

describe('the next step', () => {
  it('[SH-115][CH-185] is to begin with the type and the current time if there is no cookie', () => {
    expect(nextProactiveStep(undefined, now, 55_000, 'botWelcomeMessage')).toEqual({
      step: 'begin',
      record: { type: 'botWelcomeMessage', state: now },
    });
  });

  it.each([
    [0, 'wait', 55_000],
    [44_999, 'wait', 10_001],
    [45_000, 'wait', 10_000],
    [46_000, 'prepare', 9_000],
    [50_000, 'prepare', 5_000],
    [54_999, 'prepare', 1],
  ])('[SH-116][CH-185] %i ms after the start is to %s with %i ms left', (sinceMs, name, leftMs) => {
    expect(step(now - sinceMs)).toEqual({ step: name, leftMs });
  });

  it.each([55_000, 56_000, 86_400_000])('is due %i ms after the start', (sinceMs) => {
    expect(step(now - sinceMs)).toEqual({ step: 'due' });
  });

  it('[SH-118][CH-185] is to stop at zero and to write opened', () => {
    expect(step(0)).toEqual({ step: 'stop', record: { type: 'proactiveInvite', state: -1 } });
  });

  it.each([-2, -3, -4, -99])('[SH-118][CH-185] is to stop at the marker %i and to write opened', (state) => {
    expect(step(state)).toEqual({ step: 'stop', record: { type: 'proactiveInvite', state: -1 } });
  });

  it('is to stop at opened without writing it again', () => {
    expect(step(-1)).toEqual({ step: 'stop', record: undefined });
  });

  it('is to begin again, with the same type, if the clock was set back', () => {
    expect(
      nextProactiveStep({ type: 'botWelcomeMessage', state: now + 60_000 }, now, 55_000, 'proactiveInvite'),
    ).toEqual({ step: 'begin', record: { type: 'botWelcomeMessage', state: now } });
  });

  it('is never more than the pop-up time away, whatever the cookie contains', () => {
    fc.assert(
      fc.property(fc.anything(), fc.integer({ min: 0, max: 2 ** 42 }), (cookie, at) => {
        const next = nextProactiveStep(parseProactiveRecord(cookie), at, 55_000, 'proactiveInvite');
        if (next.step === 'wait' || next.step === 'prepare') {
          expect(next.leftMs).toBeGreaterThan(0);
          expect(next.leftMs).toBeLessThanOrEqual(60_000);
        }
      }),
    );
  });
});
