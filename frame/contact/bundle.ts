import type { Locale } from '../text/locale.ts';
import { defaultPurpose, defaultSection, type Translation } from '../text/texts.ts';

/**
 * The contact lookup's answer, field names as on the wire (SH-078, SH-079, SC-025). Every list may be missing; an item
 * that does not fit is dropped, the others stay. Read by hand: a schema library would take a fifth of what may be
 * downloaded before intent.
 */
export interface ContactBundle {
  readonly key: BundleKey;
  readonly schedulingInformation: readonly SchedulingInformation[];
  readonly emailInformation: readonly (Purposed & { url?: string; link?: string; linkText?: string })[];
  readonly phoneInformation: readonly (Purposed & {
    phone: { phoneNumber: string; phoneNumberFormatted?: string };
    phoneNumberInfo?: string;
    priority?: { priorityCode?: string | number };
  })[];
  readonly priorityInformation: readonly Purposed[];
  /** Rows as sent, with their service checked; routing reads the rest (CH-004). */
  readonly chatInformation: readonly (Fields & { chatService: string; chatRoutingCode: string; purpose?: string })[];
  readonly smsInformation: readonly (Purposed & { phoneNumber: { phoneNumber: string } })[];
  readonly supportChatInformation: readonly (Purposed & {
    startChat: boolean;
    chatService: string;
    chatRoutingCode: string;
    linkText?: string;
  })[];
  readonly customLinks: readonly (Purposed & { link: string; linkText?: string })[];
}

type Fields = Readonly<Record<string, unknown>>;
interface Purposed {
  readonly purpose: string;
}

/** As sent; the scheduler reads its further fields (SC-019). */
export type SchedulingInformation = Fields &
  Purposed & {
    availableSlots?: number | undefined;
    availableSlotsAsOf?: string | number | undefined;
    clientURL?: string | undefined;
  };

export interface BundleKey extends Locale {
  readonly focusArea?: string;
  readonly variation?: string;
}

export interface RegionAndLanguage extends BundleKey {
  readonly regionNameDefault: string;
  readonly regionNameTranslation?: string;
  readonly languageNameDefault: string;
  readonly languageNameTranslation?: string;
}

/** What a successful lookup leaves behind: the first bundle, and parts that other rooms parse for themselves. */
export interface ContactInformation {
  readonly bundle: ContactBundle;
  /** Every bundle's key, for the locales of a focus area (SH-069). */
  readonly keys: readonly BundleKey[];
  readonly translations: readonly Translation[];
  readonly regionsAndLanguages: readonly RegionAndLanguage[];
  readonly reroutingInformation: unknown;
  readonly clientInfo: { readonly timeZoneOffsetJS?: number } | undefined;
  readonly schedulerTextTranslations: readonly unknown[];
  readonly schedulingClassifications: readonly unknown[];
  readonly internationalDialing: unknown;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The records of a list that pass, with their purpose filled in. */
function list<Item>(value: unknown, fits: (item: Fields) => boolean): readonly Item[] {
  return (Array.isArray(value) ? value : [])
    .filter((item) => isFields(item) && fits(item))
    .map((item) => ({ ...item, purpose: isText(item.purpose) ? item.purpose : defaultPurpose }) as Item);
}

/** Members of the wrong type count as absent. */
function typed<Item extends object>(items: readonly Item[], types: Readonly<Record<string, string>>): readonly Item[] {
  return items.map(
    (item) =>
      Object.fromEntries(
        Object.entries(item).filter(([name, value]) => !types[name] || types[name]?.includes(typeof value)),
      ) as Item,
  );
}

const texts = { url: 'string', link: 'string', linkText: 'string', clientURL: 'string', phoneNumberInfo: 'string' };
const slots = { ...texts, availableSlots: 'number', availableSlotsAsOf: 'string number' };

const hasNumber = (value: unknown): boolean => isFields(value) && isText(value.phoneNumber);
const isKey = (value: unknown): value is BundleKey =>
  isFields(value) && isText(value.languageCode) && isText(value.regionCode);

function parseBundle(bundle: Fields): ContactBundle {
  const support = list<Fields & Purposed>(bundle.supportChatInformation, () => true);
  return {
    key: bundle.key as BundleKey,
    schedulingInformation: typed(
      list<SchedulingInformation>(bundle.schedulingInformation, () => true),
      slots,
    ),
    emailInformation: typed(
      list(bundle.emailInformation, () => true),
      texts,
    ),
    phoneInformation: typed(
      list(bundle.phoneInformation, ({ phone }) => hasNumber(phone)),
      texts,
    ),
    priorityInformation: list(bundle.priorityInformation, () => true),
    // Without a purpose of its own a chat row has none: the default belongs to routing.
    chatInformation: (Array.isArray(bundle.chatInformation) ? bundle.chatInformation : [])
      .filter((item) => isFields(item) && isText(item.chatService))
      .map((item) => ({ chatRoutingCode: '', ...item })),
    smsInformation: list(bundle.smsInformation, ({ phoneNumber }) => hasNumber(phoneNumber)),
    supportChatInformation: typed(support, { ...texts, chatService: 'string', chatRoutingCode: 'string' }).map(
      (item) => ({
        chatService: 'salesforce',
        chatRoutingCode: '',
        ...item,
        startChat: item.startChat !== false,
      }),
    ),
    customLinks: typed(
      list(bundle.customLinks, ({ link }) => isText(link)),
      texts,
    ),
  };
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

/** `undefined` is the invalid-bundle state: no bundle, or none with a usable key (SH-084). */
export function parseContactAnswer(body: unknown): ContactInformation | undefined {
  if (!isFields(body)) return undefined;
  const bundles = list<Fields>(body.contactInformationBundles, ({ key }) => isKey(key));
  const first = bundles[0];
  if (!first) return undefined;
  return {
    bundle: parseBundle(first),
    keys: bundles.map(({ key }) => key as BundleKey),
    translations: list<Fields>(body.contactModuleTranslations, (item) => isFields(item.textFragments)).map(
      parseTranslation,
    ),
    regionsAndLanguages: typed(
      list<RegionAndLanguage>(body.regionsAndLanguages, isKey).map((item) => ({
        ...item,
        regionNameDefault: item.regionNameDefault ?? '',
        languageNameDefault: item.languageNameDefault ?? '',
      })),
      { regionNameTranslation: 'string', languageNameTranslation: 'string' },
    ),
    reroutingInformation: body.reroutingInformation,
    clientInfo: isFields(body.clientInfo) ? typed([body.clientInfo], { timeZoneOffsetJS: 'number' })[0] : undefined,
    schedulerTextTranslations: Array.isArray(body.schedulerTextTranslations) ? body.schedulerTextTranslations : [],
    schedulingClassifications: Array.isArray(body.schedulingClassifications) ? body.schedulingClassifications : [],
    internationalDialing: body.internationalDialing,
  };
}
