import { describe, expect, it } from 'vitest';
import { frontWords } from '../../pages/front/words.ts';
import { fragmentsByLanguage } from '../../sandbox/data/texts/fragments.ts';

const { de, ...others } = fragmentsByLanguage;

function placeholders(text: string): string[] {
  return (text.match(/\{\w+\}/g) ?? []).sort();
}

describe('translations of the sandbox', () => {
  it.each(['ja', 'ar'] as const)('[SH-017] %s has the sections, keys and placeholders of the German', (language) => {
    const fragments = others[language];
    expect(Object.keys(fragments)).toEqual(Object.keys(de));
    for (const [section, texts] of Object.entries(de)) {
      expect(Object.keys(fragments[section] ?? {}), section).toEqual(Object.keys(texts));
      for (const [key, text] of Object.entries(texts)) {
        expect(placeholders(fragments[section]?.[key] ?? ''), `${section}.${key}`).toEqual(placeholders(text));
      }
    }
  });

  it('[SH-017] are written in their own language', () => {
    expect(JSON.stringify(others.ja)).toMatch(/[ぁ-ん]/);
    expect(JSON.stringify(others.ar)).toMatch(/[ء-ي]/);
    for (const fragments of Object.values(fragmentsByLanguage)) {
      for (const text of Object.values(fragments).flatMap((texts) => Object.values(texts)))
        expect(text.trim()).toBe(text);
    }
  });

  it('[SH-017] the front page has the same texts in each language', () => {
    const shape = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(shape)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shape(part)]))
          : typeof value;
    for (const words of Object.values(frontWords)) expect(shape(words)).toEqual(shape(frontWords.en));
  });
});
