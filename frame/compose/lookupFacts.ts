import { textOf } from '../host/queryValue.ts';
import type { Core } from '../widget.ts';

type Parts = Pick<Core, 'settings' | 'query' | 'clock'> & {
  readonly page: Pick<Core['page'], 'locale' | 'textLocale'> & { readonly facts: { readonly url: string } };
  readonly visitor: { readonly state: Pick<Core['visitor']['state'], 'info' | 'country'> };
  readonly activity: { readonly state: Core['activity']['state'] };
};

/** What the contact lookup is asked with, read from page, address and visitor at each call. */
export function createLookupFacts({ page, settings, query, visitor, activity, clock }: Parts): Core['lookupFacts'] {
  return (options = {}) => {
    const textLocale = options.locale ?? page.textLocale;
    return {
      focusArea: settings.focusArea,
      ...(options.locale ?? page.locale),
      textLanguageCode: textLocale.languageCode,
      textRegionCode: textLocale.regionCode,
      hostOrigin: new URL(page.facts.url).origin,
      timeZoneOffsetJS: new Date(clock.now()).getTimezoneOffset(),
      ipAddress: visitor.state.info.ip,
      country: visitor.state.country,
      isUserActive: activity.state.active,
      isLanding: query.schedulerLanding === true,
      isForced: [query.focusArea, query.languageCode, query.regionCode].some((value) => value !== undefined),
      hasPageRules: settings.rules.length > 0,
      bypassCache: options.bypassCache === true || query.debug === true || query.dev === true,
      schedulerPurpose: textOf(query.schedulerPurpose),
    };
  };
}
