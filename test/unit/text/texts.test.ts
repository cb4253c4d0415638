import { describe, expect, it } from 'vitest';
import { createTextReader, defaultPurpose, fill, findFragment, type Translation } from '../../../frame/text/texts.ts';

const translation = (purpose: string, sections: Translation['sections']): Translation => ({ purpose, sections });

describe('text fragments', () => {
  const sources: readonly (readonly [string, Translation])[] = [
    ['purpose and section', translation('sales', { menu: { title: 'purpose and section' } })],
    ['purpose and default section', translation('sales', { default: { title: 'purpose and default section' } })],
    ['default purpose and section', translation(defaultPurpose, { menu: { title: 'default purpose and section' } })],
    [
      'default purpose and default section',
      translation(defaultPurpose, { default: { title: 'default purpose and default section' } }),
    ],
  ];
  const merged = (from: number): readonly Translation[] =>
    ['sales', defaultPurpose].map((purpose) =>
      translation(
        purpose,
        Object.assign(
          {},
          ...sources
            .slice(from)
            .filter(([, one]) => one.purpose === purpose)
            .map(([, one]) => one.sections),
        ),
      ),
    );

  it.each(sources.map(([name], from) => [name, from] as const))('[SH-080] are found by %s', (name, from) => {
    expect(findFragment(merged(from), 'sales', 'menu', 'title')).toBe(name);
  });

  it('[SH-080] fall back to built-in English', () => {
    const read = createTextReader({ find: (section, key) => findFragment(merged(4), 'sales', section, key) }, 'menu', {
      title: 'Contact us',
    });
    expect(read('title')).toBe('Contact us');
  });

  it('[SH-080] may be empty', () => {
    expect(findFragment([translation('sales', { menu: { title: '' } })], 'sales', 'menu', 'title')).toBe('');
  });

  it('[SH-080] are not looked up on the prototype', () => {
    expect(findFragment([translation('sales', { menu: {} })], 'sales', 'menu', 'constructor')).toBeUndefined();
    expect(findFragment([translation('sales', {})], 'sales', 'toString', 'name')).toBeUndefined();
  });

  it('replace {name} by a value and keep unknown placeholders', () => {
    expect(fill('{count} of {total}', { count: 3 })).toBe('3 of {total}');
    expect(fill('{constructor} {toString}', {})).toBe('{constructor} {toString}');
    expect(fill('{name}', { name: '$& {count}' })).toBe('$& {count}');
  });
});
