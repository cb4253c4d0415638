import { describe, expect, it } from 'vitest';
import { findSmsNumber } from '../../../frame/contact/sms/smsNumber.ts';
import { toSmsUrl } from '../../../frame/contact/sms/smsUrl.ts';

const rows = [
  { chatService: 'bot' },
  { chatService: 'liveperson', phoneNumbers: 'none' },
  { chatService: 'other', phoneNumbers: [{ phoneNumber: '+1 555 0111', countryCode: 'US' }, 5] },
  {
    chatService: 'lemessaging',
    phoneNumbers: [
      {
        phoneNumber: '+49 30 555010',
        countryCode: 'de',
        product: 'Cloud databases',
        urlLanding: 'https://n.example/sms',
      },
      { phoneNumber: '', countryCode: 'FR' },
      { phoneNumber: '+1 555 0100', countryCode: 'US' },
      { phoneNumber: '+1 555 0199' },
    ],
  },
];

describe('SMS number', () => {
  it('[CH-160] is the routing number for the visitor’s country, ignoring case, with its product and page, and malformed rows are skipped', () => {
    expect(findSmsNumber(rows, 'DE')).toEqual({
      number: '+49 30 555010',
      label: 'Cloud databases',
      href: 'https://n.example/sms',
    });
    expect(findSmsNumber(rows, 'us')?.number).toBe('+1 555 0100');
  });

  it.each(['JP', 'FR', undefined])(
    '[CH-160] is undefined for country %s without a usable entry, so that the bundle’s number stays',
    (country) => {
      expect(findSmsNumber(rows, country)).toBeUndefined();
    },
  );

  it.each([
    ['+1 (555) 010-0199', 'sms:+15550100199'],
    ['555 0100', 'sms:5550100'],
    ['1+2', 'sms:12'],
    ['+44 (0)7700 900000', 'sms:+447700900000'],
    ['call us', undefined],
    ['javascript:alert', undefined],
  ])('[CH-159] converts %s to %s', (number, url) => {
    expect(toSmsUrl(number)).toBe(url);
  });
});
