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
// Imported up front, so that only the fake clock matters.
import '../../../frame/outreach/nurture.ts';

type Page = Awaited<ReturnType<typeof start>>;

/** Changes what the visitor allows. */
function setConsent(page: Pick<Page, 'refused' | 'outreach'>, product: string, isAllowed: boolean): void {
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
  const outreach = createOutreach(fake.ports, fake.loadOutreach);
  outreach.start(fake.clock.now());
  const settleImports = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    await settle();
  };
  await settleImports();
  return { ...fake, outreach, settleImports, fetches: () => fake.call.calls.length, card: () => outreach.state.card };
}

describe('consent to proactive cards', () => {
  it('[SH-111] starts the count when it is given late', async () => {
    const page = startOutreach({ refuses: ['proactive'] });
    await page.clock.advance(20_000);
    expect(page.cookies.size).toBe(0);
    setConsent(page, 'proactive', true);
    await page.clock.advance(55_000);
    expect(page.card()).toBeUndefined();
    await page.clock.advance(1_000);
    expect(page.card()).toBeDefined();
  });

  it('[SH-111] stops and deletes the count when it is withdrawn', async () => {
    const page = startOutreach();
    await page.clock.advance(50_000);
    expect(page.cookies.size).toBe(1);
    setConsent(page, 'proactive', false);
    await page.clock.advance(300_000);
    expect(page.card()).toBeUndefined();
    expect(page.cookies.size).toBe(0);
    expect(page.clock.pending).toBe(0);
  });

  it('[SH-111] deletes an earlier page’s count and block, once, when it was refused before the page loaded', async () => {
    const page = startOutreachAfter(50_000, {
      refuses: ['proactive'],
      session: new Map([['cm-proactive-block', '{"state":-4}']]),
    });
    await page.clock.advance(1);
    expect([page.cookies.size, page.session.size]).toEqual([0, 0]);
    page.cookies.set('cm-proactive-state', '{"state":1}');
    page.outreach.consentChanged();
    await page.clock.advance(1);
    expect(page.cookies.size).toBe(1);
  });

  it('[SH-111] keeps the mark of a shown pop-up when it was refused before the page loaded', async () => {
    const cookies = new Map([['cm-proactive-state', '{"type":"proactiveInvite","state":-1}']]);
    const page = startOutreach({ cookies, refuses: ['proactive'] });
    await page.clock.advance(1);
    expect(page.record()).toMatchObject({ state: -1 });
  });

  it('[SH-111] removes the pop-up without an outcome when it is withdrawn, and never shows it again', async () => {
    const page = startOutreachAfter(50_000);
    await page.clock.advance(5_000);
    expect(page.card()).toBeDefined();
    setConsent(page, 'proactive', false);
    await page.clock.advance(300_000);
    expect(page.card()).toBeUndefined();
    expect(page.outcomes()).toEqual([]);
    expect(page.record()).toMatchObject({ state: -1 });
    setConsent(page, 'proactive', true);
    await page.clock.advance(300_000);
    expect(page.card()).toBeUndefined();
  });

  it('[SH-111] starts nothing when it is given after the pane was opened', async () => {
    const page = startOutreach({ refuses: ['proactive'] });
    await page.clock.advance(5_000);
    page.outreach.paneShown();
    setConsent(page, 'proactive', true);
    await page.clock.advance(300_000);
    expect(page.card()).toBeUndefined();
    expect(page.cookies.size).toBe(0);
  });

  it('[SH-111][SH-137] also applies to page rules: they wait for it, and their card disappears when it is withdrawn', async () => {
    const page = await start({ deployment: { proactive: false }, pageRules: [rule], refuses: ['proactive'] });
    await page.clock.advance(10_000);
    expect(page.card()).toBeUndefined();
    setConsent(page, 'proactive', true);
    await page.settleImports();
    expect(page.card()).toMatchObject({ kind: 'notification', content: { bodyText: 'Need a hand?' } });
    setConsent(page, 'proactive', false);
    expect(page.card()).toBeUndefined();
  });
});

describe('consent to offers', () => {
  it('[SH-111][SH-141] stops polling, removes the offer unanswered and deletes the session when it is withdrawn', async () => {
    const page = await start({ deployment: offers });
    await page.clock.advance(5_000);
    expect(page.card()).toBeDefined();
    expect(page.storage.read('cm-offers')).toBeDefined();
    setConsent(page, 'interact', false);
    await page.clock.advance(1_000_000);
    expect(page.card()).toBeUndefined();
    expect(page.fetches()).toBe(1);
    expect(page.storage.read('cm-offers')).toBeUndefined();
    expect(page.clock.pending).toBe(0);
  });

  it('[SH-111][SH-141] starts polling when it is given late', async () => {
    const page = await start({ deployment: offers, refuses: ['interact'] });
    await page.clock.advance(60_000);
    expect(page.fetches()).toBe(0);
    setConsent(page, 'interact', true);
    await page.settleImports();
    await page.clock.advance(1_000);
    expect(page.fetches()).toBe(1);
  });

  it('[SH-111][SH-147] starts offers when only in-app messages are refused later', async () => {
    const inApp = { enabled: true, scriptUrl: 'https://x.example/sdk.js', apiKey: 'key' };
    const page = await start({ deployment: { ...offers, inApp } });
    await page.clock.advance(6_000);
    expect(page.fetches()).toBe(0);
    setConsent(page, 'inapp', false);
    await page.clock.advance(1);
    expect(page.fetches()).toBe(1);
    expect(document.querySelector('script[src="https://x.example/sdk.js"]')).toBeNull();
  });
});

describe('the messaging service’s flag for in-app messages', () => {
  const inApp = { enabled: true, scriptUrl: 'https://x.example/sdk.js', apiKey: 'key' };

  it.each([
    ['on', async () => true, 0],
    ['off', async () => false, 1],
    ['unavailable', async () => refuse(503), 1],
  ])(
    '[SH-147][CH-152] chooses in-app messages or offers, never both, when it is %s',
    async (_, respond, offerCalls) => {
      const ask = vi.fn(respond);
      const fake = createFakeOutreach({ deployment: { ...offers, inApp }, fetchInAppFlag: ask });
      fake.call.on('/getOffersForMultipleIP', () => answer);
      const outreach = createOutreach(fake.ports, fake.loadOutreach);
      outreach.start(fake.clock.now());
      await new Promise((resolve) => setImmediate(resolve));
      await fake.clock.advance(6_000);
      const paths = fake.call.calls.map(({ path }) => path);
      expect(ask).toHaveBeenCalledOnce();
      expect(paths.filter((path) => path.startsWith('/getOffers'))).toHaveLength(offerCalls);
      expect(document.querySelectorAll('script[src="https://x.example/sdk.js"]')).toHaveLength(1 - offerCalls);
      fake.lifetime.end();
    },
  );
});
