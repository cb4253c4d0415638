import type { TextFragment } from '../texts.ts';
import type { PluralForms, SelectForms } from './language.ts';

/** A text whose form follows from the value of a placeholder. */
export function formsText(forms: PluralForms | SelectForms, language: string): TextFragment {
  const rules = 'by' in forms ? undefined : new Intl.PluralRules(language);
  const name = 'by' in forms ? forms.by : 'count';
  return {
    replace(placeholder, toValue) {
      const value = toValue(`{${name}}`, name);
      const form = rules ? rules.select(Number(value)) : value;
      return (new Map(Object.entries(forms)).get(form) ?? forms.other).replace(placeholder, toValue);
    },
  };
}
