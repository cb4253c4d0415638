import { expect, it } from 'vitest';
import { visibleOptions } from '../../../frame/ui/searchOptions.ts';

const options = ['Germany – German', 'Austria – German', 'Türkiye – Turkish', 'United States – English'].map(
  (label) => ({
    id: label.slice(0, 2),
    label,
  }),
);

const shown = (query: string, selectedId?: string) =>
  visibleOptions(options, { selectedId, query }).map(({ id }) => id);

it('[SH-070] shows the selected option first and the others in order', () => {
  expect(shown('', 'Tü')).toEqual(['Tü', 'Ge', 'Au', 'Un']);
  expect(shown('')).toEqual(['Ge', 'Au', 'Tü', 'Un']);
  expect(shown('', 'gone')).toEqual(['Ge', 'Au', 'Tü', 'Un']);
});

it.each([
  ['GER', ['Ge', 'Au']],
  ['germany', ['Ge']],
  [' united ', ['Un']],
  ['turkiye', ['Tü']],
  ['xyz', []],
])('[SH-071] filters by the query "%s": %j', (query, ids) => {
  expect(shown(query)).toEqual(ids);
});

it('[SH-071] uses a custom matcher instead of the label', () => {
  const codes = [
    { id: 'de', label: 'Germany', code: '+49' },
    { id: 'us', label: 'United States', code: '+1' },
  ];
  const matches = (option: { code: string }, query: string) => option.code.startsWith(query);
  expect(visibleOptions(codes, { selectedId: undefined, query: '+4', matches }).map(({ id }) => id)).toEqual(['de']);
});

it('[SH-071] does not treat the query as a pattern', () => {
  expect(shown('.*')).toEqual([]);
});
