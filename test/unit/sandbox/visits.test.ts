import { describe, expect, it } from 'vitest';
import { createVisits } from '../../sandbox/live/visits.ts';

const page = 'https://www.northwind.example/cloud';
const startedAt = 1_000;

/** Two visitors on one page. Both have talked to the bot; `second` was the last to do so. */
function twoVisitors(first: string | undefined, second: string | undefined) {
  const visits = createVisits({ now: () => startedAt });
  visits.askedBot('talk-1', first ?? '', 'My invoice is wrong', ['Which one?']);
  visits.askedBot('talk-2', second ?? '', 'What does it cost?', ['Ten a month.']);
  const earlierOf = (visitor: string) =>
    visits.of({ session: `of-${visitor}`, visitor, startedAt }).earlier.map(({ text }) => text);
  return { visits, earlierOf };
}

describe('the talk with the bot that an agent sees', () => {
  it('[F-CH17] is the visitor’s own, in messaging and in live chat', () => {
    const { visits, earlierOf } = twoVisitors('ada', 'ben');
    visits.reported({ consumerId: 'c-1', customerInfo: { customerId: 'ada' }, entryPoints: [page] });
    visits.engaged('visitor-1', {
      engagementAttributes: [
        { type: 'ctmrinfo', info: { customerId: 'ben', loginStatus: 1 } },
        { type: 'ctmrinfo', info: { chatStartUrl: page, role: 'buyer' } },
      ],
    });
    expect(earlierOf('c-1')).toEqual(['My invoice is wrong', 'Which one?']);
    expect(earlierOf('visitor-1')).toEqual(['What does it cost?', 'Ten a month.']);
    expect(visits.of({ session: '1', visitor: 'visitor-1', startedAt })).toMatchObject({
      name: 'ben',
      role: 'buyer',
      page,
    });
  });

  it('[F-CH17] is none of a guest’s, because no id tells guests apart', () => {
    const { visits, earlierOf } = twoVisitors(undefined, 'ben');
    visits.reported({ consumerId: 'guest-1', customerInfo: {}, entryPoints: [page] });
    visits.engaged('visitor-1', {
      engagementAttributes: [{ type: 'ctmrinfo', info: { customerId: '', chatStartUrl: page } }],
    });
    expect([earlierOf('guest-1'), earlierOf('visitor-1'), earlierOf('unknown')]).toEqual([[], [], []]);
  });

  it('[F-CH29] is a guest’s own if the bot knows the session with the agent', () => {
    const { visits, earlierOf } = twoVisitors(undefined, undefined);
    visits.linked('talk-1', 'of-guest-1');
    visits.linked('talk-2', 'of-guest-2');
    expect(earlierOf('guest-1')).toEqual(['My invoice is wrong', 'Which one?']);
    expect(earlierOf('guest-2')).toEqual(['What does it cost?', 'Ten a month.']);
    expect(earlierOf('guest-3')).toEqual([]);
    visits.forget({ subjects: new Set(), conversations: new Set(['talk-1']) });
    expect(earlierOf('guest-1')).toEqual([]);
  });

  it('[F-CH17] is no longer that of a user who has left the visitor’s browser', () => {
    const { visits, earlierOf } = twoVisitors('ada', 'ben');
    visits.reported({ consumerId: 'c-1', customerInfo: { customerId: 'ada' }, entryPoints: [page] });
    visits.reported({ consumerId: 'c-1', customerInfo: {}, entryPoints: [page] });
    expect(earlierOf('c-1')).toEqual([]);
  });
});
