import type { RoutingEntry, RoutingPhoneNumber } from '../../chat/routing/routingEntry.ts';

/** The content of the SMS entry. */
export interface SmsNumber {
  readonly number: string;
  /** The product that the number belongs to; replaces the menu entry's label. */
  readonly label?: string;
  /** A page about the product. */
  readonly href?: string;
}

/**
 * Returns the first routing number for the visitor's country, which replaces the bundle's number (CH-160). Country codes are
 * compared case-insensitively.
 */
export function findSmsNumber(
  entries: readonly RoutingEntry[],
  countryCode: string | undefined,
): SmsNumber | undefined {
  const country = countryCode?.toLowerCase();
  const routed = entries
    .flatMap((entry) => entry.phoneNumbers ?? [])
    .find((one) => country !== undefined && one.countryCode?.toLowerCase() === country && one.phoneNumber !== '');
  if (!routed) return undefined;
  return {
    number: routed.phoneNumber,
    ...(routed.product ? { label: routed.product } : {}),
    ...(routed.urlLanding ? { href: routed.urlLanding } : {}),
  };
}

/**
 * The routing numbers in a bundle's chat rows. Skips rows without a valid list. Validated by hand, because the menu renders
 * before the schema library is downloaded.
 */
export function routedNumbers(rows: readonly Readonly<Record<string, unknown>>[]): RoutingEntry[] {
  return rows.flatMap(({ phoneNumbers }) =>
    Array.isArray(phoneNumbers) && phoneNumbers.every(isRoutingNumber) ? [{ service: 'sms', phoneNumbers }] : [],
  );
}

function isRoutingNumber(value: unknown): value is RoutingPhoneNumber {
  if (typeof value !== 'object' || value === null) return false;
  const { phoneNumber, countryCode = '', product = '', urlLanding = '' } = value as Record<string, unknown>;
  return [phoneNumber, countryCode, product, urlLanding].every((text) => typeof text === 'string');
}
