import { expect, it } from 'vitest';
import { marketingNames, nextMarketing, parseKeptMarketing, parseMarketing } from '../../../frame/insight/marketing.ts';
import { createMarketingStore } from '../../../frame/insight/marketingStore.ts';
import { createFakeStorage } from '../../support/fakeStorage.ts';

const page = (query: string) => `https://www.example.com/landing?${query}`;

it('[SH-110] collects all 27 attributes from parameters of their names, utm in underscore style', () => {
  const names =
    'vcpi vendor category placement item tacticCodeOverride callingOfferCode mailingCode adPlacementId adId adUserId adCreativeId physicalLocationClick targetId keywordId matchtype utm_medium utm_source utm_campaign utm_content utm_term utm_id p1MarketingType p2AdPlacementId p3AdCreativeId p4KeywordId p5KeywordMatchType'.split(
      ' ',
    );
  const found = parseMarketing(page(names.map((name, index) => `${name}=v${index}`).join('&')));
  expect(Object.values(found)).toEqual(names.map((_, index) => `v${index}`));
  expect(Object.keys(found)).toEqual(marketingNames);
  expect(marketingNames).toHaveLength(27);
  expect(found).toMatchObject({ utmSource: 'v17', p5KeywordMatchType: 'v26' });
});

it('[SH-110] leaves out empty and enormous values, other parameters and addresses that cannot be parsed', () => {
  expect(parseMarketing(page(`vendor=&utm_source=${'x'.repeat(100_000)}&gclid=1&utmMedium=mail`))).toEqual({});
  expect(parseMarketing('no url')).toEqual({});
});

it('[SH-110] a page without attributes keeps them, a page with any begins anew', () => {
  const kept = { utmSource: 'mail', utmCampaign: 'spring' };
  expect(nextMarketing(kept, {})).toBe(kept);
  expect(nextMarketing(kept, { utmSource: 'search' })).toEqual({ utmSource: 'search' });
});

it('[SH-110] what is read back is checked', () => {
  expect(parseKeptMarketing({ utmSource: 'mail', utmTerm: 7, other: 'x', vendor: 'x'.repeat(300) })).toEqual({
    utmSource: 'mail',
  });
  expect([null, 'x', undefined, []].map(parseKeptMarketing)).toEqual([{}, {}, {}, {}]);
});

it('[SH-110] the next page of the visit has them still', () => {
  const storage = createFakeStorage();
  createMarketingStore({ storage, mayKeep: () => true }).pageSeen(page('utm_source=mail&utm_id=7'));
  const next = createMarketingStore({ storage, mayKeep: () => true });
  next.pageSeen('https://www.example.com/pricing');
  expect(next.state.attributes).toEqual({ utmSource: 'mail', utmId: '7' });
});

it('[SH-110][SH-111] nothing is kept without consent, and what was kept goes when consent does', () => {
  const storage = createFakeStorage();
  let mayKeep = false;
  const store = createMarketingStore({ storage, mayKeep: () => mayKeep });
  store.pageSeen(page('utm_source=mail'));
  expect(store.state.attributes).toEqual({ utmSource: 'mail' });
  expect(storage.areas.session.size).toBe(0);
  mayKeep = true;
  store.consentChanged();
  expect(storage.areas.session.size).toBe(1);
  mayKeep = false;
  store.consentChanged();
  expect(storage.areas.session.size).toBe(0);
});
