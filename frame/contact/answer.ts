import { type Fields, isRecord } from '../../bridge/guards.ts';
import { type Locale, toLocaleCode } from '../text/locale.ts';
import { defaultPurpose, defaultSection, type Translation } from '../text/texts.ts';

/**
 * The part of the lookup's answer that every page needs: whether there is a bundle, its locale, and the translations.
 * bundle.ts, which is not part of the core, parses the bundle itself. Parsed by hand, because a schema library would use a
 * fifth of the byte budget before intent.
 */
export interface ContactAnswer {
  readonly key: BundleKey;
  /** The first bundle as sent. */
  readonly first: Fields;
  readonly translations: readonly Translation[];
  /** Whether none of the translations is in the wanted language. Undefined if that is English. */
  readonly isUntranslated?: boolean;
  /** The whole answer as sent. */
  readonly body: Fields;
}

export interface BundleKey extends Locale {
  readonly focusArea?: string;
  readonly variation?: string;
}

const areaFields = ['focusArea', 'variation'] as const;

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The records in an array that pass `fits`. A record without a purpose gets the default one. */
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

/** Deeper groups are ignored: services nest twice, and endless nesting would overflow the stack. */
const maxGroupDepth = 8;

/**
 * Fragments are grouped by section, `{section: {key: text}}`. A text at the first level belongs to the default section. The names are
 * the service's, so these records have no prototype.
 */
function parseTranslation({ key, textFragments }: Fields): Translation {
  const sections: Record<string, Record<string, string>> = Object.create(null);
  const put = (section: string, fragments: Fields, depth: number): void => {
    for (const [name, value] of Object.entries(fragments)) {
      if (isRecord(value)) depth < maxGroupDepth && put(name, value, depth + 1);
      else if (typeof value === 'string') {
        sections[section] ??= Object.create(null) as Record<string, string>;
        sections[section][name] = value;
      }
    }
  };
  put(defaultSection, textFragments as Fields, 0);
  return { purpose: isRecord(key) && isText(key.purpose) ? key.purpose : defaultPurpose, sections };
}

/**
 * The locales of a focus area or variation, without duplicates (SH-085). A key without either applies to all. Throws if the
 * answer has no array of keys.
 */
export function parseKeysAnswer(body: unknown, area: Pick<BundleKey, 'focusArea' | 'variation'>): readonly Locale[] {
  const locales = new Map<string, Locale>();
  for (const key of (body as { contactInformationBundleKeys: unknown[] }).contactInformationBundleKeys) {
    if (!isKey(key) || areaFields.some((field) => key[field] && area[field] && key[field] !== area[field])) continue;
    const { languageCode, regionCode } = key;
    locales.set(toLocaleCode(key), { languageCode, regionCode });
  }
  return [...locales.values()];
}

/** The bundles with a valid key. */
export const keyedBundles = (body: Fields): readonly Fields[] =>
  list(body.contactInformationBundles, ({ key }) => isKey(key));

/** Returns undefined if no bundle has a valid key: the invalid-bundle state (SH-084). */
export function parseContactAnswer(body: unknown): ContactAnswer | undefined {
  const [first] = isRecord(body) ? keyedBundles(body) : [];
  return (
    first && {
      key: first.key as BundleKey,
      first,
      translations: list<Fields>((body as Fields).contactModuleTranslations, (item) =>
        isRecord(item.textFragments),
      ).map(parseTranslation),
      body: body as Fields,
    }
  );
}
