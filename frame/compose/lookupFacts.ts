import type { PageFacts } from '../../bridge/records.ts';
import { isIpAddress } from '../host/country.ts';
import { textOf } from '../host/queryValue.ts';
import type { FirstCore } from '../widget.ts';

type Parts = Pick<FirstCore, 'settings' | 'query' | 'clock' | 'deployment' | 'page' | 'audience' | 'activity'>;

/** What the page itself says about its visitor, before the audience is downloaded (F-SH28). In the order of SH-106. */
function visitorOfPage({ user }: Pick<PageFacts, 'user'>): {
  readonly ip: string | undefined;
  readonly country: string | undefined;
} {
  const first = (name: string, isValid: (text: string) => boolean): string | undefined =>
    [user.page, user.profile, user.support].map((fields) => `${fields?.[name] ?? ''}`.trim()).find(isValid);
  return { ip: first('ip', isIpAddress), country: first('country', Boolean) };
}

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
    const { ip, country } = visitor
      ? { ip: visitor.info.ip, country: visitor.country }
      : visitorOfPage(page.state.facts);
    const textLocale = options.locale ?? page.state.textLocale;
    return {
      focusArea: settings.focusArea,
      variation: settings.variation,
      ...(options.locale ?? page.state.locale),
      textLanguageCode: textLocale.languageCode,
      textRegionCode: textLocale.regionCode,
      hostOrigin: new URL(page.state.facts.url).origin,
      timeZoneOffsetJS: new Date(clock.now()).getTimezoneOffset(),
      ipAddress: ip,
      country,
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
