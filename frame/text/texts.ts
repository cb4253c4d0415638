/**
 * Every text a visitor reads. Services send translations as fragments by purpose and section. Each room has its built-in
 * English in a texts.ts file and reads both through `createTextReader` (SH-080, CH-220, SC-024).
 */

export const defaultPurpose = '(default)';
export const defaultSection = 'default';

/** A text, or an object that fills in `{name}` as a text does, such as a text with plural or select forms. */
export interface TextFragment {
  replace(placeholder: RegExp, toValue: (whole: string, name: string) => string): string;
}

/** One translation: fragments by section, then key. Values are plain text, never markup. */
export interface Translation {
  readonly purpose: string;
  readonly sections: Readonly<Record<string, Readonly<Record<string, TextFragment>>>>;
}

export interface TextSource {
  /** The translated fragment, or undefined when there is none. */
  find(section: string, key: string): TextFragment | undefined;
}

export type TextReader<Key extends string> = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

/** Searches the active purpose, first the section, then the default section, and then the default purpose in the same way. */
export function findFragment(
  translations: readonly Translation[],
  purpose: string,
  section: string,
  key: string,
): TextFragment | undefined {
  for (const wanted of [purpose, defaultPurpose]) {
    const sections = translations.find((translation) => translation.purpose === wanted)?.sections;
    const fragment = own(own(sections, section), key) ?? own(own(sections, defaultSection), key);
    if (fragment !== undefined) return fragment;
  }
  return undefined;
}

/** Reads a translated fragment, or else the built-in English. Replaces `{name}` in the text by `values.name`. */
export function createTextReader<Key extends string>(
  source: TextSource,
  section: string,
  builtIn: Readonly<Record<Key, string>>,
): TextReader<Key> {
  return (key, values) => fill(source.find(section, key) ?? builtIn[key], values);
}

export function fill(text: TextFragment, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(own(values, name) ?? whole));
}

function own<Value>(record: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}
