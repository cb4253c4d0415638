import type { QueryParameters } from '../../host/queryParameters.ts';
import { textOf } from '../../host/queryValue.ts';
import type { Log } from '../../platform/log.ts';
import { type AdapterId, adapterOf, isAdapterId, queueTypes } from './adapters.ts';
import type { PageMapping } from './pageMapping.ts';
import { findProduct } from './pageMapping.ts';
import { parseRoutingEntry, type RoutingEntry } from './routingEntry.ts';

/** A routing entry and the adapter that serves it. */
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
    ...facts.entries
      .map(validated)
      .map((entry) => (entry.service === 'bot' && mapped ? withProduct(entry, mapped) : entry)),
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

export function isSameRoute(one: RoutingEntry, other: RoutingEntry): boolean {
  return one.service === other.service && one.skill === other.skill;
}
