import type { RoutingEntry, RoutingPhoneNumber } from '../../chat/routingEntry.ts';

/** What the SMS entry shows. */
export interface SmsNumber {
  readonly number: string;
  /** The product that the number belongs to, in place of the entry's own words. */
  readonly label?: string;
  /** A page about the product. */
  readonly href?: string;
}

/**
 * A routing number of the visitor's country stands in for the bundle's; countries compare without case. Undefined when
 * there is no number at all: the entry is hidden then (CH-160).
 */
export function findSmsNumber(
  bundleNumber: string | undefined,
  entries: readonly RoutingEntry[],
  countryCode: string | undefined,
): SmsNumber | undefined {
  const country = countryCode?.toLowerCase();
  const routed = entries
    .flatMap((entry) => entry.phoneNumbers ?? [])
    .find((one) => country !== undefined && one.countryCode?.toLowerCase() === country && one.phoneNumber !== '');
  if (!routed) return bundleNumber ? { number: bundleNumber } : undefined;
  return {
    number: routed.phoneNumber,
    ...(routed.product ? { label: routed.product } : {}),
    ...(routed.urlLanding ? { href: routed.urlLanding } : {}),
  };
}

/**
 * The routing numbers that rows of a bundle carry beside the fields of CH-004; a row without a list of numbers has none. Read
 * by hand: the menu is there before anything that needs a schema library.
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
