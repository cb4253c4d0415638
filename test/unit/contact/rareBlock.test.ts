import '@vanilla-extract/css/disableRuntimeStyles';
import { setFileScope } from '@vanilla-extract/css/fileScope';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import type { MenuEntry } from '../../../frame/contact/menuEntries.ts';
import type { MenuPorts } from '../../../frame/contact/views/menuPorts.ts';

vi.mock('../../../frame/contact/form/views/InquiryForm.tsx', () => ({ InquiryForm: () => createElement('form') }));

setFileScope('styles', 'contact-widget');
const { RareBlock } = await import('../../../frame/surfaces/RareBlock.tsx');

function render(entry: MenuEntry): string {
  const ports = {
    menu: (key: string) => key,
    inquiry: { get: () => Object.assign(Promise.resolve({}), { status: 'fulfilled', value: {} }) },
    pageUrl: 'https://www.example.com/',
  };
  return renderToStaticMarkup(createElement(RareBlock, { ports: ports as unknown as MenuPorts, entry }));
}

it('[SH-063] keeps the pause of a phone number with an extension', () => {
  const numbers = [{ number: '+1 800 555 0142,123', formatted: '1-800-555-0142 ext. 123', info: undefined }];
  const markup = render({ id: 'phone', type: 'phone', purpose: 'p', numbers });
  expect(markup).toContain('href="tel:+18005550142,123"');
  expect(markup).toContain('1-800-555-0142 ext. 123</span></a>');
});

it('[SH-063] dials a number that is written as people write it, and shows it so', () => {
  const number = '+44 (0)20 7946 0000 ext. 12';
  const numbers = [{ number, formatted: number, info: undefined }];
  const markup = render({ id: 'phone', type: 'phone', purpose: 'p', numbers });
  expect(markup).toContain('href="tel:+442079460000,12"');
  expect(markup).toContain(`${number}</span></a>`);
});

it('[F-AD3][SH-114] shows a form only for a form, and the same address of a link as text', () => {
  const entry = { id: 'one', purpose: 'p', href: 'form:https://www.example.com/messages', text: undefined };
  expect(render({ ...entry, type: 'form' })).toBe('<form></form>');
  for (const type of ['link', 'email'] as const)
    expect(render({ ...entry, type })).toMatch(new RegExp(`^<p[^>]*>${entry.href}</p>$`));
});
