import type { TextFragment } from '../texts.ts';
import type { PluralForms, SelectForms } from './language.ts';

/** A text whose form follows from the value of a placeholder. */
export function formsText(forms: PluralForms | SelectForms, language: string): TextFragment {
  const rules = 'by' in forms ? undefined : new Intl.PluralRules(language);
  const name = 'by' in forms ? forms.by : 'count';
  return {
    replace(placeholder, toValue) {
      const value = toValue(`{${name}}`, name);
      const form = rules ? rules.select(numberOf(value)) : value;
      return (new Map(Object.entries(forms)).get(form) ?? forms.other).replace(placeholder, toValue);
    },
  };
}

/** Numbers are written in the digits of the locale. */
const numberOf = (text: string): number =>
  Number(text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660)));
