import { describe, expect, it } from 'vitest';
import { createOutreach } from '../../../frame/outreach/outreach.ts';
import { createError } from '../../../frame/platform/errors.ts';
import { refuse } from '../../support/fakeBackend.ts';
import { settle } from '../../support/fakeClock.ts';
import { createFakeOutreach, type OutreachSetUp } from '../../support/fakeOutreach.ts';
// The room downloads this when an offer service is set; here it is loaded already, so that the clock alone decides.
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
  const outreach = createOutreach(fake.ports, fake.loadRoom);
  outreach.start();
  await new Promise((done) => setImmediate(done));
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
      strategy: 'none',
      attemptTimeoutMs: 5_000,
    });
  });

  it('[SH-146] asks for nothing where only another environment has hosts', async () => {
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
  ])('[SH-138] tells whether the visitor is an employee: known as %s, told as "%s"', async (isEmployee, told) => {
    const page = await start({ sight: { isEmployee } });
    await page.clock.advance(5_000);
    expect(page.fetches()[0]?.body).toMatchObject({ parameters: { IS_IBMER: told } });
  });

  it('[SH-141] then every 300,000 ms while the visitor is active', async () => {
    const page = await start();
    await page.clock.advance(5_000 + 299_999);
    expect(page.fetches()).toHaveLength(1);
    await page.clock.advance(1);
    expect(page.fetches()).toHaveLength(2);
  });

  it('[SH-141] goes on five minutes later when the clock was set back by a day', async () => {
    const page = await start();
    await page.clock.advance(5_000);
    page.clock.jump(-86_400_000);
    page.look({ isActive: true });
    await page.clock.advance(299_999);
    expect(page.fetches()).toHaveLength(1);
    await page.clock.advance(1);
    expect(page.fetches()).toHaveLength(2);
  });

  it('[SH-141] not while idle; the return fetches at once, when it is time', async () => {
    const page = await start();
    await page.clock.advance(5_000);
    page.look({ isActive: false });
    await page.clock.advance(1_000_000);
    expect(page.fetches()).toHaveLength(1);
    page.look({ isActive: true });
    await settle();
    expect(page.fetches()).toHaveLength(2);
    page.look({ isActive: false });
    page.look({ isActive: true });
    await page.clock.advance(10_000);
    expect(page.fetches()).toHaveLength(2);
  });

  it('[SH-141] goes on after a timeout', async () => {
    const page = await start({}, () => {
      throw createError('CALL_TIMEOUT', 'late');
    });
    await page.clock.advance(5_000 + 300_000);
    expect(page.fetches()).toHaveLength(2);
    expect(page.log.warnings).toEqual([]);
  });

  it('goes on after an answer that makes no sense', async () => {
    const page = await start({}, () => 'offers!');
    await page.clock.advance(5_000 + 300_000);
    expect(page.fetches()).toHaveLength(2);
  });

  it.each([404, 503])('[SH-165] ends for the session after HTTP %i, on later pages too', async (status) => {
    const page = await start({}, () => refuse(status));
    await page.clock.advance(2_000_000);
    expect(page.fetches()).toHaveLength(1);
    expect(page.log.warnings).toHaveLength(1);
    expect(page.clock.pending).toBe(0);

    const next = createFakeOutreach({ deployment });
    next.call.on(fetchPath, () => answer());
    createOutreach({ ...next.ports, storage: page.storage }, next.loadRoom).start();
    await new Promise((done) => setImmediate(done));
    await next.clock.advance(1_000_000);
    expect(next.call.calls).toEqual([]);
  });

  it('makes no call without consent, and none without a service', async () => {
    for (const setUp of [{ refuses: ['interact'] }, { deployment: { proactive: false } }]) {
      const page = await start(setUp);
      await page.clock.advance(20_000);
      expect(page.call.calls).toEqual([]);
    }
  });

  it('[SH-146] asks the dev service in dev mode', async () => {
    const page = await start({ query: '?cm-dev' });
    await page.clock.advance(5_000);
    expect(page.fetches()[0]?.hosts).toEqual(['https://dev.offers.example']);
  });

  it('[SH-139] sends the page’s anonymous id first, then what the service answered', async () => {
    const page = await start({ anonymousId: '50YTYC81B4' });
    await page.clock.advance(5_000 + 300_000);
    const [first, second] = page.fetches().map(({ body }) => body as Record<string, unknown>);
    expect(first).toMatchObject({ sessionID: '', audienceID: { value: '50YTYC81B4' } });
    expect(second).toMatchObject({ sessionID: 'session-1', audienceID: { value: 'known-1' } });
  });

  it('[SH-139] makes an id of its own where the page has none', async () => {
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

  it('[SH-142] waits for chat: available after 5.9 s, shown then', async () => {
    const page = await start({ sight: { isChatAvailable: false } }, () => answer(offer('a', '#chat')));
    await page.clock.advance(5_000 + 5_900);
    expect(page.card()).toBeUndefined();
    page.look({ isChatAvailable: true });
    await settle();
    expect(page.card()).toMatchObject({ content: { isChat: true } });
  });

  it('[SH-142][SH-143] is blocked when chat is not there after 6 s, and nothing is reported', async () => {
    const page = await start({ sight: { isChatAvailable: false } }, () => answer(offer('a', '#chat')));
    await page.clock.advance(5_000 + 6_000);
    page.look({ isChatAvailable: true });
    await page.clock.advance(60_000);
    expect(page.card()).toBeUndefined();
    expect(page.events()).toEqual([]);
  });

  it('[SH-143] is blocked while the pane or a card is shown', async () => {
    const page = await start({ sight: { isPaneShown: true } }, () => answer(offer('a')));
    await page.clock.advance(5_000);
    page.sight.isPaneShown = false;
    page.outreach.sceneChanged();
    await page.clock.advance(60_000);
    expect(page.card()).toBeUndefined();
    expect(page.events()).toEqual([]);
  });

  it('[SH-136] that comes again is shown once', async () => {
    const page = await start({}, () => answer(offer('a')));
    await page.clock.advance(5_000);
    page.outreach.room()?.stage.close();
    await page.clock.advance(300_000);
    expect(page.fetches()).toHaveLength(2);
    expect(page.card()).toBeUndefined();
  });

  it('[SH-144] acted on is accepted, once', async () => {
    const page = await start({}, () => answer(offer('code-1')));
    await page.clock.advance(5_000);
    page.outreach.room()?.stage.act(0);
    page.outreach.room()?.stage.act(0);
    await page.clock.advance(1_000);
    expect(page.events()).toHaveLength(1);
    expect(page.events()[0]).toMatchObject({
      eventName: 'LogAcceptEvent',
      sessionID: 'session-1',
      eventParameters: { UACIOFFERTRACKINGCODE: 'code-1', UACIRESPONSETYPECODE: 'Accept_Clicked' },
    });
  });

  it('[SH-144] closed is rejected', async () => {
    const page = await start({}, () => answer(offer('code-1')));
    await page.clock.advance(5_000);
    page.outreach.room()?.stage.close();
    await settle();
    expect(page.events()).toMatchObject([{ eventName: 'LogRejectEvent' }]);
  });

  it('[SH-144] is answered by nobody when the pane takes its place', async () => {
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
  ])('[SH-145] with %s sends %i events', async (query, count) => {
    const page = await start({ query }, () => answer(offer('code-1')));
    await page.clock.advance(5_000);
    page.outreach.room()?.stage.close();
    await settle();
    expect(page.events()).toHaveLength(count);
  });

  it('[SH-166] whose answer cannot be reported leaves a warning and no second try', async () => {
    const page = await start({}, () => answer(offer('code-1')));
    page.call.on('/postEvent', () => refuse(500));
    await page.clock.advance(5_000);
    page.outreach.room()?.stage.close();
    await page.clock.advance(120_000);
    expect(page.events()).toHaveLength(1);
    expect(page.log.warnings).toHaveLength(1);
  });
});

describe('by hand and by rule', () => {
  it('[SH-163] a debug notification needs a valid type', async () => {
    const page = await start();
    expect(await page.outreach.notify({ type: 'banner', bodyText: 'x' })).toBe(false);
    expect(page.log.warnings).toHaveLength(1);
    expect(page.card()).toBeUndefined();
    expect(await page.outreach.notify({ type: 'post', bodyText: 'x' })).toBe(true);
    await settle();
    expect(page.card()).toMatchObject({ content: { type: 'post', source: 'timer' } });
  });

  it('[SH-137] a page rule queues its notification at its time, once', async () => {
    const condition = [{ type: 'time', seconds: 20 }];
    const pageRules = [{ condition, action: [{ type: 'note', bodyText: 'Still there?' }] }, { condition }];
    const page = await start({ deployment: { proactive: false }, pageRules });
    expect(page.log.warnings).toHaveLength(1);
    await page.clock.advance(19_000);
    expect(page.card()).toBeUndefined();
    await page.clock.advance(1_000);
    expect(page.card()).toMatchObject({ content: { bodyText: 'Still there?', source: 'timer' } });
    page.outreach.room()?.stage.close();
    await page.clock.advance(60_000);
    expect(page.card()).toBeUndefined();
    expect(page.clock.pending).toBe(0);
  });

  it('[SH-137] a page rule follows the address', async () => {
    const pageRules = [
      { condition: [{ type: 'url', contains: '/pricing' }], action: [{ type: 'note', bodyText: 'Hi' }] },
    ];
    const page = await start({ deployment: { proactive: false }, pageRules });
    expect(page.card()).toBeUndefined();
    page.sight.url = 'https://www.northwind.example/pricing';
    page.outreach.pageChanged();
    await settle();
    expect(page.card()).toBeDefined();
  });
});
