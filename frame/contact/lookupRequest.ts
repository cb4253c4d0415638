import { toLocaleCode } from '../text/locale.ts';
import { defaultPurpose } from '../text/texts.ts';

/** The inputs of a lookup. All are known before the first one. */
export interface LookupFacts {
  readonly focusArea: string;
  /** Looked up instead of the focus area. */
  readonly variation?: string | undefined;
  readonly languageCode: string;
  readonly regionCode: string;
  /** The locale of the texts, which may differ from the bundle's. */
  readonly textLanguageCode: string;
  readonly textRegionCode: string;
  /** The page's origin, not the frame's (SC-132). */
  readonly hostOrigin: string;
  /** In minutes, as returned by `Date.prototype.getTimezoneOffset`. */
  readonly timeZoneOffsetJS: number;
  readonly ipAddress: string | undefined;
  readonly country: string | undefined;
  readonly isUserActive: boolean;
  readonly isLanding: boolean;
  /** Whether the focus area, variation, language or region comes from the query parameters. */
  readonly isForced: boolean;
  readonly hasPageRules: boolean;
  /** Whether the deployment has a scheduler. Without one, its texts, topics and dialing codes are not requested. */
  readonly hasScheduler: boolean;
  /** True in debug and dev mode, and when the visitor presses Try again (SC-134). */
  readonly bypassCache: boolean;
  readonly schedulerPurpose: string | undefined;
  /** The expert or team that a link names (SH-093). */
  readonly schedulerResource?: string | undefined;
}

export type LookupVariant = 'landing' | 'skip-rules' | 'with-rules' | 'request-ip' | 'plain';

/** Returns the first variant whose condition is met (SC-133). */
export function lookupVariant(facts: LookupFacts): LookupVariant {
  if (facts.isLanding) return 'landing';
  if (facts.isForced) return 'skip-rules';
  if (facts.hasPageRules) return 'with-rules';
  return facts.ipAddress === undefined ? 'request-ip' : 'plain';
}

/** The part of a key that says what to look up. */
export function areaOf({ focusArea, variation }: Pick<LookupFacts, 'focusArea' | 'variation'>) {
  return variation === undefined ? { focusArea } : { variation };
}

/** SH-074, SC-132: the JSON in the query parameter `body`. */
export function lookupBody(facts: LookupFacts): Record<string, unknown> {
  const area = areaOf(facts);
  const locale = { languageCode: facts.languageCode, regionCode: facts.regionCode };
  const textLocale = { languageCode: facts.textLanguageCode, regionCode: facts.textRegionCode };
  const textCode = toLocaleCode(textLocale);
  const purpose = facts.schedulerPurpose ?? defaultPurpose;
  return {
    contactInformationBundleKey: { ...area, ...locale },
    contactModuleTranslationKey: { ...area, ...textLocale },
    regionsAndLanguagesForLocale: textCode,
    clientInfo: {
      timeZoneOffsetJS: facts.timeZoneOffsetJS,
      addUserIpAddress: facts.ipAddress === undefined,
      // Exactly one of the two is sent, because JSON omits undefined fields.
      ipAddressRegistryCountryCode: facts.ipAddress === undefined ? (facts.country ?? '') : undefined,
      ipAddress: facts.ipAddress,
      isUserActive: facts.isUserActive,
    },
    schedulingInformationKey: { purpose, resource: facts.schedulerResource },
    ...(facts.hasScheduler && {
      schedulerTextTranslationsKey: { ...area, purpose, ...textLocale },
      schedulingClassificationsKey: { ...area, ...textLocale },
      internationalDialingForLocale: textCode,
    }),
  };
}

/** The query of a lookup. The bypass flag is included only when requested. */
export function lookupQuery(facts: LookupFacts, prune: readonly string[]): Record<string, string | undefined> {
  return {
    prune: prune.join(',') || undefined,
    originHost: facts.hostOrigin,
    body: JSON.stringify(lookupBody(facts)),
    bypassCache: facts.bypassCache ? 'true' : undefined,
  };
}

/** The path of a variant: `/contact/lookup` for the plain one, `/contact/lookup/{variant}` for the others. */
export function lookupPath(path: string, variant: LookupVariant): string {
  return variant === 'plain' ? path : `${path}/${variant}`;
}
