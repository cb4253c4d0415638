import * as v from 'valibot';
import { routingEntrySchema } from './routingEntry.ts';

/** How pages select a bot skill (CH-006). One entry a product; every list is optional. */
export const pageMappingSchema = v.object({
  /** The skill that is selected, and the product's name on the wire. */
  product: v.string(),
  /** Parts of an address. */
  urls: v.optional(v.array(v.string()), []),
  matchEntireUrls: v.optional(v.array(v.string()), []),
  /** Whole addresses on which this product is never selected. */
  blacklistUrls: v.optional(v.array(v.string()), []),
  countries: routingEntrySchema.entries.countries,
  focusAreas: v.optional(v.array(v.string()), []),
  phoneNumbers: routingEntrySchema.entries.phoneNumbers,
});

export type PageMapping = v.InferOutput<typeof pageMappingSchema>;

/**
 * The product whose bot serves this page (CH-006, CH-007). Ours: a whole address beats a part of one, the longest part
 * wins, a part beats the focus area, then the order of the data.
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

/** Addresses compare without protocol, hash and case. */
function comparable(url: string): string {
  return url
    .trim()
    .toLowerCase()
    .replace(/#.*$/, '')
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^\/\//, '');
}

function longestPart(parts: readonly string[], page: string): number {
  return parts.reduce((longest, part) => {
    const wanted = comparable(part);
    return wanted !== '' && page.includes(wanted) ? Math.max(longest, wanted.length) : longest;
  }, 0);
}
