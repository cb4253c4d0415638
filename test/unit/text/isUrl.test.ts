import { expect, it } from 'vitest';
import { isAddress, isUrl } from '../../../frame/text/isUrl.ts';

it.each(['https://example.com', 'http://example.com/a?b=c#d', 'HTTPS://EXAMPLE.COM', 'https://пример.example/ü'])(
  '[SH-114] accepts %s as a URL',
  (text) => {
    expect(isUrl(text)).toBe(true);
  },
);

it.each([
  '',
  'example.com',
  '//example.com',
  'https://',
  'https:///path',
  'https:example.com',
  'https://exa mple.com',
  'ftp://example.com',
  'javascript:alert(1)//https://example.com',
  'data:text/html,https://example.com',
  'mailto:info@example.com',
  'see https://example.com',
  'https://[',
])('[SH-114] treats "%s" as plain text', (text) => {
  expect(isUrl(text)).toBe(false);
});

it('[SH-114] lets a link open a URL, mailto, tel or sms, and nothing else', () => {
  for (const address of ['https://a.example/b', 'mailto:a@b.example', 'tel:+1 555', 'SMS:+1555'])
    expect(isAddress(address)).toBe(true);
  for (const text of ['/contact', 'sales@a.example', 'javascript:alert(1)', 'data:,x', 'tel:', 'mailto: a', ''])
    expect(isAddress(text)).toBe(false);
});
