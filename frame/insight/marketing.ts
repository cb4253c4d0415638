import { maxMarketingLength } from './limits.ts';

/** Each attribute and the query parameter that carries it (SH-110). */
const parameterOf = {
  vcpi: 'vcpi',
  vendor: 'vendor',
  category: 'category',
  placement: 'placement',
  item: 'item',
  tacticCodeOverride: 'tacticCodeOverride',
  callingOfferCode: 'callingOfferCode',
  mailingCode: 'mailingCode',
  adPlacementId: 'adPlacementId',
  adId: 'adId',
  adUserId: 'adUserId',
  adCreativeId: 'adCreativeId',
  physicalLocationClick: 'physicalLocationClick',
  targetId: 'targetId',
  keywordId: 'keywordId',
  matchtype: 'matchtype',
  utmMedium: 'utm_medium',
  utmSource: 'utm_source',
  utmCampaign: 'utm_campaign',
  utmContent: 'utm_content',
  utmTerm: 'utm_term',
  utmId: 'utm_id',
  p1MarketingType: 'p1MarketingType',
  p2AdPlacementId: 'p2AdPlacementId',
  p3AdCreativeId: 'p3AdCreativeId',
  p4KeywordId: 'p4KeywordId',
  p5KeywordMatchType: 'p5KeywordMatchType',
} as const;

export type MarketingName = keyof typeof parameterOf;
export type MarketingAttributes = Readonly<Partial<Record<MarketingName, string>>>;

export const marketingNames = Object.keys(parameterOf) as MarketingName[];
/** The names as an address has them. */
export const marketingParameters: readonly string[] = Object.values(parameterOf);

/** The parameters of the page's address that services get: those of campaigns and those in the list. None if the list is empty. */
export const relayedNames = (listed?: readonly string[]): readonly string[] =>
  listed?.length === 0 ? [] : [...marketingParameters, ...(listed ?? [])];

/** Reads the attributes from the page's URL. Skips empty and over-long values. */
export function parseMarketing(url: string): MarketingAttributes {
  if (!URL.canParse(url)) return {};
  const query = new URL(url).searchParams;
  const attributes: Partial<Record<MarketingName, string>> = {};
  for (const name of marketingNames) {
    const value = query.get(parameterOf[name])?.trim();
    if (value && value.length <= maxMarketingLength) attributes[name] = value;
  }
  return attributes;
}

/**
 * The attributes of the current page (SH-110). A page with any attribute starts a new campaign and replaces all stored
 * ones: a mixture of two campaigns would credit neither.
 */
export function nextMarketing(stored: MarketingAttributes, found: MarketingAttributes): MarketingAttributes {
  return Object.keys(found).length > 0 ? found : stored;
}

/** Validates attributes read from storage, which is never trusted. */
export function parseStoredMarketing(value: unknown): MarketingAttributes {
  const attributes: Partial<Record<MarketingName, string>> = {};
  if (typeof value !== 'object' || value === null) return attributes;
  for (const name of marketingNames) {
    const stored: unknown = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    if (typeof stored === 'string' && stored && stored.length <= maxMarketingLength) attributes[name] = stored;
  }
  return attributes;
}
