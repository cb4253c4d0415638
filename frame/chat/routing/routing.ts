import * as v from 'valibot';
import type { QueryParameters } from '../../host/queryParameters.ts';
import { textOf } from '../../host/queryValue.ts';
import type { Log } from '../../platform/log.ts';
import { type AdapterId, adapterOf, isAdapterId, queueTypes } from './adapters.ts';
import { parseRoutingEntry, type RoutingEntry, routingEntrySchema } from './routingEntry.ts';

export interface Route {
  readonly adapterId: AdapterId;
  readonly entry: RoutingEntry;
}

export interface RoutingFacts {
  /** The rows of the bundle (CH-004), not validated. */
  readonly entries: readonly RoutingEntry[];
  readonly pages: readonly PageMapping[];
  readonly pageUrl: string;
  readonly focusArea: string | undefined;
  readonly query: QueryParameters;
  /** The entry of a transfer, which replaces the adapter's own (CH-060). */
  readonly external: RoutingEntry | undefined;
}

/**
 * The chat services of this page: the rows of the bundle and the bot of the page mapping. Query parameters replace skills
 * (CH-011). Each adapter gets one route: the external entry, or else the first row.
 */
export function routesOf(facts: RoutingFacts, log: Log): readonly Route[] {
  const mapped = findProduct(facts.pages, facts.pageUrl, facts.focusArea);
  const all = [
    ...(facts.external ? [facts.external] : []),
    ...facts.entries.map(validated).map((row) => (row.service === 'bot' && mapped ? withProduct(row, mapped) : row)),
    ...(mapped ? [withProduct({ service: 'bot' }, mapped)] : []),
  ];
  const routes = new Map<AdapterId, Route>();
  for (const entry of all) {
    const adapterId = adapterOf(entry.adapter && isAdapterId(entry.adapter) ? entry.adapter : entry.service, log);
    if (adapterId && !routes.has(adapterId)) {
      routes.set(adapterId, { adapterId, entry: withOverrides(entry, adapterId, facts.query) });
    }
  }
  return [...routes.values()];
}

/** A row whose other fields are malformed still names its chat. */
function validated(row: RoutingEntry): RoutingEntry {
  const { service, skill, purpose } = row;
  return parseRoutingEntry(row) ?? { service, skill, purpose };
}

/** The page mapping decides the bot's skill, its switch and the countries in which it is available. */
function withProduct(entry: RoutingEntry, product: PageMapping): RoutingEntry {
  return {
    ...entry,
    skill: product.product,
    ...(product.countries ? { countries: product.countries } : {}),
    ...(product.switch === undefined ? {} : { switch: product.switch }),
    ...(product.phoneNumbers ? { phoneNumbers: product.phoneNumbers } : {}),
  };
}

function withOverrides(entry: RoutingEntry, adapterId: AdapterId, query: QueryParameters): RoutingEntry {
  const skill = textOf(queueTypes[adapterId] === 'bot' ? query.botSkill : query.chatSkill);
  return skill === undefined ? entry : { ...entry, skill };
}

export const isSameRoute = (one: RoutingEntry, other: RoutingEntry): boolean =>
  one.service === other.service && one.skill === other.skill;

/** How pages select a bot skill (CH-006): one entry per product. */
export const pageMappingSchema = v.object({
  /** The selected skill, which is also the product's name on the wire. */
  product: v.string(),
  /** Parts of addresses. */
  urls: v.optional(v.array(v.string()), []),
  /** Whole addresses. They win over parts. */
  matchEntireUrls: v.optional(v.array(v.string()), []),
  /** Whole addresses that never select this product. */
  blacklistUrls: v.optional(v.array(v.string()), []),
  /** Countries in which the product is offered. Empty: everywhere. */
  countries: routingEntrySchema.entries.countries,
  /** Sent to the bot with every message. */
  switch: routingEntrySchema.entries.switch,
  /** Focus areas that select the product when no address does. */
  focusAreas: v.optional(v.array(v.string()), []),
  /** Phone numbers of the product by country. */
  phoneNumbers: routingEntrySchema.entries.phoneNumbers,
});

export type PageMapping = v.InferOutput<typeof pageMappingSchema>;

/**
 * The product whose bot serves this page (CH-006, CH-007): a whole address wins over a part, a longer part over a
 * shorter one, any part over the focus area, and an earlier product over a later one.
 */
export function findProduct(
  products: readonly PageMapping[],
  pageUrl: string,
  focusArea: string | undefined,
): PageMapping | undefined {
  const page = comparable(pageUrl);
  const candidates = products.filter((product) => !product.blacklistUrls.some((url) => comparable(url) === page));
  const whole = candidates.find((product) => product.matchEntireUrls.some((url) => comparable(url) === page));
  if (whole) return whole;
  const parts = candidates.flatMap((product) => product.urls.map((url) => ({ product, part: comparable(url) })));
  const [longest] = parts
    .filter(({ part }) => part !== '' && page.includes(part))
    .sort((one, other) => other.part.length - one.part.length);
  if (longest) return longest.product;
  return candidates.find((product) => focusArea !== undefined && product.focusAreas.includes(focusArea));
}

/** Removes the protocol, the hash and upper case, which do not count in a comparison. */
function comparable(url: string): string {
  return url
    .trim()
    .toLowerCase()
    .replace(/#.*/s, '')
    .replace(/^(?:[a-z]+:\/\/)?(?:\/\/)?/, '');
}
