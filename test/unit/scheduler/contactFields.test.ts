import { describe, expect, it } from 'vitest';
import {
  type DialingRow,
  defaultDialing,
  matchesDialing,
  regionOfCode,
  toDialingEntries,
} from '../../../frame/scheduler/dialing.ts';
import { isEmail } from '../../../frame/scheduler/email.ts';
import { isPhone, joinPhone, splitPhone } from '../../../frame/scheduler/phone.ts';
import type { SchedulerForm } from '../../../frame/scheduler/records.ts';
import { invalidFields } from '../../../frame/scheduler/validateForm.ts';
import { isolate } from '../../../frame/text/isolate.ts';
import { visibleOptions } from '../../../frame/ui/searchOptions.ts';
import { bookedForm } from '../../support/schedulerFixtures.ts';

describe('dialing codes', () => {
  const row = (regionCode: string, code: string, regionName: string, more: Partial<DialingRow> = {}): DialingRow => ({
    type: 'Country',
    internationalDialingCode: code,
    regionCode,
    regionName,
    regionNameTranslation: '',
    ...more,
  });
  const rows = [
    row('US', '1', 'United States'),
    row('GB', '44', 'United Kingdom'),
    row('CA', '1', 'Canada'),
    row('DE', '49', 'Germany'),
  ];
  const entries = toDialingEntries(rows, 'en-US');

  it('[SC-075][A11Y-39] lists isolated dialing code, region name and region code, sorted by name', () => {
    expect(entries.map(({ label }) => label)).toEqual([
      '\u2066+1\u2069 Canada CA',
      '\u2066+49\u2069 Germany DE',
      '\u2066+44\u2069 United Kingdom GB',
      '\u2066+1\u2069 United States US',
    ]);
  });

  it('[SC-076] lists countries only, translated and sorted by the translation', () => {
    const mixed = [
      row('DE', '49', 'Germany', { regionNameTranslation: 'Deutschland' }),
      row('AT', '43', 'Austria', { regionNameTranslation: 'Österreich' }),
      row('XX', '800', 'Freephone', { type: 'Service' }),
      row('DE', '49', 'Again'),
    ];
    expect(toDialingEntries(mixed, 'de-DE').map(({ regionName }) => regionName)).toEqual(['Deutschland', 'Österreich']);
  });

  it('[SC-077] finds an entry by name, region code, and dialing code with or without plus sign', () => {
    const found = (query: string) =>
      visibleOptions(entries, { selectedId: undefined, query, matches: matchesDialing }).map(({ id }) => id);
    for (const query of ['+44', '44', 'united k', 'GB', ' gb ']) expect(found(query)).toEqual(['GB']);
    expect(found('')).toHaveLength(4);
  });

  it('[SC-077] finds an entry without its accents', () => {
    const french = toDialingEntries([row('US', '1', 'United States', { regionNameTranslation: 'États-Unis' })], 'fr');
    for (const query of ['etats', 'ÉTATS-unis']) {
      expect(visibleOptions(french, { selectedId: undefined, query, matches: matchesDialing })).toEqual(french);
    }
  });

  it('[SC-078] starts with the page’s region, else +1, and distinguishes regions that share a code', () => {
    expect(defaultDialing(entries, 'GB')).toEqual({ code: '+44', regionCode: 'GB' });
    expect(defaultDialing([], 'JP')).toEqual({ code: '+1', regionCode: 'JP' });
    expect(regionOfCode(entries, '+1', 'CA')).toBe('CA');
    expect(regionOfCode(entries, '+1', 'US')).toBe('US');
    expect(regionOfCode(entries, '+49', 'US')).toBe('DE');
  });
});

describe('e-mail', () => {
  it.each(['a@b.com', 'a@b.de', 'first.last+x@mail.example.org', " o'neill@b.co "])('[SC-083] accepts %s', (email) => {
    expect(isEmail(email)).toBe(true);
  });
  it.each([
    'a@b.c',
    'a@b.notatld',
    'a@b',
    'a b@c.com',
    '@b.com',
    'a@',
    'a@@b.com',
    'a@-b.com',
    '.a@b.com',
    'a@b..com',
    '',
  ])('[SC-083] refuses "%s"', (email) => {
    expect(isEmail(email)).toBe(false);
  });
  it('[SC-084] accepts an IPv4 address as the domain, and a port after both kinds of domain', () => {
    for (const good of ['a@10.0.0.1', 'a@b.com:8080', 'a@10.0.0.1:80']) expect(isEmail(good)).toBe(true);
    for (const bad of ['a@b.com:', 'a@b.com:x', 'a@10.0.0', 'a@10.0.0.1.2']) expect(isEmail(bad)).toBe(false);
  });
  it('[SC-085] knows the top-level domains and the limits of IPv4 and ports, and ignores case and outer spaces', () => {
    const names =
      'aero arpa biz com coop edu gov info int mil mobi museum name net org pro travel app cloud dev online shop tech';
    for (const name of names.split(' ')) expect(isEmail(`a@b.${name}`), name).toBe(true);
    expect(isEmail('a@10.0.0.255')).toBe(true);
    expect(isEmail('a@10.0.0.256')).toBe(false);
    expect(isEmail('a@b.com:99999')).toBe(true);
    expect(isEmail('a@b.com:100000')).toBe(false);
    expect(isEmail(' A@B.COM ')).toBe(true);
  });
});

describe('phone', () => {
  it.each(['+1 415 555 2671', '4155552671', '415-555-2671', '1 415 555 2671'])(
    '[SC-086] accepts %s in US and CA',
    (number) => {
      expect(isPhone(number, 'US')).toBe(true);
      expect(isPhone(number, 'CA')).toBe(true);
    },
  );
  it.each(['115 555 2671', '415 155 2671', '415 555 267', '415 555 26711', '+44 20 7946-', ''])(
    '[SC-086] refuses %s in US',
    (number) => {
      expect(isPhone(number, 'US')).toBe(false);
    },
  );
  it('[SC-087] accepts digits, spaces, hyphens and inner plus signs in other regions', () => {
    for (const good of ['20 7946-0958', '5', '20+5']) expect(isPhone(good, 'GB')).toBe(true);
    for (const bad of ['+', '20 7946-', '20a1', '', ' ', '1'.repeat(41)]) expect(isPhone(bad, 'GB')).toBe(false);
  });
  it('[SC-088] validates by the dialing entry’s region, and accepts dots and parentheses in North America', () => {
    expect(isPhone('(415) 555-2671', 'US')).toBe(true);
    expect(isPhone('415.555.2671', 'US')).toBe(true);
    expect(isPhone('(020) 555-2671', 'US')).toBe(false);
    const form: SchedulerForm = { ...bookedForm, phoneNumber: '20 7946 0958', dialingCode: '+44' };
    expect(invalidFields(form, 'GB')).toEqual([]);
    expect(invalidFields(form, 'US')).toEqual(['phoneNumber']);
  });

  it.each([
    ['06.12.34.56.78', 'FR', '+33 06 12 34 56 78'],
    ['0171/2345678', 'DE', '+49 0171 2345678'],
    ['(020) 7946 0958', 'GB', '+44 020 7946 0958'],
    ['+49 (0)171 234-5678', 'US', '+49 171 234-5678'],
    ['+491712345678', 'GB', '+49 1712345678'],
    ['0049 171 2345678', 'GB', '+49 171 2345678'],
    ['+1 (415) 555-2671', 'DE', '+1 (415) 555-2671'],
  ])('[F-PG21] accepts %s in %s, and sends %s', (number, region, sent) => {
    expect(isPhone(number, region)).toBe(true);
    expect(joinPhone({ FR: '+33', DE: '+49', GB: '+44', US: '+1' }[region] ?? '', number)).toBe(sent);
  });

  it('[SC-111] splits off the dialing code, or uses +1 without one', () => {
    expect(splitPhone('+44 20 7946 0958', '', [])).toEqual({ dialingCode: '+44', phoneNumber: '20 7946 0958' });
    expect(splitPhone('415-555-2671', '', [])).toEqual({ dialingCode: '+1', phoneNumber: '415-555-2671' });
  });
  it('[SC-112] removes everything but digits, plus signs, hyphens and spaces', () => {
    expect(splitPhone('+1 (415) 555-2671 x', '', []).phoneNumber).toBe('415 555-2671');
  });
  it('[SC-097][F-SC24] a number in a sentence stays in one piece and runs from left to right', () => {
    expect(isolate('+49 30 555')).toBe('\u2066+49\u00a030\u00a0555\u2069');
  });

  it('[SC-113] uses the given code for a number without a separator, else the longest known code', () => {
    expect(splitPhone('+14155552671', '', ['+1', '+44'])).toEqual({ dialingCode: '+1', phoneNumber: '4155552671' });
    expect(splitPhone('+4915112345', '+49', ['+4'])).toEqual({ dialingCode: '+49', phoneNumber: '15112345' });
    expect(splitPhone('+9715012345', '+1', ['97', '971'])).toEqual({ dialingCode: '+971', phoneNumber: '5012345' });
    expect(joinPhone('+1', ' 415 ')).toBe('+1 415');
  });
});
