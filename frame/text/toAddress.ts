import { isAddress } from './isUrl.ts';

/** Parses a link's address, relative to `base` if given. Returns undefined when the link may not be opened. */
export function toAddress(text: string, base?: string): string | undefined {
  if (!URL.canParse(text, base)) return undefined;
  const { href } = new URL(text, base);
  return isAddress(href) ? href : undefined;
}
