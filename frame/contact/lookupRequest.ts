import { defaultPurpose } from '../text/texts.ts';

/** What a lookup depends on; all known before the first one. */
export interface LookupFacts {
  readonly focusArea: string;
  readonly languageCode: string;
  readonly regionCode: string;
  /** The locale of the texts, where the page asks for another than the bundle's. */
  readonly textLanguageCode: string;
  readonly textRegionCode: string;
  /** The page's origin; the frame's own would be the widget's (SC-132). */
  readonly hostOrigin: string;
  /** Minutes, as `Date.prototype.getTimezoneOffset` counts them. */
  readonly timeZoneOffsetJS: number;
  readonly ipAddress: string | undefined;
  readonly country: string | undefined;
  readonly isUserActive: boolean;
  readonly isLanding: boolean;
  /** Focus area, language or region came from the query parameters. */
  readonly isForced: boolean;
  readonly hasPageRules: boolean;
  /** Debug or dev mode, or the visitor's own Try again (SC-134). */
  readonly bypassCache: boolean;
  readonly schedulerPurpose: string | undefined;
}

export type LookupVariant = 'landing' | 'skip-rules' | 'with-rules' | 'request-ip' | 'plain';

/** SC-133: the first whose condition holds. */
export function lookupVariant(facts: LookupFacts): LookupVariant {
  if (facts.isLanding) return 'landing';
  if (facts.isForced) return 'skip-rules';
  if (facts.hasPageRules) return 'with-rules';
  return facts.ipAddress === undefined ? 'request-ip' : 'plain';
}

/** SH-074, SC-132: the JSON that travels in the query parameter `body`. */
export function lookupBody(facts: LookupFacts): Record<string, unknown> {
  const locale = { languageCode: facts.languageCode, regionCode: facts.regionCode };
  const textLocale = { languageCode: facts.textLanguageCode, regionCode: facts.textRegionCode };
  const purpose = facts.schedulerPurpose ?? defaultPurpose;
  return {
    contactInformationBundleKey: { focusArea: facts.focusArea, ...locale },
    contactModuleTranslationKey: { focusArea: facts.focusArea, ...textLocale },
    regionsAndLanguagesForLocale: `${facts.textLanguageCode}-${facts.textRegionCode}`,
    clientInfo: {
      timeZoneOffsetJS: facts.timeZoneOffsetJS,
      addUserIpAddress: facts.ipAddress === undefined,
      ...(facts.ipAddress === undefined
        ? { ipAddressRegistryCountryCode: facts.country ?? '' }
        : { ipAddress: facts.ipAddress }),
      isUserActive: facts.isUserActive,
    },
    schedulerTextTranslationsKey: { focusArea: facts.focusArea, purpose, ...textLocale },
    schedulingInformationKey: { purpose },
    schedulingClassificationsKey: { focusArea: facts.focusArea, ...textLocale },
    internationalDialingForLocale: `${facts.textLanguageCode}-${facts.textRegionCode}`,
  };
}

/** The whole query: prune parameters, the page's origin, the body, and the bypass flag only when it is asked for. */
export function lookupQuery(facts: LookupFacts, prune: readonly string[]): Record<string, string | undefined> {
  return {
    prune: prune.length > 0 ? prune.join(',') : undefined,
    originHost: facts.hostOrigin,
    body: JSON.stringify(lookupBody(facts)),
    bypassCache: facts.bypassCache ? 'true' : undefined,
  };
}

/** `/contact/lookup` for the plain variant, `/contact/lookup/{variant}` for the others: five distinct addresses. */
export function lookupPath(path: string, variant: LookupVariant): string {
  return variant === 'plain' ? path : `${path}/${variant}`;
}
