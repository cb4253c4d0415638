import { isAddress } from '../../text/isUrl.ts';

/**
 * False for buttons, which have no address, for `javascript:`, and for `#`. Every address of the page's own origin that ends in `#`
 * counts as `#`, because the browser resolves `#` with the address that the page had when the link was found. A link to another page
 * that ends in `#` counts too.
 */
export function isFollowable(href: string, pageUrl: string): boolean {
  return isAddress(href) && !(href.endsWith('#') && href.startsWith(`${new URL(pageUrl).origin}/`));
}
