/** Recognises what must not be sent to a service in an address: secrets and personal data (BR-34). */

/** Only as whole names, because longer names often contain them: `postal_code`, `us_state`, `sort_key`. */
const secretNames =
  /^(code|state|key|user|user_?name|login|phone|mobile|tel|ticket|nonce|relaystate|first_?name|last_?name|birth_?date|dob|ssn|cvv|cvc)$/i;
/** The end of a name, with anything before it. */
const secretEnd =
  /(token|passw(or)?d|secret|session(_?id)?|e-?mail|otp|jwt|credentials?|iban|authorization|saml(request|response|art)|(api|access|private|auth)[-_]?key|signature|assertion)$/i;
/** The last word of a name: `user_sid` matches, `inside` does not. */
const secretWord = /(^|[^a-z])(sid|auth|pin|tan|sig|bic|pwd|pass|card(_?number)?|account(_?number)?)$/i;

/** Whether a parameter's name says that its value is a secret. `user[email]` is treated as `email`. */
export function isSecretName(name: string): boolean {
  const bare = name.endsWith(']') ? name.slice(name.lastIndexOf('[') + 1, -1) : name;
  return secretNames.test(bare) || secretEnd.test(bare) || secretWord.test(bare);
}

/** Whether a value looks secret under any name: a token, an e-mail address, or a URL with a secret parameter. */
export function isSecretValue(value: string): boolean {
  return (
    /(?<![\w-])eyJ[\w-]{8,}\./.test(value) ||
    /^bearer\s/i.test(value) ||
    hasEmailAddress(value) ||
    namesOf(value).some(isSecretName)
  );
}

/** Runs in linear time, unlike one pattern with two repetitions. */
function hasEmailAddress(text: string): boolean {
  const parts = text.split('@');
  return parts
    .slice(1)
    .some((after, at) => /[^\s/]$/.test(parts[at] ?? '') && /^[^\s/?#]{1,255}\.[a-z]{2}/i.test(after));
}

/** The names of parameters in a value that is an address itself, such as a page to return to. */
function namesOf(value: string): readonly string[] {
  return [...value.matchAll(/[?&#;]([^=?&#;]+)=/g)].map(([, name = '']) => name);
}
