import type { LanguageCode } from '../locales.ts';
import { arabic } from './ar.ts';
import { german } from './de.ts';
import { english } from './en.ts';
import { japanese } from './ja.ts';
import type { Fragments } from './plainTexts.ts';

export const fragmentsByLanguage: Readonly<Record<LanguageCode, Fragments>> = {
  en: english,
  de: german,
  ja: japanese,
  ar: arabic,
};
