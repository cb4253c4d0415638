import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../frame/contact/privacy/collectData.ts';
import { type RelayedParts, relayedAddress } from '../../frame/host/relayedAddress.ts';
import { marketingParameters } from '../../frame/insight/marketing.ts';
import { toLine } from '../../frame/platform/logLine.ts';

/** Addresses of a bank's pages, with all that they may have in them. */

const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9]\\d{${length - 1}}$`));
const card = fc
  .tuple(fc.constantFrom('4', '51', '37'), digits(13))
  .map(([first, rest]) => withCheckDigit(first + rest));
const iban = fc
  .tuple(fc.constantFrom('DE', 'FR', 'GB', 'NO'), digits(20))
  .map(([country, number]) => `${country}89${number.slice(0, country === 'NO' ? 11 : 18)}`);
const random = (alphabet: string, min: number, max: number) =>
  fc
    .array(fc.constantFrom(...alphabet), { minLength: min, maxLength: max })
    .map((all) => all.join(''))
    .filter((text) => /\d/.test(text) && /[A-Za-z]/.test(text));
const hex = random('0123456789abcdef', 24, 64);
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const token = random(`${letters}0123456789-_`, 32, 64);
const jwt = fc.tuple(token, token).map(([one, other]) => `eyJhbGciOiJI${one}.${one}.${other}`);
const secret = fc.oneof(card, iban, hex, token, jwt, fc.uuid());
const email = fc.constantFrom('ada@northwind.example', 'ada.lovelace+bank@mail.northwind.example');

const names = fc.constantFrom(
  ...[
    'otpcode',
    'mfa',
    'accountNo',
    'PHPSESSID',
    'password_reset',
    'JSESSIONID',
    'sessionKey',
    'x-csrf-token',
    'TAN',
    'mTAN',
  ],
  ...[
    'smsTan',
    'cardNumber',
    'card_no',
    'cvv2',
    'IBAN',
    'kontonummer',
    'customerId',
    'user[email]',
    'loginHint',
    'id_token',
  ],
  ...[
    'code',
    'state',
    'nonce',
    'SAMLResponse',
    'RelayState',
    'ticket',
    'magic',
    'reset',
    'key',
    'sig',
    'hash',
    'invite',
    'q',
  ],
  ...[
    'dob',
    'ssn',
    'taxId',
    'phone',
    'balance',
    'beneficiary',
    'amount',
    'ref',
    'contract',
    'policy',
    'gclid',
    'fbclid',
    '__proto__',
  ],
);
const spaced = fc.oneof(
  secret,
  iban.map((text) => text.replace(/(.{4})/g, '$1 ')),
  card.map((text) => text.replace(/(.{4})/g, '$1-')),
);

function withCheckDigit(digitsBefore: string): string {
  for (let check = 0; check < 10; check += 1) {
    const sum = [...`${digitsBefore}${check}`].reverse().reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    if (sum % 10 === 0) return `${digitsBefore}${check}`;
  }
  return digitsBefore;
}

const relayed: RelayedParts = { parameters: marketingParameters, path: 'pattern' };
const page = 'https://www.bank.example';

describe('an address that services get', () => {
  it('[F-SE19] has no parameter but those of campaigns, whatever the others are called', () => {
    fc.assert(
      fc.property(names, fc.oneof(spaced, fc.string()), (name, value) => {
        const address = `${page}/cards?utm_source=news&${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
        expect(relayedAddress(address, relayed)).toBe(`${page}/cards?utm_source=news`);
      }),
    );
  });

  it('[F-SE19] has no secret as the value of a parameter that is allowed, also where the deployment names it', () => {
    const named = { parameters: [...marketingParameters, 'page'], path: 'all' } as const;
    fc.assert(
      fc.property(fc.constantFrom('utm_content', 'page'), fc.oneof(spaced, email), (name, value) => {
        expect(relayedAddress(`${page}/?${name}=${encodeURIComponent(value)}`, named)).toBe(`${page}/`);
      }),
    );
  });

  it('[F-SE19] has no id and no secret in its path', () => {
    const id = fc.oneof(spaced, email, digits(5), digits(9), fc.stringMatching(/^[A-Z]{2}\d{6}$/));
    fc.assert(
      fc.property(id, fc.constantFrom('reset', 'accounts', 'invite'), (value, before) => {
        const address = `${page}/${before}/${encodeURIComponent(value)}/now`;
        expect(relayedAddress(address, relayed)).toBe(`${page}/${before}/-/now`);
        expect(relayedAddress(address, { ...relayed, path: 'origin' })).toBe(`${page}/`);
      }),
    );
  });

  const separator = fc.constantFrom('-', '.', ' ', '_', '/', '–', ':', ',');
  const grouped = fc
    .tuple(fc.array(fc.stringMatching(/^\d{1,4}$/), { minLength: 2, maxLength: 6 }), separator)
    .filter(([groups]) => groups.join('').length >= 5)
    .map(([groups, between]) => groups.join(between));
  const birthday = fc
    .tuple(
      fc.integer({ min: 1900, max: 2026 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 31 }),
      separator,
    )
    .chain(([year, month, day, between]) =>
      fc.constantFrom(
        [year, month, day].join(between),
        [day, month, year].join(between),
        [month, day, year].join(between),
      ),
    );
  const prefixed = fc
    .tuple(
      fc.constantFrom('+', '(', 'no-', 'GB ', 'customer-', '#', '±'),
      grouped,
      fc.constantFrom('', ')', '-C', '.html'),
    )
    .map((parts) => parts.join(''));

  it('[F-SE19] has no account, phone number or date of birth with punctuation in its path', () => {
    fc.assert(
      fc.property(fc.oneof(grouped, birthday, prefixed), fc.constantFrom('accounts', 'dob'), (value, before) => {
        const address = `${page}/${before}/${encodeURIComponent(value)}/now`;
        expect(relayedAddress(address, relayed)).toBe(`${page}/${before}/-/now`);
      }),
    );
  });

  it.each([
    '123-45-6789',
    '20-45-67',
    '1980-05-12',
    '12.5.1980',
    '555-123-4567',
    '+1-202-555-0134',
    '756.9217.0769.85',
    '1234-5678',
    'AB-12-34-56-C',
    '12345-2026',
    '٤٧١١٠٤٢',
  ])('[F-SE19] has no id in its path: %s', (value) => {
    expect(relayedAddress(`${page}/customers/${value}/now`, relayed)).toBe(`${page}/customers/-/now`);
  });

  it('[F-SE19] has no secret in its path, also where the deployment relays all of it', () => {
    fc.assert(
      fc.property(fc.oneof(spaced, email), (value) => {
        const address = `${page}/reset/${encodeURIComponent(value)}`;
        expect(relayedAddress(address, { ...relayed, path: 'all' })).toBe(`${page}/reset/-`);
      }),
    );
  });

  it.each([
    '/de/girokonto/junges-konto-2026',
    '/best-savings-accounts-for-students-and-their-families-2026/',
    '/blog/2026/11/28/what-is-an-iban.html',
    '/reports/report-2026',
    '/cards/top-10-cards-2026',
    '/cards/top_100_cards_2026.html',
    '/2026/11/28',
    '/produkte/kreditkarten/platin_card.aspx',
    '/%D9%82%D8%B1%D9%88%D8%B6/المنازل',
    '/@team/100%/4111',
  ])('[F-SE19] keeps the path of an ordinary page: %s', (path) => {
    const { pathname } = new URL(page + path);
    expect(relayedAddress(page + path, relayed)).toBe(page + pathname);
  });
});

describe('what is written or copied', () => {
  it('[F-SE19][F-SE28] a line of the log has no token, IBAN or card number', () => {
    fc.assert(
      fc.property(spaced, fc.constantFrom('detail', 'reason', 'id'), (value, field) => {
        for (const detail of [`Refused: ${value} is unknown`, { [field]: `x ${value}` }, new Error(value)])
          expect(toLine('A call failed.', detail)).not.toContain(value.trim());
      }),
    );
  });

  it.each(['secret', 'authorization', 'sessionKey', 'credential', 'refresh_token', 'apiKey', 'PHPSESSID', 'otpcode'])(
    '[F-SE28] no copy of the visitor’s data and no line of the log has the value of %s',
    (name) => {
      const data = { service: [{ [name]: 'tell-nobody', deep: { [name]: ['tell-nobody', 4711] } }], kept: 'yes' };
      expect(JSON.stringify(withoutSecrets(data))).not.toMatch(/tell-nobody|4711/);
      expect(JSON.stringify(withoutSecrets(data))).toContain('yes');
      expect(toLine('x', data)).not.toMatch(/tell-nobody|4711/);
    },
  );

  it('[F-SE28] a copy has no token under any name, and keeps what the visitor has written', () => {
    fc.assert(
      fc.property(fc.oneof(hex, token, jwt), (value) => {
        expect(JSON.stringify(withoutSecrets({ note: value }))).not.toContain(value);
      }),
    );
    const written = { text: 'My IBAN is DE89370400440532013000.', email: 'ada@northwind.example' };
    expect(withoutSecrets(written)).toEqual(written);
  });
});
