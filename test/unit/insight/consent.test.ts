import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import {
  type ConsentFacts,
  consentProducts,
  decideConsent,
  parseNoticePreferences,
} from '../../../frame/insight/consent.ts';
import { consentDeployment } from '../../../frame/insight/consentDeployment.ts';
import { createConsentStore } from '../../../frame/insight/consentStore.ts';
import { createLifetime } from '../../../frame/platform/lifetime.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

const { categories, privacyRegulatedCountries } = v.parse(consentDeployment, {});

const consent = (facts: Partial<ConsentFacts> = {}) =>
  decideConsent({
    noticePreferences: null,
    country: 'US',
    privacyRegulatedCountries,
    categories,
    unanswered: 'byCountry',
    config: undefined,
    agreed: [],
    forced: {},
    ...facts,
  });

const allowed = (facts: Partial<ConsentFacts> = {}) => {
  const decided = consent(facts);
  return consentProducts.filter((product) => decided[product]);
};

describe('consent', () => {
  it('[SH-111] allows everything without an answer outside privacy-regulated countries', () => {
    expect(allowed()).toEqual(consentProducts);
    expect(allowed({ country: undefined })).toEqual(consentProducts);
  });

  it.each(['DE', 'fr', 'GB'])('[SH-111] allows nothing without an answer in %s', (country) => {
    expect(allowed({ country })).toEqual([]);
  });

  it.each([
    ['0:', []],
    ['1:', ['chat', 'proactive', 'experiments', 'analytics']],
    ['2:', consentProducts],
    ['3:', consentProducts],
  ])('[SH-111] answer %s allows %j in every country', (noticePreferences, products) => {
    expect(allowed({ noticePreferences })).toEqual(products);
    expect(allowed({ noticePreferences, country: 'DE' })).toEqual(products);
  });

  it.each([
    ['2:', 2],
    [' "0,1:', 1],
    ['0|2|1 :', 2],
    ['x 2:', undefined],
    ['2x:', undefined],
    ['22:', undefined],
    ['', undefined],
    [null, undefined],
  ])('[SH-111] reads the categories of %j as %j', (text, category) => {
    expect(parseNoticePreferences(text)).toBe(category);
  });

  it('[SH-111] treats an unreadable answer as no answer', () => {
    expect(allowed({ noticePreferences: 'yes please', country: 'DE' })).toEqual([]);
    expect(allowed({ noticePreferences: 'yes please' })).toEqual(consentProducts);
  });

  it('[SH-111] allows a product that the deployment declares required without an answer', () => {
    expect(allowed({ country: 'DE', categories: { ...categories, chat: 0 } })).toEqual(['chat']);
  });

  it.each([...consentProducts])('[SH-103] forces only %s on or off by its query parameter', (product) => {
    expect(allowed({ country: 'DE', forced: { [product]: true } })).toEqual([product]);
    expect(allowed({ forced: { [product]: false } })).toEqual(consentProducts.filter((other) => other !== product));
  });

  it('[SH-103] forces nothing without a parameter and ignores unknown products', () => {
    expect(allowed({ forced: { cookies: false, toString: false } })).toEqual(consentProducts);
  });

  it.each([
    ['0:', 0],
    ['2:', 2],
    ['0|1|2:', 2],
    ['0,1:', 1],
    ['"1:"', 1],
    ['', undefined],
    ['x', undefined],
    ['12', undefined],
    [null, undefined],
  ])('[SH-111] reads notice preferences %j as %j', (text, highest) => {
    expect(parseNoticePreferences(text)).toBe(highest);
  });
});

describe('consent from elsewhere', () => {
  const config = { consent: { chat: true, analytics: false, inapp: 'yes', cookies: true } };

  it('[F-AD1][SH-111] is the answer of the page’s own tool, product by product', () => {
    expect(allowed({ country: 'DE', config })).toEqual(['chat']);
    expect(allowed({ config })).toEqual(consentProducts.filter((product) => product !== 'analytics'));
    expect(allowed({ noticePreferences: '0:', config })).toEqual(['chat']);
    expect(allowed({ config: { consent: { chat: false } }, categories: { ...categories, chat: 0 } })).not.toContain(
      'chat',
    );
  });

  it.each([[null], [undefined], ['chat'], [{ consent: true }], [{ consent: ['chat'] }], [{ consent: { chat: 1 } }]])(
    '[SH-111] is no answer if the page’s config object is %j',
    (given) => {
      expect(allowed({ country: 'DE', config: given })).toEqual([]);
      expect(allowed({ config: given })).toEqual(consentProducts);
    },
  );

  it('[F-AD1][SH-111] may be settled by the deployment', () => {
    expect(allowed({ country: 'DE', unanswered: 'allowed' })).toEqual(consentProducts);
    expect(allowed({ unanswered: 'refused' })).toEqual([]);
    expect(allowed({ country: 'DE', unanswered: 'allowed', noticePreferences: '0:' })).toEqual([]);
  });

  it('[F-SH3][SH-111] is what the visitor agrees to in the pane, for that product only', () => {
    expect(allowed({ country: 'DE', noticePreferences: '0:', agreed: ['chat'] })).toEqual(['chat']);
    expect(allowed({ agreed: ['chat'], forced: { chat: false } })).not.toContain('chat');
  });
});

describe('the consent store', () => {
  function setUp() {
    const clock = createFakeClock();
    const page = {
      preferences: null as string | null,
      country: undefined as string | undefined,
      config: undefined as unknown,
    };
    const read = vi.fn(async () => page.preferences);
    const lifetime = createLifetime();
    const store = createConsentStore({
      ...{ clock, lifetime },
      store: { read },
      country: () => page.country,
      forced: {},
      config: () => page.config,
      deployment: { categories, privacyRegulatedCountries, unanswered: 'byCountry' },
    });
    return { clock, lifetime, page, read, store };
  }

  it("[SH-111] applies the visitor's answer to the page's banner", async () => {
    const { store, page, clock } = setUp();
    page.country = 'DE';
    await store.refresh();
    expect(store.isAllowed('chat')).toBe(false);
    page.preferences = '1:';
    await clock.advance(1_000);
    await store.refresh();
    expect(store.isAllowed('chat')).toBe(true);
    expect(store.isAllowed('inapp')).toBe(false);
    expect(store.state.noticePreferences).toBe('1:');
  });

  it('[SH-111] applies the country when it becomes known', () => {
    const { store, page } = setUp();
    expect(store.isAllowed('inapp')).toBe(true);
    page.country = 'de';
    store.countryChanged();
    expect(store.isAllowed('inapp')).toBe(false);
  });

  it('[SH-111] reads the cookie at most once a second', async () => {
    const { store, read, clock } = setUp();
    await store.refresh();
    await store.refresh();
    expect(read).toHaveBeenCalledOnce();
    await clock.advance(1_000);
    await store.refresh();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('[SH-111] makes up at the end of the second for a reading that came too early, once', async () => {
    const { store, read, page, clock } = setUp();
    page.country = 'DE';
    await store.refresh();
    page.preferences = '1:';
    await store.refresh();
    await store.refresh();
    await clock.advance(1_000);
    expect(store.isAllowed('chat')).toBe(true);
    await clock.advance(5_000);
    expect(read).toHaveBeenCalledTimes(2);
    await store.refresh();
    expect(read).toHaveBeenCalledTimes(3);
    await store.refresh();
    await clock.advance(5_000);
    expect(read).toHaveBeenCalledTimes(4);
  });

  it('[SH-111] reads the cookie at once after the clock was set back', async () => {
    const { store, read, clock } = setUp();
    await store.refresh();
    clock.jump(-3_600_000);
    await store.refresh();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('[SH-111] keeps the decisions as they are when an answer changes none of them', async () => {
    const { store, page, clock } = setUp();
    const { products } = store.state;
    page.preferences = '2:';
    await store.refresh();
    page.preferences = '3:';
    await clock.advance(1_000);
    await store.refresh();
    expect(store.state.noticePreferences).toBe('3:');
    expect(store.state.products).toBe(products);
  });

  it('[SH-111] lists what is withheld', () => {
    const { store, page } = setUp();
    expect(store.withheld()).toEqual([]);
    page.config = { consent: { chat: false, inapp: false } };
    store.countryChanged();
    expect(store.withheld()).toEqual(['chat', 'inapp']);
  });

  it.each<[string | null, unknown, boolean]>([
    [null, undefined, false],
    ['yes please', undefined, false],
    ['0:', undefined, true],
    ['1:', undefined, false],
    [null, { consent: { chat: false } }, true],
    ['2:', { consent: { chat: false } }, true],
    ['0:', { consent: { chat: true } }, false],
  ])(
    '[SH-111] takes the answer %j with the config object %j as a refusal of chat: %s',
    async (answer, config, expected) => {
      const { store, page } = setUp();
      page.country = 'DE';
      page.preferences = answer;
      page.config = config;
      await store.refresh();
      expect(store.isChatRefused()).toBe(expected);
    },
  );

  it('[F-SH3][SH-111] follows what the visitor agrees to in the pane, with the page’s answer of that moment', async () => {
    const { store, page } = setUp();
    page.country = 'DE';
    page.preferences = '0:';
    await store.refresh();
    expect(store.isAllowed('chat')).toBe(false);
    store.followAgreement((answer) => (answer === '0:' ? ['chat'] : []));
    expect(store.isAllowed('chat')).toBe(true);
  });

  it('[F-AD1][SH-111] says what the page’s own tool has answered for chat', () => {
    const { store, page } = setUp();
    expect(store.chatByPage()).toBeUndefined();
    page.config = { consent: { chat: false } };
    expect(store.chatByPage()).toBe(false);
  });

  it('[F-AD1][SH-111] applies the answer of the page’s tool when the page is read again', async () => {
    const { store, page, clock } = setUp();
    page.country = 'DE';
    await store.refresh();
    page.config = { consent: { chat: true } };
    await clock.advance(1_000);
    await store.refresh();
    expect(store.isAllowed('chat')).toBe(true);
    page.config = { consent: { chat: false } };
    await clock.advance(1_000);
    await store.refresh();
    expect(store.isAllowed('chat')).toBe(false);
  });

  it('[SH-012] leaves no timer at the end', async () => {
    const { store, clock, lifetime } = setUp();
    await store.refresh();
    await store.refresh();
    lifetime.end();
    expect(clock.pending).toBe(0);
  });
});
