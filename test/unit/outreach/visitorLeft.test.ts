import { describe, expect, it } from 'vitest';
import { settle } from '../../support/fakeClock.ts';
import { type OutreachFacts, startOutreach, startOutreachAfter } from '../../support/fakeOutreach.ts';
// Outreach downloads this module on demand. Imported up front, so that only the fake clock matters.
import '../../../frame/outreach/nurture.ts';

const ann = { firstName: 'Ann', user: { userId: 'ann', signedin: true } };
const guest = { firstName: undefined, user: { signedin: false } };
const note = (bodyText: string) => ({ type: 'note', headingText: 'Hello [name]', bodyText });

type Page = ReturnType<typeof startOutreach>;

/** The page names somebody else, as `compose/outreach.ts` learns it. */
function becomes({ facts, outreach }: Page, visitor: Partial<OutreachFacts>): void {
  Object.assign(facts, visitor);
  outreach.visitorLeft();
}

const shown = (page: Page): string => JSON.stringify(page.card() ?? null);

describe('cards of a visitor who leaves', () => {
  it('[SH-134][CH-014] the pop-up disappears at once and without an outcome', async () => {
    const page = startOutreachAfter(54_000, { facts: { ...ann, headline: 'Hello [name]' } });
    await page.clock.advance(1_000);
    expect(shown(page)).toContain('Hello Ann');
    becomes(page, guest);
    expect(page.card()).toBeUndefined();
    await page.clock.advance(300_000);
    expect(page.card()).toBeUndefined();
    expect(page.outcomes()).toEqual([]);
  });

  it.each([
    ['signs out', guest],
    ['is replaced by another', { firstName: 'Bob', user: { userId: 'bob', signedin: true } }],
    ['is replaced by another of the same name', { firstName: 'Ann', user: { userId: 'ann-2', signedin: true } }],
  ])('[SH-134][CH-014] notifications disappear, those that wait as well, when a visitor %s', async (_, next) => {
    const page = startOutreach({ deployment: { proactive: false }, facts: ann });
    await page.outreach.notify(note('first'));
    await page.outreach.notify(note('second'));
    await settle();
    expect(shown(page)).toContain('Hello Ann');
    becomes(page, next);
    await settle();
    expect(page.card()).toBeUndefined();
    await page.outreach.notify(note('third'));
    await settle();
    expect(shown(page)).toContain('third');
  });

  it('[SH-117][CH-014] the bot’s welcome for one visitor is not shown to another', async () => {
    let welcomes = 0;
    const welcome = async () => {
      welcomes += 1;
      return { text: `Welcome number ${welcomes}`, action: 'CHAT' as const };
    };
    const page = startOutreachAfter(50_000, { facts: { ...ann, isBot: true }, welcome });
    await page.clock.advance(1_000);
    expect(welcomes).toBe(1);
    becomes(page, guest);
    await page.clock.advance(10_000);
    expect(shown(page)).toContain('Welcome number 2');
  });

  it('[SH-139][CH-014] an offer that arrives late for one visitor is not shown to another, who gets a new session', async () => {
    const answers: ((answer: unknown) => void)[] = [];
    const page = startOutreach({
      deployment: { proactive: false, offers: { hosts: { prod: ['https://offers.example'] } } },
      facts: ann,
    });
    page.call.on('/getOffersForMultipleIP', () => new Promise((resolve) => answers.push(resolve)));
    await new Promise((resolve) => setImmediate(resolve));
    await page.clock.advance(5_000);
    page.storage.write('cm-offers', { sessionID: 'session-of-ann' });
    becomes(page, guest);
    const product = {
      nid: 'trial',
      headline: 'For [name]',
      description: 'Try it',
      cta: { cta_label: 'Go', url: 'https://a.example/' },
    };
    answers[0]?.({ sessionID: 'session-of-ann', offersList: [{ offers: [{ treatmentCode: '1', product }] }] });
    await page.clock.advance(5_000);
    expect(page.card()).toBeUndefined();
    expect(JSON.stringify(page.storage.read('cm-offers') ?? null)).not.toContain('ann');
    expect(answers).toHaveLength(2);
  });

  it('[F-AD16][SH-139] a deletion closes the cards, and offers are fetched again without the ids of before', async () => {
    const page = startOutreach({
      deployment: { proactive: false, offers: { hosts: { prod: ['https://offers.example'] } } },
      facts: ann,
    });
    let sessions = 0;
    page.call.on('/getOffersForMultipleIP', () => ({ sessionID: `session-${++sessions}`, offersList: [] }));
    await new Promise((resolve) => setImmediate(resolve));
    await page.outreach.notify(note('first'));
    await page.clock.advance(5_000);
    expect(page.storage.read('cm-offers')).toMatchObject({ sessionID: 'session-1', audienceID: { value: 'id-2' } });
    // As compose/privacy.ts does it.
    page.outreach.visitorLeft();
    page.storage.clear('cm-offers');
    expect(page.card()).toBeUndefined();
    await page.clock.advance(5_000);
    expect(page.call.calls.map(({ body }) => body)).toMatchObject([
      { sessionID: '', audienceID: { value: 'id-2' } },
      { sessionID: '', audienceID: { value: 'id-3' } },
    ]);
    expect(page.storage.read('cm-offers')).toMatchObject({ sessionID: 'session-2', audienceID: { value: 'id-3' } });
  });
});
