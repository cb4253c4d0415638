import { isAddress } from './isUrl.ts';

/** A text as the address where a visitor may be sent, read against `base` when it is relative; undefined for all else. */
export function toAddress(text: string, base?: string): string | undefined {
  if (!URL.canParse(text, base)) return undefined;
  const { href } = new URL(text, base);
  return isAddress(href) ? href : undefined;
}
