import { describe, expect, it } from 'vitest';
import { type RelayedParts, relayedAddress } from '../../../frame/host/relayedAddress.ts';
import { relayedNames } from '../../../frame/insight/marketing.ts';

/** `test/property/secrets.test.ts` tries names and values of every kind. */

const some: RelayedParts = { parameters: ['x', 'a', 'b', 'page', 'cm-user-id'], path: 'pattern' };
const relay = (address: string, parts: Partial<RelayedParts> = {}) => relayedAddress(address, { ...some, ...parts });

describe('the address that services get', () => {
  it('[BR-35] has no credentials and no fragment', () => {
    expect(relay('https://ada:secret@www.northwind.example:8443/plans/?x=1#access_token=abc')).toBe(
      'https://www.northwind.example:8443/plans/?x=1',
    );
  });

  it.each([
    'about:srcdoc',
    'about:blank',
    'data:text/html,x',
    'blob:https://northwind.example/1',
    'file:///x',
    '',
    'no',
  ])('[BR-35] is empty for %j', (address) => {
    expect(relay(address)).toBe('');
  });

  it('[F-SE19][BR-34] has only parameters that are named', () => {
    const address = 'https://northwind.example/?code=SUMMER&x=1&%74oken=2&X=3&page=4';
    expect(relay(address)).toBe('https://northwind.example/?x=1&page=4');
    expect(relay(address, { parameters: [] })).toBe('https://northwind.example/');
  });

  it.each([
    ['no list', undefined, '?utm_source=news'],
    ['a list', ['x'], '?utm_source=news&x=1'],
    ['an empty list', [], ''],
  ])('[F-SE19] has the parameters of campaigns and the listed ones; with %s', (_, listed, query) => {
    const address = 'https://northwind.example/?utm_source=news&x=1&y=2';
    expect(relay(address, { parameters: relayedNames(listed) })).toBe(`https://northwind.example/${query}`);
  });

  it('[BR-34] does not change those: order, repetitions, escapes, empty values', () => {
    const query = '?b=2&a=%C3%A4%20+&a=&x&page=4111';
    expect(relay(`https://northwind.example/${query}`)).toBe(`https://northwind.example/${query}`);
  });

  it('[BR-34] has no parameter of more than 2,048 characters', () => {
    expect(relay(`https://northwind.example/?a=1&b=${'x'.repeat(2_048)}`)).toBe('https://northwind.example/?a=1');
  });

  it.each([
    ['an e-mail address', 'ada%40northwind.example'],
    ['a JSON web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'],
    ['a bearer token', 'Bearer%20abc'],
    ['an address with parameters', 'https%3A%2F%2Fwww.northwind.example%2F%3Ftoken%3Dabc'],
  ])('[F-SE8][BR-34] has no parameter whose value is %s', (_, value) => {
    expect(relay(`https://northwind.example/?a=1&x=${value}&b=2`)).toBe('https://northwind.example/?a=1&b=2');
  });

  it('[F-SE8][BR-34] never has our own parameters, even if the deployment lists them', () => {
    expect(relay('https://northwind.example/?cm-user-id=ada&page=3&CM-User-Id=ada')).toBe(
      'https://northwind.example/?page=3',
    );
  });

  it('[F-SE8][BR-35] has no e-mail address and no token in its path', () => {
    expect(relay('https://northwind.example/reset/ada%40northwind.example/eyJhbGciOiJIUzI1.e30.x/now')).toBe(
      'https://northwind.example/reset/-/-/now',
    );
  });
});
