import { describe, expect, it } from 'vitest';
import { defaultDialing, matchesDialing, regionOfCode, toDialingEntries } from '../../../frame/scheduler/dialing.ts';
import { asciiDomain, isEmail } from '../../../frame/scheduler/email.ts';
import { isPhone, joinPhone, splitPhone } from '../../../frame/scheduler/phone.ts';
import { checkedFields, invalidFields, sectionOf } from '../../../frame/scheduler/validateForm.ts';
import { visibleOptions } from '../../../frame/ui/searchOptions.ts';
import { bookedForm } from '../../support/schedulerFixtures.ts';

/** The forms in which visitors and services write addresses and numbers, up to the longest. */

describe('e-mail', () => {
  it.each([
    [`a@${'b'.repeat(63)}.com`, true],
    [`a@${'b'.repeat(64)}.com`, false],
    [`a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.abcd.com`, true],
    [`a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.abcde.com`, false],
  ])('[SC-083] %s: %s', (email, isIt) => {
    expect(isEmail(email)).toBe(isIt);
  });

  it.each([
    'a.@b.com',
    'a..b@c.com',
    'a@b-.com',
    'a@.com',
    'a@b.c1',
    'a@b.1',
    'a@b.com.',
    'a@com',
    'a@b_c.com',
    'a(b@c.com',
  ])('[SC-083] refuses %s', (email) => {
    expect(isEmail(email)).toBe(false);
  });

  it.each(['a@b', 'a@10.0.0.1000', 'a@10.0.0.x', 'a@10.0.0.-1', 'a@10.0.0.1e1', 'a@1.2.3.4.5'])(
    '[SC-084] refuses %s',
    (email) => {
      expect(isEmail(email)).toBe(false);
    },
  );

  it('[SC-085] goes by the whole list of domains once that is known, and takes every country', () => {
    const known = new Set(['com', 'museum', 'xn--p1ai']);
    expect(isEmail('a@b.MUSEUM', known)).toBe(true);
    expect(isEmail('a@b.org', known)).toBe(false);
    expect(isEmail('a@b.zz', known)).toBe(true);
    expect(isEmail('a@b.museum')).toBe(true);
    expect(isEmail('ж@пример.рф', known)).toBe(true);
  });

  it('[SC-085] writes a domain as the domain name system does', () => {
    expect(asciiDomain('Example.com')).toBe('Example.com');
    expect(asciiDomain('пример.рф')).toBe('xn--e1afmkfd.xn--p1ai');
    expect(asciiDomain('ü ü')).toBe('');
  });
});

describe('phone', () => {
  it.each([
    '+1-415-555-2671',
    '1.415.555.2671',
    '( 415 )5552671',
    '(415)555-2671',
    '٤١٥ ٥٥٥ ٢٦٧١',
    '４１５－５５５－２６７１',
  ])('[SC-086] accepts %s in US, also in lower case', (number) => {
    expect([isPhone(number, 'US'), isPhone(number, 'us')]).toEqual([true, true]);
  });

  it.each(['2 415 555 2671', '(415 555 2671', '415) 555 2671', 'x415 555 2671', '415 555 2671x', '++1 415 555 2671'])(
    '[SC-086] refuses %s in US',
    (number) => {
      expect(isPhone(number, 'US')).toBe(false);
    },
  );

  it('[SC-087] accepts 40 characters at most, between outer spaces, in any script', () => {
    expect(isPhone(` ${'1'.repeat(40)} `, 'GB')).toBe(true);
    expect(isPhone('1'.repeat(41), 'GB')).toBe(false);
    for (const digits of ['०१२३४५६७८९', '٠١٢٣٤٥٦٧٨٩', '𝟘𝟙𝟚']) expect(isPhone(digits, 'IN')).toBe(true);
  });

  it('[SC-097] sends the digits that services take, and +1 once', () => {
    expect(joinPhone('+49', '०१२३४५६७८९')).toBe('+49 0123456789');
    expect(joinPhone('+49', '030 – 555')).toBe('+49 030 - 555');
    expect(joinPhone(' +1 ', '+1 (415) 555-2671')).toBe('+1 (415) 555-2671');
    expect(joinPhone('+1', '1-415 555 2671')).toBe('+1 415 555 2671');
    expect(joinPhone('+1', '1 415')).toBe('+1 1 415');
    expect(joinPhone('+44', '1 415 555 2671')).toBe('+44 1 415 555 2671');
    expect(joinPhone('', '5')).toBe('5');
  });

  it.each<[string, string, readonly string[], string, string]>([
    ['+44-20 7946', '', [], '+44', '20 7946'],
    ['+44  (0)20  7946', '', [], '+44', '020 7946'],
    ['+49301234', '', [], '+49', '301234'],
    ['+49151 12345678', '', [], '+49', '151 12345678'],
    ['+4420 79460018', '', ['+44'], '+44', '20 79460018'],
    ['+1415 555 2671', '', ['+1', '+1242'], '+1', '415 555 2671'],
    ['+1242 555 2671', '', ['+1', '+1242'], '+1242', '555 2671'],
    ['98765 43210', '91', [], '+91', '98765 43210'],
    ['+49301234', '49', [], '+49', '301234'],
    ['+49301234', '', ['', '4', '49'], '+49', '301234'],
    ['', '+49', ['+49'], '+1', ''],
    ['+٤٤ ٢٠', '', [], '+44', '20'],
    [' (+44) 20 7946', '', [], '+44', '20 7946'],
    ['+44 - 20 - 7946', '', [], '+44', '20 - 7946'],
    ['+ 20 7946', '', [], '+1', '20 7946'],
    ['++44 20 7946', '', [], '+1', '+44 20 7946'],
  ])('[SC-111][SC-113] splits %s with the code "%s" and the list %j into %s and %s', (phone, code, list, ...parts) => {
    const { dialingCode, phoneNumber } = splitPhone(phone, code, list);
    expect([dialingCode, phoneNumber]).toEqual(parts);
  });
});

describe('dialing codes', () => {
  const row = { type: 'Country', regionNameTranslation: '' };
  const rows = [
    {
      ...row,
      regionCode: 'de',
      internationalDialingCode: '+4 9',
      regionName: 'Germany',
      regionNameTranslation: ' Deutschland ',
    },
    { ...row, regionCode: 'US', internationalDialingCode: '1', regionName: 'United States' },
    { ...row, regionCode: 'CA', internationalDialingCode: '1', regionName: 'Canada' },
    { ...row, regionCode: 'XX', internationalDialingCode: 'none', regionName: 'No code' },
    { ...row, regionCode: '', internationalDialingCode: '7', regionName: 'No region' },
  ];
  const entries = toDialingEntries(rows, 'en');

  it('[SC-075][SC-076] have a region and digits', () => {
    expect(toDialingEntries(rows, 'en')).toEqual([
      { id: 'CA', code: '+1', regionName: 'Canada', label: '\u2066+1\u2069 Canada CA' },
      { id: 'DE', code: '+49', regionName: 'Deutschland', label: '\u2066+49\u2069 Deutschland DE' },
      { id: 'US', code: '+1', regionName: 'United States', label: '\u2066+1\u2069 United States US' },
    ]);
    for (const locale of ['no such tag!', 'xx']) expect(toDialingEntries(rows, locale)).toHaveLength(3);
  });

  it('[SC-157] are sorted as the language sorts', () => {
    const swedish = ['Österrike', 'Zambia', 'Angola'].map((regionName, at) => ({
      ...rows[1],
      regionName,
      regionCode: `A${at}`,
    }));
    const namesIn = (locale: string) =>
      toDialingEntries(swedish as typeof rows, locale).map(({ regionName }) => regionName);
    expect(namesIn('sv')).toEqual(['Angola', 'Zambia', 'Österrike']);
    expect(namesIn('de')).toEqual(['Angola', 'Österrike', 'Zambia']);
  });

  it('[SC-077] are found by the beginning of the code, any part of the name, and the whole region code', () => {
    const found = (query: string) =>
      visibleOptions(entries, { selectedId: undefined, query, matches: matchesDialing }).map(({ id }) => id);
    expect(found('4')).toEqual(['DE']);
    expect(found('9')).toEqual([]);
    expect(found('states')).toEqual(['US']);
    expect(found('C')).toEqual(['CA', 'DE']);
    expect(found('+1 c')).toEqual([]);
    expect(found('  ')).toHaveLength(3);
  });

  it('[SC-078] ignore the case of a region, and have none for an unknown code', () => {
    expect(defaultDialing(entries, 'de')).toEqual({ code: '+49', regionCode: 'DE' });
    expect(regionOfCode(entries, '+1', 'us')).toBe('US');
    expect(regionOfCode(entries, '+1', 'DE')).toBe('CA');
    expect(regionOfCode(entries, '+33', 'US')).toBe('');
  });
});

describe('a form', () => {
  it('[SC-090] is checked in the order of the screen, each field in its section', () => {
    const empty = Object.fromEntries(Object.keys(bookedForm).map((name) => [name, ''])) as unknown as typeof bookedForm;
    expect(invalidFields({ ...empty, privacyViewed: false }, 'US')).toEqual([...checkedFields]);
    expect(checkedFields.map(sectionOf)).toEqual(['QUESTION', 'CALENDAR', ...Array(6).fill('CONTACT_INFO')]);
  });

  it('[SC-080] has a time with an end', () => {
    expect(invalidFields({ ...bookedForm, selectedTimeEnd: ' ' }, 'US')).toEqual(['selectedTime']);
  });
});
