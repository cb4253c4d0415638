import { expect, it } from 'vitest';
import { isUrl } from '../../../frame/text/isUrl.ts';

it.each(['https://example.com', 'http://example.com/a?b=c#d', 'HTTPS://EXAMPLE.COM', 'https://münchen.example/ü'])(
  '[SH-114] takes %s for a URL',
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
])('[SH-114] takes "%s" for plain text', (text) => {
  expect(isUrl(text)).toBe(false);
});
