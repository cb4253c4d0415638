import { textOf } from '../host/queryValue.ts';
import type { FirstCore, PageState } from '../widget.ts';

interface KnownVisitor {
  readonly info: { readonly ip?: string | undefined };
  readonly country: string | undefined;
}

type Parts = Pick<FirstCore, 'settings' | 'query' | 'clock' | 'deployment'> & {
  readonly page: {
    readonly state: Pick<PageState, 'locale' | 'textLocale'> & { readonly facts: { readonly url: string } };
  };
  readonly audience: { peek(): { readonly visitor: { readonly state: KnownVisitor } } | undefined };
  readonly activity: Pick<FirstCore['activity'], 'active'>;
};

/** The parameters of the contact lookup, read from page, address and visitor at each call. */
export function createLookupFacts({
  page,
  settings,
  query,
  audience,
  activity,
  clock,
  deployment,
}: Parts): FirstCore['lookupFacts'] {
  return (options = {}) => {
    const visitor = audience.peek()?.visitor.state;
    const textLocale = options.locale ?? page.state.textLocale;
    return {
      focusArea: settings.focusArea,
      variation: settings.variation,
      ...(options.locale ?? page.state.locale),
      textLanguageCode: textLocale.languageCode,
      textRegionCode: textLocale.regionCode,
      hostOrigin: new URL(page.state.facts.url).origin,
      timeZoneOffsetJS: new Date(clock.now()).getTimezoneOffset(),
      ipAddress: visitor?.info.ip,
      country: visitor?.country,
      isUserActive: activity.active,
      isLanding: query.schedulerLanding === true,
      isForced: [query.focusArea, query.variation, query.languageCode, query.regionCode].some(
        (value) => value !== undefined,
      ),
      hasPageRules: settings.rules.length > 0,
      hasScheduler: deployment.scheduler !== undefined,
      bypassCache: options.bypassCache === true || query.debug === true || query.dev === true,
      schedulerPurpose: textOf(query.schedulerPurpose),
    };
  };
}
