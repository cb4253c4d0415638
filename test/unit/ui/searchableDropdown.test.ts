// @vitest-environment happy-dom
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { SearchableDropdown } from '../../../frame/ui/SearchableDropdown.tsx';

vi.mock('../../../styles/searchableDropdown.css.ts', () => {
  const names = [
    'fieldButton',
    'linkButton',
    'buttonText',
    'chevron',
    'popover',
    'list',
    'search',
    'searchInput',
    'options',
  ];
  return Object.fromEntries([...names, 'none', 'option', 'check'].map((name) => [name, name]));
});

const render = (options: readonly { readonly id: string; readonly label: string }[]): string =>
  renderToStaticMarkup(
    createElement(
      SearchableDropdown,
      {
        options,
        selectedId: undefined,
        onSelect: () => {},
        label: 'Business location',
        name: 'Change, Business location: Germany – German',
        texts: { search: 'Search Dropdown Options', none: 'No results', close: 'Close' },
      },
      'Change',
    ),
  );

it('[SH-073] renders nothing without options', () => {
  expect(render([])).toBe('');
});

it('[SH-070][SH-073][F-SH15] is closed behind a button until it is pressed', () => {
  const markup = render([{ id: 'de', label: 'Germany – German' }]);
  expect(markup).toContain('aria-label="Change, Business location: Germany – German"');
  expect(markup).toContain('aria-expanded="false"');
  expect(markup).not.toMatch(/role="listbox"|role="combobox"/);
});
