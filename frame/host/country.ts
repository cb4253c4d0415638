/** Only IPv4 in dotted decimal form is accepted as an IP address (SH-107). */
export function isIpAddress(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
}

/** Compares countries case-insensitively (SH-107). */
export function isCountryIn(country: string | undefined, list: readonly string[]): boolean {
  const wanted = country?.trim().toLowerCase();
  return Boolean(wanted) && list.some((candidate) => candidate.trim().toLowerCase() === wanted);
}
