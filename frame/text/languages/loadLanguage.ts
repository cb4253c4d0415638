import type { Language } from './language.ts';
import type { LanguageTag } from './languageTags.ts';

/** The languages that come with the product, each a file of its own. English is in the rooms. */
const files = {
  ar: async () => (await import('./ar.ts')).arabic,
  de: async () => (await import('./de.ts')).german,
  es: async () => (await import('./es.ts')).spanish,
  fr: async () => (await import('./fr.ts')).french,
  he: async () => (await import('./he.ts')).hebrew,
  it: async () => (await import('./it.ts')).italian,
  ja: async () => (await import('./ja.ts')).japanese,
  ko: async () => (await import('./ko.ts')).korean,
  nl: async () => (await import('./nl.ts')).dutch,
  pl: async () => (await import('./pl.ts')).polish,
  'pt-BR': async () => (await import('./pt-BR.ts')).brazilianPortuguese,
  'zh-Hans': async () => (await import('./zh-Hans.ts')).simplifiedChinese,
  'zh-Hant': async () => (await import('./zh-Hant.ts')).traditionalChinese,
} satisfies Readonly<Record<LanguageTag, () => Promise<Language>>>;

export const loadLanguage = (tag: LanguageTag): Promise<Language> => files[tag]();
