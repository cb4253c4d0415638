import { countryCode } from '../text/phoneText.ts';
import { defaultDialingCode } from './limits.ts';

export const isNorthAmerican = (regionCode: string): boolean => /^(?:US|CA)$/i.test(regionCode);

/** SC-086, SC-088: optional +1, groups separated by spaces, dots, hyphens or parentheses. */
const northAmericanNumber = /^(?:\+?1[\s.-]*)?(?:\(\s*[2-9]\d{2}\s*\)|[2-9]\d{2})[\s.-]*[2-9]\d{2}[\s.-]*\d{4}$/;
/** SC-087: digits, spaces, hyphens and plus signs, with a digit at both ends. */
const otherNumber = /^\d(?:[\d +-]*\d)?$/;
/** E.164 allows 15 digits, and this leaves room for separators. In characters. */
const maxPhoneLength = 40;

/** Whether people can be called at what they wrote. A number with its country code follows the rule of that country. */
export function isPhone(text: string, regionCode: string): boolean {
  const split = splitTyped(text, regionCode);
  const number = split?.phoneNumber ?? westernDigits(text).trim();
  if (number.length > maxPhoneLength) return false;
  const followsNorthAmericanRule = split ? split.dialingCode === '+1' : isNorthAmerican(regionCode);
  return followsNorthAmericanRule ? northAmericanNumber.test(number) : otherNumber.test(plainPhone(number));
}

/** Splits a number that was typed with its country code, as in `+49 (0)171 234` or `0049 171 234`. Undefined for any other. */
export function splitTyped(text: string, regionCode: string): SplitPhone | undefined {
  const typed = westernDigits(text).trim();
  // North Americans dial 011 instead of 00.
  const number = isNorthAmerican(regionCode) ? typed : typed.replace(/^00(?=[1-9])/, '+');
  const dialingCode = countryCode.exec(number)?.[0];
  if (dialingCode === undefined) return undefined;
  const local = number.slice(dialingCode.length).replace(/^[\s./-]*\(0\)/, '');
  return { dialingCode, phoneNumber: local.replace(/^[\s./-]+/, '') };
}

/** The number in digits, spaces, hyphens and plus signs: people also write `06.12.34`, `0171/234` and `(020) 7946`. */
function plainPhone(text: string): string {
  return tidy(westernDigits(text).replace(/[\s./()]+/g, ' '));
}

/**
 * Replaces the digits of every script, full-width signs and dashes by ASCII, which services require: ٠١٢, ०१२ and ０１２ become
 * 012. The digits of a script are consecutive code points, from zero to nine, and those of the next script may follow
 * directly.
 */
function westernDigits(text: string): string {
  const plain = text.normalize('NFKC').replace(/[\u2010-\u2015\u2212]/g, '-');
  return plain.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let before = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
    return String(before % 10);
  });
}

/** SC-097: dialing code, space, number. Removes a +1 that was typed with the number (SC-086), so that it is sent once. */
export function joinPhone(dialingCode: string, number: string): string {
  const split = splitTyped(number, '');
  const code = split?.dialingCode ?? dialingCode.trim();
  const typed = split?.phoneNumber ?? westernDigits(number).trim();
  const isNorthAmerican = code === '+1' && northAmericanNumber.test(typed);
  return `${code} ${isNorthAmerican ? typed.replace(/^1[\s.-]*/, '') : plainPhone(typed)}`.trim();
}

export interface SplitPhone {
  readonly dialingCode: string;
  readonly phoneNumber: string;
}

/** SC-111 to SC-113. `dialingCodes` may lack the plus sign. */
export function splitPhone(
  phone: string,
  clientDialingCountryCode: string,
  dialingCodes: readonly string[],
): SplitPhone {
  const cleaned = westernDigits(phone)
    .replace(/[^\d+\- ]/g, '')
    .trim();
  const ownCode = withPlus(clientDialingCountryCode);
  if (!cleaned.startsWith('+'))
    return { dialingCode: (cleaned && ownCode) || defaultDialingCode, phoneNumber: tidy(cleaned) };
  const codes = [ownCode, ...dialingCodes.map(withPlus).sort((one, other) => other.length - one.length)];
  // The code may be followed by a separator or, as in +49151 12345678, by the area code.
  const code = codes.find((one) => one && cleaned.startsWith(one)) ?? countryCode.exec(cleaned)?.[0];
  const number = cleaned.slice(code?.length ?? 1).replace(/^[ -]+/, '');
  return { dialingCode: code ?? defaultDialingCode, phoneNumber: tidy(number) };
}

/** Empty without digits. */
function withPlus(code: string): string {
  return code.replace(/\D/g, '').replace(/^(?=\d)/, '+');
}

/** Collapses the double spaces that removed characters leave behind. */
function tidy(number: string): string {
  return number.replace(/ {2,}/g, ' ').trim();
}
