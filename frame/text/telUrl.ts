const extension = /(?:[^a-z](?:ext(?:n|ension)?|x)|\s#)[\s.:=]*(\d+)/i;

/**
 * The `tel:` URL of a number, with its pauses: `+1 (555) 010-0199,12` becomes `tel:+15550100199,12`. An extension gets the form of
 * RFC 3966: `0800 123 ext. 12` becomes `tel:0800123;ext=12`.
 */
export function toTelUrl(text: string): string {
  const found = extension.exec(text);
  if (found) return `${toTelUrl(text.slice(0, found.index + 1)).replace(/[,;]$/, '')};ext=${found[1]}`;
  const digits = withoutTrunkZero(text)
    .replace(/[^\d*#+,;]/g, '')
    .replace(/(?!^)\+/g, '');
  return `tel:${digits.replaceAll('#', '%23')}`;
}

/** Without the `(0)` of `+44 (0)20 7946 0000`, which is dialled only in the country itself. In Italy (39), it is part of the number. */
export function withoutTrunkZero(number: string): string {
  return number.replace(/((?:\+|^00\s?)(?!39)\d{1,3}\W{0,3})\(0\)/, '$1');
}
