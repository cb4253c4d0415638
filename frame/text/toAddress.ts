import { isAddress } from './isUrl.ts';

/** The loader leaves the page when a call is too long (`bridge/endpoint.ts`), and JSON may double the characters of an address. */
export const maxAddressLength = 4_000;

/** Parses a link's address, relative to `base` if given. Returns undefined when the link may not be opened, or is too long. */
export function toAddress(text: string, base?: string): string | undefined {
  if (!URL.canParse(text, base)) return undefined;
  const { href } = new URL(text, base);
  return href.length <= maxAddressLength && isAddress(href) ? href : undefined;
}
