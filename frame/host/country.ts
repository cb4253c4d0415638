import { ipv4 } from '../platform/ipv4.ts';

/** Only IPv4 in dotted decimal form is accepted as an IP address (SH-107). */
export const isIpAddress = (text: string): boolean => new RegExp(ipv4).test(text);

/** Compares countries case-insensitively (SH-107). */
export function isCountryIn(country: string | undefined, list: readonly string[]): boolean {
  const wanted = country?.trim().toLowerCase();
  return Boolean(wanted) && list.some((candidate) => candidate.trim().toLowerCase() === wanted);
}
