import { type Fields, isRecord } from '../../bridge/guards.ts';
import { maxMarketingLength } from './limits.ts';

/** The query parameters of campaigns, as an address has them (SH-110). */
export const marketingParameters: readonly string[] = (
  'vcpi vendor category placement item tacticCodeOverride callingOfferCode mailingCode adPlacementId adId adUserId adCreativeId ' +
  'physicalLocationClick targetId keywordId matchtype utm_medium utm_source utm_campaign utm_content utm_term utm_id ' +
  'p1MarketingType p2AdPlacementId p3AdCreativeId p4KeywordId p5KeywordMatchType'
).split(' ');

/** The attributes by name: a parameter without its underscore, `utmSource` for `utm_source`. */
export type MarketingAttributes = Readonly<Record<string, string>>;

const nameOf = (parameter: string): string => parameter.replace(/_(.)/, (_, letter) => letter.toUpperCase());

/** The parameters of the page's address that services get: those of campaigns and those in the list. None if the list is empty. */
export const relayedNames = (listed?: readonly string[]): readonly string[] =>
  listed?.length === 0 ? [] : [...marketingParameters, ...(listed ?? [])];

/** Reads the attributes from the page's URL. Skips empty and over-long values. */
export function parseMarketing(url: string): MarketingAttributes {
  if (!URL.canParse(url)) return {};
  const query = new URL(url).searchParams;
  return attributesOf((parameter) => query.get(parameter)?.trim());
}

function attributesOf(read: (parameter: string, name: string) => unknown): MarketingAttributes {
  const attributes: Record<string, string> = {};
  for (const parameter of marketingParameters) {
    const name = nameOf(parameter);
    const value = read(parameter, name);
    if (typeof value === 'string' && value && value.length <= maxMarketingLength) attributes[name] = value;
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
  const stored: Fields = isRecord(value) ? value : {};
  return attributesOf((_, name) => (Object.hasOwn(stored, name) ? stored[name] : undefined));
}
