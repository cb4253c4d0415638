import type { TextFragment } from '../texts.ts';
import type { PluralForms } from './language.ts';

/** A text whose form follows from the value of `{count}`. */
export function pluralText(forms: PluralForms, language: string): TextFragment {
  const rules = new Intl.PluralRules(language);
  return {
    replace(placeholder, toValue) {
      const form = rules.select(Number(toValue('{count}', 'count')));
      return (forms[form] ?? forms.other).replace(placeholder, toValue);
    },
  };
}
