import { isAddress } from '../../text/isUrl.ts';

/**
 * False for buttons, which have no address, for `javascript:`, and for `#`. The browser resolves `#` with the address that the page
 * had when the link was found, so every address of the page's own origin that ends in `#` is one.
 */
export function isFollowable(href: string, pageUrl: string): boolean {
  return isAddress(href) && !(href.endsWith('#') && href.startsWith(`${new URL(pageUrl).origin}/`));
}
