import { isAddress } from '../../text/isUrl.ts';

/** False for buttons, which have no address, for `javascript:`, and for `#`. */
export function isFollowable(href: string, pageUrl: string): boolean {
  return isAddress(href) && href !== `${pageUrl.split('#')[0]}#`;
}
