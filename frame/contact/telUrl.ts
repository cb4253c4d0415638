/** The `tel:` URL of a number, with its pauses: `+1 (555) 010-0199,12` becomes `tel:+15550100199,12`. */
export function toTelUrl(number: string): string {
  const digits = number.replace(/[^\d*#+,;]/g, '').replace(/(?!^)\+/g, '');
  return `tel:${digits.replaceAll('#', '%23')}`;
}
