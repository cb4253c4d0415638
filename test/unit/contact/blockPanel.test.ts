import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import type { MenuEntry } from '../../../frame/contact/menuEntries.ts';
import { BlockPanel } from '../../../frame/contact/views/BlockPanel.tsx';
import type { MenuPorts } from '../../../frame/contact/views/menuPorts.ts';

vi.mock('../../../styles/menu.css.ts', () => ({ detail: 'detail', phone: 'phone', number: 'number' }));
vi.mock('../../../styles/ui.css.ts', () => ({ button: {}, visuallyHidden: 'visuallyHidden' }));

const RareBlock = () => createElement('form');

function render(entry: MenuEntry): string {
  const ports = {
    menu: (key: string) => key,
    pageUrl: 'https://www.example.com/',
    RareBlock,
  };
  return renderToStaticMarkup(createElement(BlockPanel, { ports: ports as unknown as MenuPorts, entry }));
}

it('[SH-063] keeps the pause of a phone number with an extension', () => {
  const numbers = [{ number: '+1 800 555 0142,123', formatted: '1-800-555-0142 ext. 123', info: undefined }];
  const markup = render({ id: 'phone', type: 'phone', purpose: 'p', numbers });
  expect(markup).toContain('href="tel:+18005550142,123"');
  expect(markup).toContain('1-800-555-0142 ext. 123</span></a>');
});

it('[F-AD3][SH-114] shows a form only for a form, and the same address of a link as text', () => {
  const entry = { id: 'one', purpose: 'p', href: 'form:https://www.example.com/messages', text: undefined };
  expect(render({ ...entry, type: 'form' })).toBe('<form></form>');
  for (const type of ['link', 'email'] as const)
    expect(render({ ...entry, type })).toBe(`<p class="detail">${entry.href}</p>`);
});
