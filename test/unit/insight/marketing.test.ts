import { expect, it } from 'vitest';
import { nextMarketing, parseMarketing, parseStoredMarketing } from '../../../frame/insight/marketing.ts';
import { createMarketingStore } from '../../../frame/insight/marketingStore.ts';
import { createFakeStorage } from '../../support/fakeStorage.ts';

const page = (query: string) => `https://www.example.com/landing?${query}`;

it('[SH-110] reads all 27 attributes from the parameters of the same names, with utm_ for the utm ones', () => {
  const names =
    'vcpi vendor category placement item tacticCodeOverride callingOfferCode mailingCode adPlacementId adId adUserId adCreativeId physicalLocationClick targetId keywordId matchtype utm_medium utm_source utm_campaign utm_content utm_term utm_id p1MarketingType p2AdPlacementId p3AdCreativeId p4KeywordId p5KeywordMatchType'.split(
      ' ',
    );
  const found = parseMarketing(page(names.map((name, index) => `${name}=v${index}`).join('&')));
  expect(Object.values(found)).toEqual(names.map((_, index) => `v${index}`));
  expect(names).toHaveLength(27);
  expect(Object.keys(found).slice(14, 18)).toEqual(['keywordId', 'matchtype', 'utmMedium', 'utmSource']);
  expect(found).toMatchObject({ utmSource: 'v17', p5KeywordMatchType: 'v26' });
});

it('[SH-110] ignores empty and over-long values, other parameters and invalid URLs', () => {
  expect(parseMarketing(page(`vendor=&utm_source=${'x'.repeat(100_000)}&gclid=1&utmMedium=mail`))).toEqual({});
  expect(parseMarketing('no url')).toEqual({});
});

it('[SH-110] keeps the attributes on a page without any and replaces them on a page with some', () => {
  const stored = { utmSource: 'mail', utmCampaign: 'spring' };
  expect(nextMarketing(stored, {})).toBe(stored);
  expect(nextMarketing(stored, { utmSource: 'search' })).toEqual({ utmSource: 'search' });
});

it('[SH-110] validates stored attributes', () => {
  expect(parseStoredMarketing({ utmSource: 'mail', utmTerm: 7, other: 'x', vendor: 'x'.repeat(300) })).toEqual({
    utmSource: 'mail',
  });
  expect([null, 'x', undefined, []].map(parseStoredMarketing)).toEqual([{}, {}, {}, {}]);
});

it('[SH-110] restores the attributes on the next page of the visit', () => {
  const storage = createFakeStorage();
  createMarketingStore({ storage, mayStore: () => true }).pageSeen(page('utm_source=mail&utm_id=7'));
  const next = createMarketingStore({ storage, mayStore: () => true });
  next.pageSeen('https://www.example.com/pricing');
  expect(next.state.attributes).toEqual({ utmSource: 'mail', utmId: '7' });
});

it('[SH-110][F-AD16] does not take the campaign of a visitor who has deleted their data from the same address again', () => {
  const storage = createFakeStorage();
  const store = createMarketingStore({ storage, mayStore: () => true });
  store.pageSeen(page('utm_source=mail&adUserId=7'));
  store.state.attributes = {};
  storage.clear('cm-marketing');
  for (const url of [page('utm_source=mail&adUserId=7'), page('utm_source=mail&adUserId=7#prices')])
    store.pageSeen(url);
  expect([store.state.attributes, storage.read('cm-marketing')]).toEqual([{}, undefined]);
  store.pageSeen(page('utm_source=search'));
  expect(store.state.attributes).toEqual({ utmSource: 'search' });
});

it('[SH-110][SH-111] stores nothing without consent and removes stored attributes when consent is withdrawn', () => {
  const storage = createFakeStorage();
  let mayStore = false;
  const store = createMarketingStore({ storage, mayStore: () => mayStore });
  store.pageSeen(page('utm_source=mail'));
  expect(store.state.attributes).toEqual({ utmSource: 'mail' });
  expect(storage.areas.session.size).toBe(0);
  mayStore = true;
  store.consentChanged();
  expect(storage.areas.session.size).toBe(1);
  mayStore = false;
  store.consentChanged();
  expect(storage.areas.session.size).toBe(0);
});
