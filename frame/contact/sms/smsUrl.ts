/** The address that opens the phone's own messages with this number; undefined for a text without digits (CH-159). */
export function toSmsUrl(number: string): string | undefined {
  const digits = number.replace(/[^\d+]/g, '').replace(/(?!^)\+/g, '');
  return /\d/.test(digits) ? `sms:${digits}` : undefined;
}
