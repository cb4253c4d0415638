/**
 * Every word a visitor reads. Translations come from the services as fragments by section and purpose; each room keeps
 * its built-in English beside its views and reads through `createTextReader` (SH-080, CH-220, SC-024).
 */

export const defaultPurpose = '(default)';
export const defaultSection = 'default';

/** One translation: fragments by section, then key. Values are plain text, never markup. */
export interface Translation {
  readonly purpose: string;
  readonly sections: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface TextSource {
  /** The translated fragment, or undefined when no translation has it. */
  find(section: string, key: string): string | undefined;
}

export type TextReader<Key extends string> = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

/** Order: active purpose and section, active purpose and default section, then the same for the default purpose. */
export function findFragment(
  translations: readonly Translation[],
  purpose: string,
  section: string,
  key: string,
): string | undefined {
  for (const wanted of [purpose, defaultPurpose]) {
    const sections = translations.find((translation) => translation.purpose === wanted)?.sections;
    const fragment = own(own(sections, section), key) ?? own(own(sections, defaultSection), key);
    if (fragment !== undefined) return fragment;
  }
  return undefined;
}

/** The room's words: a translated fragment, else built-in English. `{name}` in a text is replaced by `values.name`. */
export function createTextReader<Key extends string>(
  source: TextSource,
  section: string,
  builtIn: Readonly<Record<Key, string>>,
): TextReader<Key> {
  return (key, values) => fill(source.find(section, key) ?? builtIn[key], values);
}

export function fill(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(own(values, name) ?? whole));
}

function own<Value>(record: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}
