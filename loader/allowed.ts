/** What the loader accepts from the frame and from the page's address. The cookies it accepts are in `cookies.ts`. */

/**
 * The addresses that the frame may open. Two slashes, because browsers read `https:path` as an address of the page itself (BR-33).
 */
export const isAllowedAddress = (address: string): boolean => /^((tel|mailto|sms):|https?:\/\/)/.test(address);

/** `cm-disable` in the page's address switches the widget off when it is empty or `true` (F-PG25). */
export const isDisabled = (): boolean => /[?&]cm-disable=?(true)?(&|$)/.test(location.search);
