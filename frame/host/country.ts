/** SH-107: only the dotted four-number form counts as an IP address. */
export function isIpAddress(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
}

/** SH-107: countries are compared in lower case. */
export function isCountryIn(country: string | undefined, list: readonly string[]): boolean {
  const wanted = country?.trim().toLowerCase();
  return Boolean(wanted) && list.some((candidate) => candidate.trim().toLowerCase() === wanted);
}
