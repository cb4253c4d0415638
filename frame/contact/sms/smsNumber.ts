import type { RoutingPhoneNumber } from '../../chat/routing/routingEntry.ts';

/** The content of the SMS entry. */
export interface SmsNumber {
  readonly number: string;
  /** The product that the number belongs to; replaces the menu entry's label. */
  readonly label: string | undefined;
  /** A page about the product. */
  readonly href: string | undefined;
}

/**
 * Returns the first routing number for the visitor's country in a bundle's chat rows, which replaces the bundle's number (CH-160).
 * Country codes are compared case-insensitively. Skips rows without a valid list. Validated by hand, because the menu renders before
 * the schema library is downloaded.
 */
export function findSmsNumber(
  rows: readonly Readonly<Record<string, unknown>>[],
  countryCode: string | undefined,
): SmsNumber | undefined {
  const country = countryCode?.toLowerCase();
  const routed = rows
    .flatMap(({ phoneNumbers }) =>
      Array.isArray(phoneNumbers) && phoneNumbers.every(isRoutingNumber) ? phoneNumbers : [],
    )
    .find((one) => country !== undefined && one.countryCode?.toLowerCase() === country && one.phoneNumber !== '');
  return (
    routed && {
      number: routed.phoneNumber,
      label: routed.product || undefined,
      href: routed.urlLanding || undefined,
    }
  );
}

function isRoutingNumber(value: unknown): value is RoutingPhoneNumber {
  if (typeof value !== 'object' || value === null) return false;
  const { phoneNumber, countryCode = '', product = '', urlLanding = '' } = value as Record<string, unknown>;
  return [phoneNumber, countryCode, product, urlLanding].every((text) => typeof text === 'string');
}
