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
});
