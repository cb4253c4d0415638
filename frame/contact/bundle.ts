import * as v from 'valibot';
import type { Locale } from '../text/locale.ts';
import { defaultPurpose, defaultSection, type Translation } from '../text/texts.ts';

/**
 * The contact lookup's answer, field names as on the wire (SH-078, SH-079, SC-025). Every list may be missing; an item
 * that does not fit is dropped, the others stay.
 */

const purpose = v.fallback(v.optional(v.string(), defaultPurpose), defaultPurpose);
const optionalText = v.fallback(v.optional(v.string()), undefined);

/** A list in which bad items are dropped. */
function listOf<const Item extends v.GenericSchema>(item: Item) {
  return v.pipe(
    v.fallback(v.optional(v.array(v.unknown()), []), []),
    v.transform((items) =>
      items.flatMap((value) => {
        const result = v.safeParse(item, value);
        return result.success ? [result.output] : [];
      }),
    ),
  );
}

const scheduling = v.looseObject({
  purpose,
  availableSlots: v.fallback(v.optional(v.number()), undefined),
  availableSlotsAsOf: v.fallback(v.optional(v.union([v.string(), v.number()])), undefined),
  clientURL: optionalText,
});

const email = v.object({ purpose, url: optionalText, link: optionalText, linkText: optionalText });

const phone = v.object({
  purpose,
  phone: v.object({ phoneNumber: v.pipe(v.string(), v.nonEmpty()), phoneNumberFormatted: optionalText }),
  phoneNumberInfo: optionalText,
  priority: v.fallback(
    v.optional(v.object({ priorityCode: v.fallback(v.optional(v.union([v.string(), v.number()])), undefined) })),
    undefined,
  ),
});

const chat = v.looseObject({
  purpose: optionalText,
  chatService: v.pipe(v.string(), v.nonEmpty()),
  chatRoutingCode: v.fallback(v.optional(v.string(), ''), ''),
});

const sms = v.object({ purpose, phoneNumber: v.object({ phoneNumber: v.pipe(v.string(), v.nonEmpty()) }) });

const support = v.looseObject({
  purpose,
  startChat: v.fallback(v.optional(v.boolean(), true), true),
  chatService: v.fallback(v.optional(v.string(), 'salesforce'), 'salesforce'),
  chatRoutingCode: v.fallback(v.optional(v.string(), ''), ''),
  linkText: optionalText,
});

const customLink = v.object({ purpose, link: v.pipe(v.string(), v.nonEmpty()), linkText: optionalText });

const bundleKey = v.object({
  languageCode: v.pipe(v.string(), v.nonEmpty()),
  regionCode: v.pipe(v.string(), v.nonEmpty()),
  focusArea: optionalText,
  variation: optionalText,
  purpose: optionalText,
});

const bundle = v.object({
  key: bundleKey,
  schedulingInformation: listOf(scheduling),
  emailInformation: listOf(email),
  phoneInformation: listOf(phone),
  priorityInformation: listOf(v.object({ purpose })),
  chatInformation: listOf(chat),
  smsInformation: listOf(sms),
  supportChatInformation: listOf(support),
  customLinks: listOf(customLink),
});

export type ContactBundle = v.InferOutput<typeof bundle>;
export type SchedulingInformation = ContactBundle['schedulingInformation'][number];

const regionAndLanguage = v.object({
  regionNameDefault: v.fallback(v.optional(v.string(), ''), ''),
  regionNameTranslation: optionalText,
  languageNameDefault: v.fallback(v.optional(v.string(), ''), ''),
  languageNameTranslation: optionalText,
  languageCode: v.string(),
  regionCode: v.string(),
});

export type RegionAndLanguage = v.InferOutput<typeof regionAndLanguage>;

const fragments = v.record(v.string(), v.unknown());

const translation = v.pipe(
  v.object({
    key: v.fallback(v.optional(v.object({ purpose }), {}), { purpose: defaultPurpose }),
    textFragments: fragments,
  }),
  v.transform(({ key, textFragments }): Translation => ({ purpose: key.purpose, sections: toSections(textFragments) })),
);

/** Fragments come by section, `{section: {key: text}}`; a text at the first level belongs to the default section. */
function toSections(textFragments: Record<string, unknown>): Translation['sections'] {
  const sections: Record<string, Record<string, string>> = { [defaultSection]: {} };
  for (const [name, value] of Object.entries(textFragments)) {
    if (typeof value === 'string') Object.assign(sections[defaultSection] ?? {}, { [name]: value });
    else if (typeof value === 'object' && value !== null) {
      const texts = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
      sections[name] = { ...sections[name], ...Object.fromEntries(texts) };
    }
  }
  return sections;
}

const answer = v.object({
  contactInformationBundles: listOf(bundle),
  contactModuleTranslations: listOf(translation),
  regionsAndLanguages: listOf(regionAndLanguage),
  reroutingInformation: v.optional(v.unknown()),
  clientInfo: v.fallback(
    v.optional(v.looseObject({ timeZoneOffsetJS: v.fallback(v.optional(v.number()), undefined) })),
    undefined,
  ),
  schedulerTextTranslations: v.fallback(v.optional(v.array(v.unknown()), []), []),
  schedulingClassifications: v.fallback(v.optional(v.array(v.unknown()), []), []),
  internationalDialing: v.optional(v.unknown()),
});

export type ContactAnswer = v.InferOutput<typeof answer>;

/** What a successful lookup leaves behind: the first bundle, and everything other rooms parse for themselves. */
export interface ContactInformation {
  readonly bundle: ContactBundle;
  /** Every bundle's key, for the locales of a focus area (SH-069). */
  readonly keys: readonly v.InferOutput<typeof bundleKey>[];
  readonly translations: readonly Translation[];
  readonly regionsAndLanguages: readonly RegionAndLanguage[];
  readonly reroutingInformation: unknown;
  readonly clientInfo: ContactAnswer['clientInfo'];
  readonly schedulerTextTranslations: readonly unknown[];
  readonly schedulingClassifications: readonly unknown[];
  readonly internationalDialing: unknown;
}

const keysAnswer = v.object({ contactInformationBundleKeys: listOf(bundleKey) });

/** The locales of a focus area, each once (SH-085); keys that name no focus area serve every one. */
export function parseKeysAnswer(body: unknown, focusArea: string): readonly Locale[] {
  const locales = new Map<string, Locale>();
  for (const { languageCode, regionCode, ...key } of v.parse(keysAnswer, body).contactInformationBundleKeys) {
    if (key.focusArea && key.focusArea !== focusArea) continue;
    locales.set(`${languageCode}-${regionCode}`, { languageCode, regionCode });
  }
  return [...locales.values()];
}

/** `undefined` is the invalid-bundle state: no bundle, or none with a usable key (SH-084). */
export function parseContactAnswer(body: unknown): ContactInformation | undefined {
  const result = v.safeParse(answer, body);
  if (!result.success) return undefined;
  const { contactInformationBundles, contactModuleTranslations, reroutingInformation, ...rest } = result.output;
  const first = contactInformationBundles[0];
  if (!first) return undefined;
  return {
    ...rest,
    bundle: first,
    keys: contactInformationBundles.map(({ key }) => key),
    translations: contactModuleTranslations,
    reroutingInformation,
    clientInfo: rest.clientInfo,
    internationalDialing: rest.internationalDialing,
  };
}
