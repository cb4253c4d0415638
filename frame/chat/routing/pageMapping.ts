import * as v from 'valibot';
import { routingEntrySchema } from './routingEntry.ts';

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
  let best: PageMapping | undefined;
  let longest = 0;
  for (const product of candidates) {
    const length = longestPart(product.urls, page);
    if (length > longest) [best, longest] = [product, length];
  }
  return best ?? candidates.find((product) => focusArea !== undefined && product.focusAreas.includes(focusArea));
}

/** Removes the protocol, the hash and upper case, which do not count in a comparison. */
function comparable(url: string): string {
  return url
    .trim()
    .toLowerCase()
    .replace(/#.*/s, '')
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^\/\//, '');
}

function longestPart(parts: readonly string[], page: string): number {
  return parts.reduce((longest, part) => {
    const text = comparable(part);
    return text !== '' && page.includes(text) ? Math.max(longest, text.length) : longest;
  }, 0);
}
