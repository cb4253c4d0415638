/** Behind a number, and the last digits of it. */
const extension = /[,;]? ?(?:(?<![a-z])(?:ext(?:n|ension)?|x)|\s#)[\s.:=-]*(\d+)\D*$/i;

/**
 * The `tel:` URL of a number, with its pauses: `+1 (555) 010-0199,12` becomes `tel:+15550100199,12`. An extension follows after a pause,
 * too: Android dials the letters of `;ext=12`, the form of RFC 3966.
 */
export function toTelUrl(text: string): string {
  const [number = '', inner] = text.split(extension);
  const isLongEnough = /(?:\d\D*){5}/.test(number);
  const digits = withoutTrunkZero(inner && isLongEnough ? `${number},${inner}` : text)
    .replace(/[^\d*#+,;]/g, '')
    .replace(/(?!^)\+/g, '');
  return `tel:${digits.replaceAll('#', '%23')}`;
}

/** Without the `(0)` of `+44 (0)20 7946 0000`, which is dialled only in the country itself. In Italy (39), it is part of the number. */
export function withoutTrunkZero(number: string): string {
  return number.replace(/((?:\+|(?<!\d)00)(?!\D{0,3}39)[^a-z,;*#+]{1,9})\(0\)/i, '$1');
}
