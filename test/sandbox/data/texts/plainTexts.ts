import type { Language, LanguageText } from '../../../../frame/text/languages/language.ts';

/** Texts by section (a room of the widget) and key, as the contact service sends them. */
export type Fragments = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The product's texts as a service would send its own: it has no plural forms. */
export function plainTexts(language: Language): Fragments {
  return Object.fromEntries(
    Object.entries(language).map(([section, texts]: [string, Readonly<Record<string, LanguageText>>]) => [
      section,
      Object.fromEntries(
        Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? text : text.other]),
      ),
    ]),
  );
}
