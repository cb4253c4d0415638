import { describe, expect, it } from 'vitest';
import { relayedAddress } from '../../../frame/host/relayedAddress.ts';

describe('the page’s URL as services get it', () => {
  it('[BR-35] has no credentials and no fragment', () => {
    expect(relayedAddress('https://ada:secret@www.northwind.example:8443/plans/?x=1#access_token=abc')).toBe(
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
    expect(relayedAddress(address)).toBe('');
  });

  it.each([
    ...['token', 'access_token', 'ID_TOKEN', 'refreshToken', 'code', 'state', 'password', 'passwd', 'client_secret'],
    ...['session', 'sessionid', 'PHPSESSION_ID', 'email', 'cm-email', 'user_email', '%74oken'],
  ])('[BR-34] has no parameter %s', (name) => {
    expect(relayedAddress(`https://northwind.example/?a=1&${name}=tell-nobody&b=2`)).toBe(
      'https://northwind.example/?a=1&b=2',
    );
  });

  it('[BR-34] has only the listed parameters when the deployment lists some', () => {
    const address = 'https://northwind.example/?code=SUMMER&utm_source=news&page=3';
    expect(relayedAddress(address, ['code', 'utm_source'])).toBe(
      'https://northwind.example/?code=SUMMER&utm_source=news',
    );
    expect(relayedAddress(address, [])).toBe('https://northwind.example/');
  });

  it('[BR-34] does not change the other parameters: order, repetitions, escapes, empty and odd values', () => {
    const query = '?b=2&a=%C3%A4%20+&a=&tacticCodeOverride=x&mailingCode=y&flag&%zz=%&=nameless&emails=1';
    expect(relayedAddress(`https://northwind.example/${query}`)).toBe(`https://northwind.example/${query}`);
  });

  it('[BR-34] has no parameter of more than 2,048 characters', () => {
    expect(relayedAddress(`https://northwind.example/?a=1&long=${'x'.repeat(2_048)}`)).toBe(
      'https://northwind.example/?a=1',
    );
  });

  it.each([
    ...[
      'otp',
      'sid',
      'connect.sid',
      'jwt',
      'auth',
      'x-auth',
      'SAMLResponse',
      'SAMLRequest',
      'RelayState',
      'apikey',
      'api_key',
    ],
    ...[
      'iban',
      'card_number',
      'pin',
      'user[email]',
      'e-mail',
      'phone',
      'key',
      'X-Amz-Signature',
      'id_token_hint_token',
    ],
  ])('[F-SE8][BR-34] has no parameter %s', (name) => {
    expect(relayedAddress(`https://northwind.example/?a=1&${name}=tell-nobody&b=2`)).toBe(
      'https://northwind.example/?a=1&b=2',
    );
  });

  it.each([
    ['an e-mail address', 'ada%40northwind.example'],
    ['a JSON web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'],
    ['a bearer token', 'Bearer%20abc'],
    ['an address with a secret', 'https%3A%2F%2Fwww.northwind.example%2F%3Ftoken%3Dabc'],
  ])('[F-SE8][BR-34] has no parameter whose value is %s', (_, value) => {
    expect(relayedAddress(`https://northwind.example/?a=1&x=${value}&b=2`)).toBe('https://northwind.example/?a=1&b=2');
  });

  it('[F-SE8][BR-34] never has our own parameters, even if the deployment lists them', () => {
    const address = 'https://northwind.example/?cm-scheduler-confirmation=N4711&page=3&CM-User-Id=ada';
    expect(relayedAddress(address)).toBe('https://northwind.example/?page=3');
    expect(relayedAddress(address, ['cm-scheduler-confirmation', 'page'])).toBe('https://northwind.example/?page=3');
  });

  it('[F-SE8][BR-35] has no e-mail address and no token in its path', () => {
    expect(relayedAddress('https://northwind.example/reset/ada%40northwind.example/eyJhbGciOiJIUzI1.e30.x/now')).toBe(
      'https://northwind.example/reset/-/-/now',
    );
  });

  it('[BR-34] keeps what only resembles a secret', () => {
    const address =
      'https://northwind.example/@team/100%/4111?inside=1&postal_code=8000&us_state=NY&design=pinboard&q=a@b';
    expect(relayedAddress(address)).toBe(address);
  });
});
