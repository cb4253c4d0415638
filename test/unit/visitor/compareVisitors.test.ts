import { describe, expect, it } from 'vitest';
import { compareVisitors, type NamedVisitor } from '../../../frame/visitor/compareVisitors.ts';
import { markOf } from '../../../frame/visitor/visitorMark.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { createFakeBrowser } from '../../support/fakeStorage.ts';
import { load } from '../../support/visitorTabs.ts';

const flags = [undefined, true, false];
const values = [undefined, 'a', 'b'];
/** Everything that a page can say with two values of each field: 81 visitors, 6,561 pairs. */
const visitors: readonly NamedVisitor[] = flags.flatMap((signedin) =>
  values.flatMap((iui) =>
    values.flatMap((userId) => values.map((firstName) => ({ signedin, iui, userId, firstName }))),
  ),
);
const pairs = visitors.flatMap((before) => visitors.map((now) => [before, now] as const));

describe('the comparison of two visitors', () => {
  it('[CH-014] has one answer for all 6,561 pairs: with hashes, and on a page with a chat, without one and on the next page', async () => {
    expect(pairs).toHaveLength(6_561);
    const disagreements: unknown[] = [];
    for (const [before, now] of pairs) {
      const match = compareVisitors(before, now);
      if (compareVisitors(markOf(before, 'salt'), markOf(now, 'salt')) !== match) disagreements.push([before, now]);
      const clock = createFakeClock();
      const browser = createFakeBrowser();
      const chat = load(browser, before, { clock });
      const plain = load(createFakeBrowser(), before, { clock, isKept: false });
      const refused = load(createFakeBrowser(), before, { clock, isAllowed: () => false });
      const epoch = chat.watch.epoch;
      const pages = [chat, plain, refused];
      for (const page of pages) page.say(now);
      await clock.advance(10_000);
      const hasLeft = pages.map((page) => page.departures() > 0);
      const nextBrowser = createFakeBrowser();
      const earlier = load(nextBrowser, before, { clock });
      const earlierEpoch = earlier.watch.epoch;
      earlier.leave();
      const next = load(nextBrowser, now, { clock, session: earlier.session });
      await clock.advance(10_000);
      const answers = [...hasLeft, chat.watch.epoch !== epoch || hasLeft[0], next.watch.epoch !== earlierEpoch];
      const expected = match === 'other' || match === 'unknown';
      if (answers.some((answer) => answer !== expected)) disagreements.push([before, now, match, answers]);
      for (const page of [...pages, next]) page.leave();
    }
    expect(disagreements.slice(0, 5)).toEqual([]);
  }, 120_000);

  it('finds every visitor the same as themselves', () => {
    expect(visitors.filter((visitor) => compareVisitors(visitor, visitor) !== 'same')).toEqual([]);
  });

  it.each([
    [{}, { userId: 'a' }, 'signsIn'],
    [{ signedin: false }, { signedin: true, firstName: 'Ann' }, 'signsIn'],
    [{ userId: 'a' }, { userId: 'a', iui: 'x' }, 'same'],
    [{ userId: 'a', iui: 'x' }, { iui: 'x' }, 'same'],
    [{ userId: 'a' }, { iui: 'x' }, 'unknown'],
    [{ userId: 'a' }, { userId: 'b' }, 'other'],
    [{ iui: 'x', userId: 'a' }, { iui: 'y', userId: 'a' }, 'other'],
    [{ userId: 'a' }, {}, 'unknown'],
    [{ userId: 'a', signedin: true }, { userId: 'a', signedin: false }, 'other'],
    [{ userId: 'a' }, { userId: 'a', signedin: false }, 'other'],
    [{ userId: 'a', signedin: true }, { userId: 'a' }, 'same'],
    [{ userId: 'a', signedin: false }, { userId: 'b', signedin: true }, 'signsIn'],
    [{ userId: 'a', signedin: false }, { userId: 'b', signedin: false }, 'same'],
    [{ firstName: 'Ann' }, { firstName: 'Bob' }, 'other'],
    [{ firstName: 'Ann' }, {}, 'unknown'],
    [{ firstName: 'Ann', lastName: 'Lee' }, { firstName: 'Ann', lastName: 'Roe' }, 'other'],
    [{ firstName: 'Ann', lastName: 'Lee', email: 'a@b.example' }, { firstName: 'Ann', email: 'b@b.example' }, 'same'],
    [{ email: 'a@b.exmple' }, { email: 'a@b.example' }, 'same'],
    [
      { signedin: true, firstName: 'Ann', email: 'a@b.example' },
      { signedin: true, firstName: 'Ann', email: 'b@b.example' },
      'other',
    ],
    [{ firstName: 'Ann' }, { firstName: 'Ann', lastName: 'Lee', email: 'a@b.example' }, 'same'],
    [{ iui: 'x', lastName: 'Lee', email: 'a@b.example' }, { iui: 'x', lastName: 'Roe' }, 'same'],
    [{ userId: 'a', firstName: 'Ada' }, { userId: 'a', firstName: 'Adele' }, 'same'],
    [{ userId: 'a', firstName: 'Ada' }, { userId: 'b', firstName: 'Ada' }, 'other'],
    [{ userId: 'a', firstName: 'Ada' }, { iui: 'x', firstName: 'Bob' }, 'other'],
    [{ signedin: true, firstName: 'Ann' }, { signedin: true }, 'unknown'],
    [{ signedin: true, firstName: 'Ann' }, { signedin: true, iui: 'x' }, 'same'],
  ] as const)('[SH-106] after %j comes %j: %s', (before, now, match) => {
    expect(compareVisitors(before, now)).toBe(match);
  });
});
