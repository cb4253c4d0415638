import { type Fields, isRecord } from '../../bridge/guards.ts';
import type { Locale } from '../text/locale.ts';
import { defaultPurpose, defaultSection, type Translation } from '../text/texts.ts';

/**
 * The part of the lookup's answer that every page needs: whether there is a bundle, its locale, and the translations.
 * bundle.ts, which is not part of the core, parses the bundle itself. Parsed by hand: a schema library would use a fifth of
 * the byte budget before intent.
 */
export interface ContactAnswer {
  readonly key: BundleKey;
  /** The first bundle as sent. */
  readonly first: Fields;
  readonly translations: readonly Translation[];
  /** The whole answer as sent. */
  readonly body: Fields;
}

export interface BundleKey extends Locale {
  readonly focusArea?: string;
  readonly variation?: string;
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The records in an array that pass `fits`, with the default purpose where they have none. */
export function list<Item>(value: unknown, fits: (item: Fields) => boolean = () => true): readonly Item[] {
  return (Array.isArray(value) ? value : [])
    .filter((item) => isRecord(item) && fits(item))
    .map((item) => ({ ...item, purpose: isText(item.purpose) ? item.purpose : defaultPurpose }) as Item);
}

export const isKey = (value: unknown): value is BundleKey =>
  isRecord(value) && isText(value.languageCode) && isText(value.regionCode);

/** The chat rows that name a chat service, as sent. Routing reads the other fields (CH-004). */
export function chatRows(bundle: Fields): readonly Fields[] {
  const rows: readonly unknown[] = Array.isArray(bundle.chatInformation) ? bundle.chatInformation : [];
  return rows.filter((row) => isRecord(row) && isText(row.chatService)) as Fields[];
}

/** Fragments are grouped by section, `{section: {key: text}}`. A text at the first level belongs to the default section. */
function parseTranslation({ key, textFragments }: Fields): Translation {
  const sections: Record<string, Record<string, string>> = {};
  const put = (section: string, name: string, value: unknown): void => {
    if (typeof value !== 'string') return;
    const fragments = sections[section] ?? {};
    fragments[name] = value;
    sections[section] = fragments;
  };
  for (const [name, value] of Object.entries(textFragments as Fields)) {
    if (isRecord(value)) for (const [inner, text] of Object.entries(value)) put(name, inner, text);
    else put(defaultSection, name, value);
  }
  return { purpose: isRecord(key) && isText(key.purpose) ? key.purpose : defaultPurpose, sections };
}

/**
 * The locales of a focus area, without duplicates (SH-085). A key without a focus area applies to all. Throws when the answer
 * has no array of keys.
 */
export function parseKeysAnswer(body: unknown, focusArea: string): readonly Locale[] {
  const locales = new Map<string, Locale>();
  for (const key of (body as { contactInformationBundleKeys: unknown[] }).contactInformationBundleKeys) {
    if (!isKey(key) || (key.focusArea && key.focusArea !== focusArea)) continue;
    const { languageCode, regionCode } = key;
    locales.set(`${languageCode}-${regionCode}`, { languageCode, regionCode });
  }
  return [...locales.values()];
}

/** The bundles with a valid key. */
export const keyedBundles = (body: Fields): readonly Fields[] =>
  list(body.contactInformationBundles, ({ key }) => isKey(key));

/** Returns undefined when no bundle has a valid key: the invalid-bundle state (SH-084). */
export function parseContactAnswer(body: unknown): ContactAnswer | undefined {
  if (!isRecord(body)) return undefined;
  const [first] = keyedBundles(body);
  if (!first) return undefined;
  return {
    key: first.key as BundleKey,
    first,
    translations: list<Fields>(body.contactModuleTranslations, (item) => isRecord(item.textFragments)).map(
      parseTranslation,
    ),
    body,
  };
}
