const extension = /[,;]? ?(?:(?<![a-z])(?:ext(?:n|ension)?|x)| #)[\s.:=]*(\d+)/i;

/**
 * The `tel:` URL of a number, with its pauses: `+1 (555) 010-0199,12` becomes `tel:+15550100199,12`. An extension gets the form of
 * RFC 3966: `0800 123 ext. 12` becomes `tel:0800123;ext=12`.
 */
export function toTelUrl(text: string): string {
  const [number = '', inner] = text.split(extension);
  const digits = withoutTrunkZero(number)
    .replace(/[^\d*#+,;]/g, '')
    .replace(/(?!^)\+/g, '')
    .replaceAll('#', '%23');
  return `tel:${digits}${inner ? `;ext=${inner}` : ''}`;
}

/** Without the `(0)` of `+44 (0)20 7946 0000`, which is dialled only in the country itself. In Italy (39), it is part of the number. */
export function withoutTrunkZero(number: string): string {
  return number.replace(/((?:\+|^00)(?!39)[\d) -]+)\(0\)/, '$1');
}
