import { isAddress } from './isUrl.ts';

/**
 * Parses a link's address, relative to `base` if given. Returns undefined when the link may not be opened. An address with
 * credentials leads elsewhere than it seems to: `https://bank.example@evil.example/`.
 */
export function toAddress(text: string, base?: string): string | undefined {
  if (!URL.canParse(text, base)) return undefined;
  const { href, username, password } = new URL(text, base);
  return isAddress(href) && !username && !password ? href : undefined;
}
