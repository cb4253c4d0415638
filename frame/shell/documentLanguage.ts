import { directionOf } from '../text/direction.ts';
import { type Locale, toLocaleCode } from '../text/locale.ts';

/** Sets what assistive technology, fonts and styles read from the frame document: language, direction, theme. */
export function setDocumentLanguage(document: Document, locale: Locale, theme: string): void {
  const { documentElement } = document;
  documentElement.lang = toLocaleCode(locale);
  documentElement.dir = directionOf(locale.languageCode);
  documentElement.dataset.theme = theme;
}
