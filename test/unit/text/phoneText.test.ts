import { expect, it } from 'vitest';
import { phoneText } from '../../../frame/text/phoneText.ts';

it.each([
  ['+18005550199', '+1 800 555 0199'],
  ['+33123456789', '+33 1 23 45 67 89'],
  ['+34912345678', '+34 912 345 678'],
  ['+4917112345678', '+49 171 123 456 78'],
  ['+35312345678', '+353 123 456 78'],
])('[F-UX13] writes %s as %s', (number, text) => {
  expect(phoneText(number)).toBe(text);
});

it.each(['1-800-555-0142 ext. 123', '+49 (30) 1234', '112', '+1800555', '+1800555019,12', ''])(
  '[F-UX13] leaves %j, which has its form or is no international number',
  (number) => {
    expect(phoneText(number)).toBe(number);
  },
);
