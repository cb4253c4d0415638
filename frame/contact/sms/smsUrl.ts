import { withoutTrunkZero } from '../../text/telUrl.ts';

/** The `sms:` URL that opens the phone's messaging app; undefined when the number has no digits (CH-159). */
export function toSmsUrl(number: string): string | undefined {
  const digits = withoutTrunkZero(number)
    .replace(/[^\d+]/g, '')
    .replace(/(?!^)\+/g, '');
  return /\d/.test(digits) ? `sms:${digits}` : undefined;
}
