// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { createOutreach } from '../../../frame/outreach/outreach.ts';
import { refuse } from '../../support/fakeBackend.ts';
import { settle } from '../../support/fakeClock.ts';
import {
  createFakeOutreach,
  type OutreachSetUp,
  startOutreach,
  startOutreachAfter,
} from '../../support/fakeOutreach.ts';
// Loaded already, so that the clock alone decides.
import '../../../frame/outreach/nurture.ts';

type Page = Awaited<ReturnType<typeof start>>;

/** The visitor's answer, or what a country that came late makes of none. */
function change(page: Pick<Page, 'refused' | 'outreach'>, product: string, isAllowed: boolean): void {
  if (isAllowed) page.refused.delete(product);
  else page.refused.add(product);
  page.outreach.consentChanged();
}

const offers = { proactive: false, offers: { hosts: { prod: ['https://offers.example'] } } };
const answer = {
  sessionID: 'session-1',
  offersList: [
    { offers: [{ treatmentCode: 't1', product: { headline: 'Try it', cta: { cta_label: 'Go', url: '#chat' } } }] },
  ],
};
const rule = { condition: [{ type: 'time', seconds: 3 }], action: [{ type: 'note', bodyText: 'Need a hand?' }] };

async function start(setUp: OutreachSetUp) {
  const fake = createFakeOutreach(setUp);
  fake.call.on('/getOffersForMultipleIP', () => answer);
  fake.call.on('/postEvent', () => undefined);
  const outreach = createOutreach(fake.ports, fake.loadRoom);
  outreach.start();
  const arrive = async (): Promise<void> => {
    await new Promise((done) => setImmediate(done));
    await settle();
  };
  await arrive();
  return { ...fake, outreach, arrive, fetches: () => fake.call.calls.length, card: () => outreach.state.card };
}

describe('consent to be spoken to first', () => {
  it('[SH-111] that comes late begins the count then', async () => {
    const page = startOutreach({ refuses: ['proactive'] });
    await page.clock.advance(20_000);
    expect(page.jar.size).toBe(0);
    change(page, 'proactive', true);
    await page.clock.advance(55_000);
    expect(page.card()).toBeUndefined();
    await page.clock.advance(1_000);
    expect(page.card()).toBeDefined();
  });

  it('[SH-111] that is taken back ends the count and forgets that it had begun', async () => {
    const page = startOutreach();
    await page.clock.advance(50_000);
    expect(page.jar.size).toBe(1);
    change(page, 'proactive', false);
    await page.clock.advance(300_000);
    expect(page.card()).toBeUndefined();
    expect(page.jar.size).toBe(0);
    expect(page.clock.pending).toBe(0);
  });

  it('[SH-111] that was refused before the page loaded forgets an earlier page’s count and block, once', async () => {
    const page = startOutreachAfter(50_000, {
      refuses: ['proactive'],
      session: new Map([['cm-proactive-block', '{"state":-4}']]),
    });
    await page.clock.advance(1);
    expect([page.jar.size, page.session.size]).toEqual([0, 0]);
    page.jar.set('cm-proactive-state', '{"state":1}');
    page.outreach.consentChanged();
    await page.clock.advance(1);
    expect(page.jar.size).toBe(1);
  });

  it('[SH-111] that was refused before the page loaded keeps the mark of a pop-up that was shown', async () => {
    const jar = new Map([['cm-proactive-state', '{"type":"proactiveInvite","state":-1}']]);
    const page = startOutreach({ jar, refuses: ['proactive'] });
    await page.clock.advance(1);
    expect(page.record()).toMatchObject({ state: -1 });
  });

  it('[SH-111] that is taken back takes the pop-up down without an outcome; that it was shown stays known', async () => {
    const page = startOutreachAfter(50_000);
    await page.clock.advance(5_000);
    expect(page.card()).toBeDefined();
    change(page, 'proactive', false);
    await page.clock.advance(300_000);
    expect(page.card()).toBeUndefined();
    expect(page.outcomes()).toEqual([]);
    expect(page.record()).toMatchObject({ state: -1 });
    change(page, 'proactive', true);
    await page.clock.advance(300_000);
    expect(page.card()).toBeUndefined();
  });

  it('[SH-111] that comes after the pane was opened begins nothing', async () => {
    const page = startOutreach({ refuses: ['proactive'] });
    await page.clock.advance(5_000);
    page.outreach.paneShown();
    change(page, 'proactive', true);
    await page.clock.advance(300_000);
    expect(page.card()).toBeUndefined();
    expect(page.jar.size).toBe(0);
  });

  it('[SH-111][SH-137] holds for the page’s own rules: they wait for it, and what they showed goes with it', async () => {
    const page = await start({ deployment: { proactive: false }, pageRules: [rule], refuses: ['proactive'] });
    await page.clock.advance(10_000);
    expect(page.card()).toBeUndefined();
    change(page, 'proactive', true);
    await page.arrive();
    expect(page.card()).toMatchObject({ kind: 'notification', content: { bodyText: 'Need a hand?' } });
    change(page, 'proactive', false);
    expect(page.card()).toBeUndefined();
  });
});

describe('consent to offers', () => {
  it('[SH-111][SH-141] that is taken back ends the polling, takes the offer away unanswered, and forgets the session', async () => {
    const page = await start({ deployment: offers });
    await page.clock.advance(5_000);
    expect(page.card()).toBeDefined();
    expect(page.storage.read('cm-offers')).toBeDefined();
    change(page, 'interact', false);
    await page.clock.advance(1_000_000);
    expect(page.card()).toBeUndefined();
    expect(page.fetches()).toBe(1);
    expect(page.storage.read('cm-offers')).toBeUndefined();
    expect(page.clock.pending).toBe(0);
  });

  it('[SH-111][SH-141] that comes late begins the polling then', async () => {
    const page = await start({ deployment: offers, refuses: ['interact'] });
    await page.clock.advance(60_000);
    expect(page.fetches()).toBe(0);
    change(page, 'interact', true);
    await page.arrive();
    await page.clock.advance(1_000);
    expect(page.fetches()).toBe(1);
  });

  it('[SH-111][SH-147] in place of in-app messages, when these alone are refused later', async () => {
    const inApp = { enabled: true, scriptUrl: 'https://x.example/sdk.js', apiKey: 'key' };
    const page = await start({ deployment: { ...offers, inApp } });
    await page.clock.advance(6_000);
    expect(page.fetches()).toBe(0);
    change(page, 'inapp', false);
    await page.clock.advance(1);
    expect(page.fetches()).toBe(1);
    expect(document.querySelector('script[src="https://x.example/sdk.js"]')).toBeNull();
  });
});

describe('the messaging service’s own flag', () => {
  const inApp = { enabled: true, scriptUrl: 'https://x.example/sdk.js', apiKey: 'key' };

  it.each([
    ['on', async () => true, 0],
    ['off', async () => false, 1],
    ['not to be had', async () => refuse(503), 1],
  ])('[SH-147][CH-152] is %s: in-app messages or offers, never both', async (_, respond, offerCalls) => {
    const ask = vi.fn(respond);
    const fake = createFakeOutreach({ deployment: { ...offers, inApp }, askInAppFlag: ask });
    fake.call.on('/getOffersForMultipleIP', () => answer);
    const outreach = createOutreach(fake.ports, fake.loadRoom);
    outreach.start();
    await new Promise((done) => setImmediate(done));
    await fake.clock.advance(6_000);
    const paths = fake.call.calls.map(({ path }) => path);
    expect(ask).toHaveBeenCalledOnce();
    expect(paths.filter((path) => path.startsWith('/getOffers'))).toHaveLength(offerCalls);
    expect(document.querySelectorAll('script[src="https://x.example/sdk.js"]')).toHaveLength(1 - offerCalls);
    fake.lifetime.end();
  });
});
