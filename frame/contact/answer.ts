import { type Fields, isFields } from '../../bridge/guards.ts';
import type { Locale } from '../text/locale.ts';
import { defaultPurpose, defaultSection, type Translation } from '../text/texts.ts';

/**
 * The contact lookup's answer as far as every page needs it: is there a bundle, for which locale, and the translations. The
 * bundle itself is read with the rooms (bundle.ts). By hand: a schema library would take a fifth of what may be downloaded
 * before intent.
 */
export interface ContactAnswer {
  readonly key: BundleKey;
  /** The first bundle as sent. */
  readonly first: Fields;
  readonly translations: readonly Translation[];
  /** All else, as sent. */
  readonly body: Fields;
}

export interface BundleKey extends Locale {
  readonly focusArea?: string;
  readonly variation?: string;
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The records of a list that pass, with their purpose filled in. */
export function list<Item>(value: unknown, fits: (item: Fields) => boolean = () => true): readonly Item[] {
  return (Array.isArray(value) ? value : [])
    .filter((item) => isFields(item) && fits(item))
    .map((item) => ({ ...item, purpose: isText(item.purpose) ? item.purpose : defaultPurpose }) as Item);
}

export const isKey = (value: unknown): value is BundleKey =>
  isFields(value) && isText(value.languageCode) && isText(value.regionCode);

/** Rows that name their chat service, as sent: routing reads the rest (CH-004). */
export function chatRows(bundle: Fields): readonly Fields[] {
  const rows: readonly unknown[] = Array.isArray(bundle.chatInformation) ? bundle.chatInformation : [];
  return rows.filter((row) => isFields(row) && isText(row.chatService)) as Fields[];
}

/** Fragments come by section, `{section: {key: text}}`; a text at the first level belongs to the default section. */
function parseTranslation({ key, textFragments }: Fields): Translation {
  const sections: Record<string, Record<string, string>> = {};
  const put = (section: string, name: string, value: unknown): void => {
    if (typeof value !== 'string') return;
    const known = sections[section] ?? {};
    known[name] = value;
    sections[section] = known;
  };
  for (const [name, value] of Object.entries(textFragments as Fields)) {
    if (isFields(value)) for (const [inner, text] of Object.entries(value)) put(name, inner, text);
    else put(defaultSection, name, value);
  }
  return { purpose: isFields(key) && isText(key.purpose) ? key.purpose : defaultPurpose, sections };
}

/** The locales of a focus area, each once (SH-085); keys that name no focus area serve every one. Throws for other answers. */
export function parseKeysAnswer(body: unknown, focusArea: string): readonly Locale[] {
  const locales = new Map<string, Locale>();
  for (const key of (body as { contactInformationBundleKeys: unknown[] }).contactInformationBundleKeys) {
    if (!isKey(key) || (key.focusArea && key.focusArea !== focusArea)) continue;
    const { languageCode, regionCode } = key;
    locales.set(`${languageCode}-${regionCode}`, { languageCode, regionCode });
  }
  return [...locales.values()];
}

/** The bundles that say for which locale they are. */
export const keyedBundles = (body: Fields): readonly Fields[] =>
  list(body.contactInformationBundles, ({ key }) => isKey(key));

/** `undefined` is the invalid-bundle state: no bundle, or none with a usable key (SH-084). */
export function parseContactAnswer(body: unknown): ContactAnswer | undefined {
  if (!isFields(body)) return undefined;
  const [first] = keyedBundles(body);
  if (!first) return undefined;
  return {
    key: first.key as BundleKey,
    first,
    translations: list<Fields>(body.contactModuleTranslations, (item) => isFields(item.textFragments)).map(
      parseTranslation,
    ),
    body,
  };
}
