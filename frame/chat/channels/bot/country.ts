import type { RoutingEntry, RoutingPhoneNumber } from '../../routing/routingEntry.ts';

/** The region override if set, else the visitor's country, in lower case (CH-077). */
export function comparedCountry(region: string | undefined, visitorCountry: string | undefined): string | undefined {
  return (region ?? visitorCountry)?.toLowerCase();
}

/** A skill without a country list serves every country. A skill with a list does not serve an unknown country. */
export function isCountryAllowed(entry: RoutingEntry, country: string | undefined): boolean {
  if (!entry.countries || entry.countries.length === 0 || entry.countries.includes('*')) return true;
  return entry.countries.some((one) => one.toLowerCase() === country);
}

/** The entry's phone number for this country (CH-078). */
export function phoneNumberFor(entry: RoutingEntry, country: string | undefined): RoutingPhoneNumber | undefined {
  return entry.phoneNumbers?.find((one) => one.countryCode?.toLowerCase() === country && country !== undefined);
}
