/** A text in the forms of `Intl.PluralRules`, chosen by `{count}`. */
export type PluralForms = { readonly [Form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string } & {
  readonly other: string;
};

/** A text in the forms of a category, chosen by the value of the placeholder that `by` names. */
export interface SelectForms {
  readonly by: string;
  readonly [value: string]: string;
  readonly other: string;
}

export type LanguageText = string | PluralForms | SelectForms;

/**
 * The texts of a language by section (a room) and key. Rooms own their keys, so this type does not know them: `test/types` compares
 * every language with the built-in English, and a key that is missing does not compile there.
 */
export interface Language {
  readonly [section: string]: Readonly<Record<string, LanguageText>>;
}
