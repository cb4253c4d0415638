import type { TextFragment } from '../texts.ts';
import type { PluralForms, SelectForms } from './language.ts';

/** A text whose form follows from the value of a placeholder. A count is written in the digits of the locale, also in `9+`. */
export function formsText(forms: PluralForms | SelectForms, locale: string): TextFragment {
  const rules = 'by' in forms ? undefined : new Intl.PluralRules(locale);
  const digits = rules && new Intl.NumberFormat(locale);
  const name = 'by' in forms ? forms.by : 'count';
  return {
    replace(placeholder, toValue) {
      const value = toValue(`{${name}}`, name);
      const form = rules ? rules.select(Number(value)) : value;
      return (new Map(Object.entries(forms)).get(form) ?? forms.other).replace(placeholder, (whole, key) => {
        const text = toValue(whole, key);
        return digits && key === name ? text.replace(/\d/g, (digit) => digits.format(Number(digit))) : text;
      });
    },
  };
}
