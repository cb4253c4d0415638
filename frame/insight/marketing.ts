import { longestMarketingLength } from './limits.ts';

/** SH-110: each attribute and the query parameter that carries it. */
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

/** What the page's address says; empty and over-long values are left out. */
export function parseMarketing(url: string): MarketingAttributes {
  if (!URL.canParse(url)) return {};
  const query = new URL(url).searchParams;
  const attributes: Partial<Record<MarketingName, string>> = {};
  for (const name of marketingNames) {
    const value = query.get(parameterOf[name])?.trim();
    if (value && value.length <= longestMarketingLength) attributes[name] = value;
  }
  return attributes;
}

/**
 * What the next page keeps (SH-110). A page that carries any attribute begins a new visit by a new campaign and
 * replaces them all: a mixture of two campaigns would credit neither.
 */
export function nextMarketing(kept: MarketingAttributes, found: MarketingAttributes): MarketingAttributes {
  return Object.keys(found).length > 0 ? found : kept;
}

/** Attributes read back from storage, which is never trusted. */
export function parseKeptMarketing(value: unknown): MarketingAttributes {
  const attributes: Partial<Record<MarketingName, string>> = {};
  if (typeof value !== 'object' || value === null) return attributes;
  for (const name of marketingNames) {
    const kept: unknown = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    if (typeof kept === 'string' && kept && kept.length <= longestMarketingLength) attributes[name] = kept;
  }
  return attributes;
}
