import { describe, expect, it } from 'vitest';
import { createOutreach } from '../../../frame/outreach/outreach.ts';
import { firstHost } from '../../../frame/platform/backend/firstHost.ts';
import { createError } from '../../../frame/platform/errors.ts';
import { refuse } from '../../support/fakeBackend.ts';
import { settle } from '../../support/fakeClock.ts';
import { createFakeOutreach, type OutreachSetUp } from '../../support/fakeOutreach.ts';
// Outreach downloads this module on demand. Imported up front, so that only the fake clock matters.
import '../../../frame/outreach/nurture.ts';

const fetchPath = '/getOffersForMultipleIP';
const deployment = {
  proactive: false,
  offers: { hosts: { prod: ['https://offers.example'], dev: ['https://dev.offers.example'] } },
};

function offer(code: string, url = 'https://www.northwind.example/trial') {
  return {
    treatmentCode: code,
    product: { nid: 'trial', headline: 'Try it', description: 'For 30 days', cta: { cta_label: 'Start', url } },
  };
}
const answer = (...offers: unknown[]) => ({
  sessionID: 'session-1',
  audienceID: { name: 'VISITOR_ID', type: 'string', value: 'known-1' },
  offersList: [{ offers }],
});

async function start(setUp: OutreachSetUp = {}, respond: () => unknown = () => answer()) {
  const fake = createFakeOutreach({ deployment, ...setUp });
  fake.call.on(fetchPath, respond);
  fake.call.on('/postEvent', () => undefined);
  const outreach = createOutreach(fake.ports, fake.loadOutreach);
  outreach.start(fake.clock.now());
  await new Promise((resolve) => setImmediate(resolve));
  await settle();
  const calls = (path: string) => fake.call.calls.filter((call) => call.path === path);
  return {
    ...fake,
    outreach,
    fetches: () => calls(fetchPath),
    events: () => calls('/postEvent').map(({ body }) => body as Record<string, unknown>),
    card: () => outreach.state.card,
  };
}

describe('offer polling', () => {
  it('[SH-141] fetches no earlier than 5,000 ms after page start', async () => {
    const page = await start();
    await page.clock.advance(4_999);
    expect(page.fetches()).toHaveLength(0);
    await page.clock.advance(1);
    expect(page.fetches()).toHaveLength(1);
    expect(page.fetches()[0]).toMatchObject({
      hosts: ['https://offers.example'],
      strategy: firstHost,
      attemptTimeoutMs: 5_000,
    });
  });

  it('[SH-146] fetches nothing if only another environment has hosts', async () => {
    const offers = { hosts: { dev: ['https://dev.offers.example'] } };
    const page = await start({ deployment: { proactive: false, offers } });
    await page.clock.advance(60_000);
    expect(page.fetches()).toHaveLength(0);
    expect(page.log.infos).toEqual([]);
  });

  it.each([
    [undefined, ''],
    [true, 'true'],
    [false, 'false'],
  ])('[SH-138] sends whether the visitor is an employee: %s as "%s"', async (isEmployee, sent) => {
    const page = await start({ facts: { isEmployee } });
    await page.clock.advance(5_000);
    expect(page.fetches()[0]?.body).toMatchObject({ parameters: { IS_IBMER: sent } });
  });

  it('[SH-138][SH-139][F-SH12] sends the audience that the page names', async () => {
    const page = await start({ audience: { dmpAudience: 'cloud-buyers', lotameId: '7f3a' } });
    await page.clock.advance(5_000);
    expect(page.fetches()[0]?.body).toMatchObject({
      parameters: { DMP_AUDIENCE: 'cloud-buyers', LOTAME_ID: '7f3a' },
    });
  });

  it('[SH-141] fetches every 300,000 ms while the visitor is active', async () => {
    const page = await start();
    await page.clock.advance(5_000 + 299_999);
    expect(page.fetches()).toHaveLength(1);
    await page.clock.advance(1);
    expect(page.fetches()).toHaveLength(2);
  });

  it('[SH-141] continues after five minutes if the clock was set back by a day', async () => {
    const page = await start();
    await page.clock.advance(5_000);
    page.clock.jump(-86_400_000);
    page.change({ isActive: true });
    await page.clock.advance(299_999);
    expect(page.fetches()).toHaveLength(1);
    await page.clock.advance(1);
    expect(page.fetches()).toHaveLength(2);
  });

  it('[SH-141] stops while the visitor is idle, and fetches on their return if a poll is due', async () => {
    const page = await start();
    await page.clock.advance(5_000);
    page.change({ isActive: false });
    await page.clock.advance(1_000_000);
    expect(page.fetches()).toHaveLength(1);
    page.change({ isActive: true });
    await settle();
    expect(page.fetches()).toHaveLength(2);
    page.change({ isActive: false });
    page.change({ isActive: true });
    await page.clock.advance(10_000);
    expect(page.fetches()).toHaveLength(2);
  });

  it('[SH-141] has one timer, however often the visitor becomes active', async () => {
    const page = await start();
    await page.clock.advance(5_000);
    for (let turn = 0; turn < 5; turn += 1) page.change({ isActive: true });
    expect(page.clock.pending).toBe(1);
  });

  it('[SH-141] continues after a timeout', async () => {
    const page = await start({}, () => {
      throw createError('CALL_TIMEOUT', 'late');
    });
    await page.clock.advance(5_000 + 300_000);
    expect(page.fetches()).toHaveLength(2);
    expect(page.log.warnings).toEqual([]);
  });

  it('continues after an invalid answer', async () => {
    const page = await start({}, () => 'offers!');
    await page.clock.advance(5_000 + 300_000);
    expect(page.fetches()).toHaveLength(2);
  });

  it.each([404, 503])('[SH-165] ends for the session after HTTP %i, also on later pages', async (status) => {
    const page = await start({}, () => refuse(status));
    await page.clock.advance(2_000_000);
    expect(page.fetches()).toHaveLength(1);
    expect(page.log.warnings).toHaveLength(1);
    expect(page.clock.pending).toBe(0);

    const next = createFakeOutreach({ deployment });
    next.call.on(fetchPath, () => answer());
    createOutreach({ ...next.ports, storage: page.storage }, next.loadOutreach).start(next.clock.now());
    await new Promise((resolve) => setImmediate(resolve));
    await next.clock.advance(1_000_000);
    expect(next.call.calls).toEqual([]);
  });

  it('makes no call without consent or without a service', async () => {
    for (const setUp of [{ refuses: ['interact'] }, { deployment: { proactive: false } }]) {
      const page = await start(setUp);
      await page.clock.advance(20_000);
      expect(page.call.calls).toEqual([]);
    }
  });

  it('[SH-146] uses the dev service in dev mode', async () => {
    const page = await start({ query: '?cm-dev' });
    await page.clock.advance(5_000);
    expect(page.fetches()[0]?.hosts).toEqual(['https://dev.offers.example']);
  });

  it('[SH-139] sends the page’s anonymous id first, then the id that the service returned', async () => {
    const page = await start({ anonymousId: '50YTYC81B4' });
    await page.clock.advance(5_000 + 300_000);
    const [first, second] = page.fetches().map(({ body }) => body as Record<string, unknown>);
    expect(first).toMatchObject({ sessionID: '', audienceID: { value: '50YTYC81B4' } });
    expect(second).toMatchObject({ sessionID: 'session-1', audienceID: { value: 'known-1' } });
  });

  it('[SH-139] creates an id if the page has none', async () => {
    const page = await start();
    await page.clock.advance(5_000);
    expect(page.fetches()[0]?.body).toMatchObject({
      audienceID: { name: 'VISITOR_ID', type: 'string', value: 'id-1' },
    });
  });
});

describe('an offer', () => {
  it('[SH-140][SH-143] is shown as an interact-note', async () => {
    const page = await start({}, () => answer(offer('a')));
    await page.clock.advance(5_000);
    expect(page.card()).toMatchObject({
      kind: 'notification',
      content: { type: 'interact-note', headingText: 'Try it' },
    });
  });

  it('[SH-142] waits for chat, and is shown when chat becomes available after 5.9 s', async () => {
    const page = await start({ facts: { isChatAvailable: false } }, () => answer(offer('a', '#chat')));
    await page.clock.advance(5_000 + 5_900);
    expect(page.card()).toBeUndefined();
    page.change({ isChatAvailable: true });
    await settle();
    expect(page.card()).toMatchObject({ content: { isChat: true } });
  });

  it('[SH-142][SH-143] is blocked if chat is not available after 6 s, and nothing is reported', async () => {
    const page = await start({ facts: { isChatAvailable: false } }, () => answer(offer('a', '#chat')));
    await page.clock.advance(5_000 + 6_000);
    page.change({ isChatAvailable: true });
    await page.clock.advance(60_000);
    expect(page.card()).toBeUndefined();
    expect(page.events()).toEqual([]);
  });

  it('[SH-143] is blocked while the pane or a card is shown', async () => {
    const page = await start({ facts: { isPaneShown: true } }, () => answer(offer('a')));
    await page.clock.advance(5_000);
    page.facts.isPaneShown = false;
    page.outreach.sceneChanged();
    await page.clock.advance(60_000);
    expect(page.card()).toBeUndefined();
    expect(page.events()).toEqual([]);
  });

  it('[SH-136] is shown once even if the service returns it again', async () => {
    const page = await start({}, () => answer(offer('a')));
    await page.clock.advance(5_000);
    page.outreach.opened()?.stage.close();
    await page.clock.advance(300_000);
    expect(page.fetches()).toHaveLength(2);
    expect(page.card()).toBeUndefined();
  });

  it('[SH-144] is reported as accepted, once, when a button is clicked', async () => {
    const page = await start({}, () => answer(offer('code-1')));
    await page.clock.advance(5_000);
    page.outreach.opened()?.stage.act(0);
    page.outreach.opened()?.stage.act(0);
    await page.clock.advance(1_000);
    expect(page.events()).toHaveLength(1);
    expect(page.events()[0]).toMatchObject({
      eventName: 'LogAcceptEvent',
      sessionID: 'session-1',
      eventParameters: { UACIOFFERTRACKINGCODE: 'code-1', UACIRESPONSETYPECODE: 'Accept_Clicked' },
    });
  });

  it('[SH-144] is reported as rejected when closed', async () => {
    const page = await start({}, () => answer(offer('code-1')));
    await page.clock.advance(5_000);
    page.outreach.opened()?.stage.close();
    await settle();
    expect(page.events()).toMatchObject([{ eventName: 'LogRejectEvent' }]);
  });

  it('[SH-144] is not reported when the pane displaces it', async () => {
    const page = await start({}, () => answer(offer('code-1')));
    await page.clock.advance(5_000);
    page.outreach.paneShown();
    await settle();
    expect(page.card()).toBeUndefined();
    expect(page.events()).toEqual([]);
  });

  it.each([
    ['?cm-debug', 0],
    ['?cm-debug&cm-force-events', 1],
  ])('[SH-145] with %s is reported with %i events', async (query, count) => {
    const page = await start({ query }, () => answer(offer('code-1')));
    await page.clock.advance(5_000);
    page.outreach.opened()?.stage.close();
    await settle();
    expect(page.events()).toHaveLength(count);
  });

  it('[SH-166] logs a warning and does not try again if its answer cannot be reported', async () => {
    const page = await start({}, () => answer(offer('code-1')));
    page.call.on('/postEvent', () => refuse(500));
    await page.clock.advance(5_000);
    page.outreach.opened()?.stage.close();
    await page.clock.advance(120_000);
    expect(page.events()).toHaveLength(1);
    expect(page.log.warnings).toHaveLength(1);
  });
});

describe('other sources of notifications', () => {
  it('[SH-163] shows a debug notification with a valid type, and rejects another', async () => {
    const page = await start();
    expect(await page.outreach.notify({ type: 'banner', bodyText: 'x' })).toBe(false);
    expect(page.log.warnings).toHaveLength(1);
    expect(page.card()).toBeUndefined();
    expect(await page.outreach.notify({ type: 'post', bodyText: 'x' })).toBe(true);
    await settle();
    expect(page.card()).toMatchObject({ content: { type: 'post', source: 'timer' } });
  });

  it('[SH-137] shows the notification of a page rule at its time, once', async () => {
    const condition = [{ type: 'time', seconds: 20 }];
    const pageRules = [{ condition, action: [{ type: 'note', bodyText: 'Still there?' }] }, { condition }];
    const page = await start({ deployment: { proactive: false }, pageRules });
    expect(page.log.warnings).toHaveLength(1);
    await page.clock.advance(19_000);
    expect(page.card()).toBeUndefined();
    await page.clock.advance(1_000);
    expect(page.card()).toMatchObject({ content: { bodyText: 'Still there?', source: 'timer' } });
    page.outreach.opened()?.stage.close();
    await page.clock.advance(60_000);
    expect(page.card()).toBeUndefined();
    expect(page.clock.pending).toBe(0);
  });

  it('[SH-137] checks page rules again when the address changes', async () => {
    const pageRules = [
      { condition: [{ type: 'url', contains: '/pricing' }], action: [{ type: 'note', bodyText: 'Hi' }] },
    ];
    const page = await start({ deployment: { proactive: false }, pageRules });
    expect(page.card()).toBeUndefined();
    page.facts.url = 'https://www.northwind.example/pricing';
    page.outreach.pageChanged();
    await settle();
    expect(page.card()).toBeDefined();
  });
});
