import { defaultDialingCode } from './limits.ts';

const northAmerican = new Set(['US', 'CA']);
/** SC-086, SC-088: optional +1, groups apart by spaces, dots, hyphens or parentheses. */
const northAmericanNumber = /^(?:\+?1[\s.-]*)?(?:\(\s*[2-9]\d{2}\s*\)|[2-9]\d{2})[\s.-]*[2-9]\d{2}[\s.-]*\d{4}$/;
/** SC-087: digits, spaces, hyphens and plus signs, digits at both ends. */
const otherNumber = /^\d(?:[\d +-]*\d)?$/;
/** Ours: no number is longer (E.164 has 15 digits), with room for separators. Characters. */
const longest = 40;

export function isPhone(text: string, regionCode: string): boolean {
  const number = text.trim();
  if (number.length > longest) return false;
  return (northAmerican.has(regionCode.toUpperCase()) ? northAmericanNumber : otherNumber).test(number);
}

/** SC-097: dialing code, blank, number. A +1 that was typed before the ten digits as well (SC-086) is not said twice. */
export function joinPhone(dialingCode: string, number: string): string {
  const code = dialingCode.trim();
  const typed = number.trim();
  const own = code === '+1' && northAmericanNumber.test(typed) ? typed.replace(/^\+?1[\s.-]*/, '') : typed;
  return `${code} ${own}`.trim();
}

export interface SplitPhone {
  readonly dialingCode: string;
  readonly phoneNumber: string;
}

/** SC-111 to SC-113. `dialingCodes` with or without plus. */
export function splitPhone(
  phone: string,
  clientDialingCountryCode: string,
  dialingCodes: readonly string[],
): SplitPhone {
  const cleaned = phone.replace(/[^\d+\- ]/g, '').trim();
  if (!cleaned.startsWith('+')) return { dialingCode: defaultDialingCode, phoneNumber: tidy(cleaned) };
  const separated = /^(\+\d+)[ -]+(.*)$/.exec(cleaned);
  if (separated) return { dialingCode: separated[1] ?? defaultDialingCode, phoneNumber: tidy(separated[2] ?? '') };
  const known = [clientDialingCountryCode, ...dialingCodes.toSorted((one, other) => other.length - one.length)];
  const prefix = known.map(plus).find((code) => code !== '+' && cleaned.startsWith(code));
  if (!prefix) return { dialingCode: defaultDialingCode, phoneNumber: tidy(cleaned.slice(1)) };
  return { dialingCode: prefix, phoneNumber: tidy(cleaned.slice(prefix.length)) };
}

function plus(code: string): string {
  return `+${code.replace(/\D/g, '')}`;
}

/** What was removed leaves no double blanks. */
function tidy(number: string): string {
  return number.replace(/ {2,}/g, ' ').trim();
}
