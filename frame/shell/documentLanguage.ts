import { directionOf } from '../text/direction.ts';
import { type Locale, toLocaleCode } from '../text/locale.ts';

/** Sets the frame document's language, direction and theme, for assistive technology, fonts and styles. */
export function setDocumentLanguage(document: Document, locale: Locale, theme: string): void {
  const { documentElement } = document;
  documentElement.lang = toLocaleCode(locale);
  documentElement.dir = directionOf(locale.languageCode);
  documentElement.dataset.theme = theme;
}
