import type { LanguageCode } from '../locales.ts';
import { arabic } from './ar.ts';
import { german } from './de.ts';
import { english } from './en.ts';
import { japanese } from './ja.ts';

/** Texts by section (a room of the widget) and key, as the contact service sends them. */
export type Fragments = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const fragmentsByLanguage: Readonly<Record<LanguageCode, Fragments>> = {
  en: english,
  de: german,
  ja: japanese,
  ar: arabic,
};
