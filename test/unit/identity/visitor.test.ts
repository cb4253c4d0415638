import { describe, expect, it } from 'vitest';
import { isCountryIn, isIpAddress } from '../../../frame/host/country.ts';
import { parseQueryParameters } from '../../../frame/host/queryParameters.ts';
import { knownOf } from '../../../frame/identity/knownOf.ts';
import { toQueryUserInfo } from '../../../frame/identity/queryUserInfo.ts';
import {
  countryOf,
  isSignedIn,
  mergeVisitor,
  parseUserInfo,
  uniqueIdOf,
  type VisitorSource,
} from '../../../frame/identity/visitor.ts';

const query = (text: string) => parseQueryParameters(`https://www.example.com/?${text}`);

describe('addresses and countries', () => {
  it.each([
    ['1.2.3.4', true],
    ['255.255.255.255', true],
    ['256.1.1.1', false],
    ['::1', false],
    ['abc', false],
    ['1.2.3', false],
    ['1.2.3.4.5', false],
    ['1.2.3.4 ', false],
    ['1..2.3', false],
    ['', false],
  ])('[SH-107] "%s" is an IP address: %s', (text, expected) => {
    expect(isIpAddress(text)).toBe(expected);
  });

  it('[SH-107] a country is compared ignoring case', () => {
    expect(isCountryIn('DE', ['de'])).toBe(true);
    expect(isCountryIn('de', ['DE'])).toBe(true);
    expect(isCountryIn('at', ['de'])).toBe(false);
    expect(isCountryIn(undefined, [''])).toBe(false);
  });
});

describe('user info', () => {
  const all = {
    country: 'DE',
    iui: 'u-1',
    ip: '203.0.113.7',
    signedin: true,
    email: 'mia@example.com',
    accountId: 'a-1',
    accountType: 'trial',
    firstName: 'Mia',
    lastName: 'Weber',
    company: 'Northwind',
    phone: '+49 30 901820',
    userId: 'id-1',
    ticketId: 't-1',
  };

  it('[SH-104] has the thirteen fields and nothing else', () => {
    expect(parseUserInfo('page', { ...all, token: 'secret', role: 'admin' })).toEqual(all);
  });

  it('[SH-104] does not have empty strings or values of the wrong type', () => {
    expect(parseUserInfo('page', { email: ' ', signedin: 'perhaps', firstName: true })).toEqual({});
  });

  it.each([
    ['true', true],
    ['1', true],
    ['FALSE', false],
    ['0', false],
  ])('[SH-104] has the flag "%s" as %s', (text, flag) => {
    expect(parseUserInfo('support', { signedin: text })).toEqual({ signedin: flag });
  });

  it.each([
    [{ signedin: true }, true],
    [{ signedin: false, iui: 'u-1' }, false],
    [{ iui: 'u-1' }, true],
    [{ userId: 'id-1', email: 'mia@example.com' }, false],
    [{}, false],
  ])('[SH-104] with %j means signed in: %s', (info, expected) => {
    expect(isSignedIn(info)).toBe(expected);
  });

  it('[SH-105] has the fields of the analytics profile under our names', () => {
    expect(
      parseUserInfo('profile', {
        authenticated: true,
        iamId: 'IBMid-1',
        emailAddress: 'mia@example.com',
        accountGuid: 'guid',
        accountPlan: 'trial',
      }),
    ).toEqual({ signedin: true, userId: 'IBMid-1', email: 'mia@example.com', accountId: 'guid', accountType: 'trial' });
  });

  it('[SH-105] ignores the names of the profile in other sources', () => {
    expect(parseUserInfo('page', { authenticated: true, iamId: 'IBMid-1' })).toEqual({});
  });

  it('[SH-107] does not have an invalid IP address', () => {
    expect(parseUserInfo('page', { ip: '::1', country: 'DE' })).toEqual({ country: 'DE' });
  });
});

describe('the order of sources', () => {
  const order: VisitorSource[] = ['query', 'page', 'profile', 'support', 'geo'];

  it.each(order.map((_, index) => [order.slice(index)]))('[SH-106] prefers the first of %j', (present) => {
    const sources = Object.fromEntries(
      present.toReversed().map((source) => [source, { country: source, iui: source }]),
    );
    expect(mergeVisitor(sources)).toEqual({ country: present[0], iui: present[0] });
  });

  it('[SH-106] applies to each field separately', () => {
    expect(
      mergeVisitor({
        geo: { country: 'US', ip: '203.0.113.7' },
        support: { iui: 's', signedin: true },
        page: { signedin: false },
      }),
    ).toEqual({ country: 'US', ip: '203.0.113.7', iui: 's', signedin: false });
  });

  it('[SH-106] prefers iui to userId as the unique id', () => {
    expect([uniqueIdOf({ iui: 'a', userId: 'b' }), uniqueIdOf({ userId: 'b' }), uniqueIdOf({})]).toEqual([
      'a',
      'b',
      undefined,
    ]);
  });

  it('[CH-014] gives nobody the id of a visitor who has signed out', () => {
    expect(uniqueIdOf({ iui: 'a', userId: 'b', signedin: false })).toBeUndefined();
  });

  it.each([
    [{ email: 'a@b.example', userId: 'a' }, true],
    [{ email: 'a@b.example', signedin: false }, true],
    [{ email: 'a@b.example', signedin: false, userId: 'a' }, false],
    [{ email: 'a@b.example', signedin: false, iui: 'a' }, false],
  ])('[CH-014] fills forms with %j: %s', (info, isKnown) => {
    expect(knownOf(info)).toEqual(isKnown ? info : {});
  });
});

describe('overrides in the query', () => {
  it.each([
    ['cm-user-id=u-9', { userId: 'u-9', iui: 'u-9' }],
    ['cm-country=fr', { country: 'fr' }],
    ['cm-email=a@example.com', { email: 'a@example.com' }],
    ['cm-signedin=true', { signedin: true }],
    ['cm-signedin=false', { signedin: false }],
    ['cm-ip=203.0.113.9', { ip: '203.0.113.9' }],
    ['cm-ip=::1', {}],
    ['cm-country', {}],
  ])('[SH-102] %s sets %j', (text, info) => {
    expect(toQueryUserInfo(query(text))).toEqual(info);
  });

  it('[SH-102] prefer the region to the visitor’s country', () => {
    expect(countryOf({ country: 'DE' }, query('cm-region=US'))).toBe('US');
    expect(countryOf({ country: 'DE' }, query(''))).toBe('DE');
  });
});
