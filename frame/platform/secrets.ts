/**
 * What must not be written to the console, sent to a service in an address, or copied to a file: one list of names, and the forms of
 * tokens, IBANs and card numbers. Each runs in linear time, because the texts come from pages and services.
 */

/** Anywhere in a name: `resetToken`, `PHPSESSID`, `password_reset`. */
const secretPart =
  /token|passw|passcode|passphrase|secret|sess(ion)?(id|key)|credential|authori[sz]ation|jwt|otp|saml|assertion|signature|cookie|iban|(api|access|private|auth|client)key/i;
/** As one of the words of a name: `user_pin`, but not `pinboard`. */
const secretWord = /^(pin|tan|mfa|auth|sid|sig|pwd|pass|nonce|relaystate|session|cvv|cvc|ssn)$/i;
/** Words that say something about a person. */
const personalWord =
  /^(user|username|login|mail|email|phone|mobile|tel|name|firstname|lastname|surname|birthdate|birthday|dob|customer)$/i;

const maxNameLength = 256;

/** `user[mailAddress]` has the words `mail` and `Address`. */
const wordsOf = (name: string): readonly string[] =>
  name
    .slice(0, maxNameLength)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/);

/** Whether a field with this name holds a password, a token or a number that opens something. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  return secretPart.test(words.join('')) || words.some((word) => secretWord.test(word));
}

/** Whether a field with this name says who the visitor is. */
export const isPersonalName = (name: string): boolean => wordsOf(name).some((word) => personalWord.test(word));

/** Whether a value may not be sent: a token, an IBAN, a card number, an e-mail address, or an address with parameters of its own. */
export function isSecretValue(value: string): boolean {
  return isToken(value) || withoutNumbers(value) !== value || hasEmailAddress(value) || /[?&#;][^=?&#;]+=/.test(value);
}

/** Whether a value opens something: it has the form of a JSON web token, or is one random word. */
export function isToken(value: string): boolean {
  return /(?<![\w-])eyJ[\w-]{8,}\./.test(value) || /^bearer\s/i.test(value) || isRandom(value);
}

/** Whether a word has many changes between letters and digits, or is long in hexadecimal. No word of a language is. */
function isRandom(word: string): boolean {
  if (word.length < 16 || /[^\w.~+/=-]/.test(word)) return false;
  const compact = word.replace(/[^A-Za-z\d]/g, '');
  if (compact.length >= 16 && /\d/.test(compact) && /^[\da-f]+$/i.test(compact)) return true;
  const changes = compact.match(/[a-z]+|[A-Z]+|\d+/g)?.length ?? 0;
  return changes > 1 + compact.length / 4 || word.split(/[^A-Za-z\d]+/).some(isMixed);
}

const isMixed = (part: string): boolean =>
  part.length >= 12 && /[A-Za-z]/.test(part) && part.replace(/\D/g, '').length >= 2;

/**
 * Whether a part of a path names one person, account, day or order, rather than a page: `4711042`, `20-45-67`, `1980-05-12`, `ab12cd34`,
 * a token. Digits count together, whatever separates them, without the year at the end of a title: `top-10-cards-2026`.
 */
export function isId(part: string): boolean {
  if (isSecretValue(part)) return true;
  const untilYear = part.replace(/(?<=\p{L}{3}[-_])20\d\d(?=(?:\.[a-z]{1,5})?$)/iu, '');
  return digitsIn(untilYear) >= 5 || part.split(/[^\p{L}\p{N}]+/u).some(isMixedId);
}

function isMixedId(word: string): boolean {
  const digits = digitsIn(word);
  return digits >= 3 && word.length >= 6 && digits < word.length;
}

const digitsIn = (text: string): number => text.replace(/\P{Nd}/gu, '').length;

/** Replaces IBANs and card numbers, as people and programs write them. */
export function withoutNumbers(text: string): string {
  return text
    .replace(/\b[a-z]{2}\d\d[a-z\d -]*/gi, withoutIban)
    .replace(/\d[\d -]*/g, (found) => (isCardNumber(found) ? '(card)' : found));
}

/** The text starts like an IBAN: a country, check digits, then groups of four. Words may follow. */
function withoutIban(text: string): string {
  const [found = ''] = /^[a-z]{2}\d\d(?:[ -]?[a-z\d]{4}){2,7}(?:[ -]?[a-z\d]{1,3}\b)?/i.exec(text) ?? [];
  const compact = found.replace(/[ -]/g, '');
  return compact.length >= 15 && compact.replace(/\D/g, '').length >= 8 ? `(iban)${text.slice(found.length)}` : text;
}

/** 13 to 19 digits with the check digit of Luhn. */
function isCardNumber(found: string): boolean {
  const digits = found.replace(/\D/g, '');
  if (digits.length < 13 || digits.length > 19) return false;
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

/** Runs in linear time, unlike one pattern with two repetitions. */
function hasEmailAddress(text: string): boolean {
  const parts = text.split('@');
  return parts
    .slice(1)
    .some((after, at) => /[^\s/]$/.test(parts[at] ?? '') && /^[^\s/?#]{1,255}\.[a-z]{2}/i.test(after));
}
