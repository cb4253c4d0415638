import type { PageFacts } from '../../bridge/records.ts';
import { isCountryIn } from '../host/country.ts';
import { createGeoApi } from '../identity/geoApi.ts';
import { createVisitorStore } from '../identity/visitorStore.ts';
import { completeConsent } from '../insight/completeConsent.ts';
import { createConsentStore } from '../insight/consentStore.ts';
import { parseRemembered } from '../insight/experiments/rememberedVariations.ts';
import { isRegionAssumed } from '../text/locale.ts';
import type { Audience, FirstCore } from '../widget.ts';
import { isSwitchedOff } from './drawing.ts';

export type AudienceParts = Pick<
  FirstCore,
  'call' | 'clock' | 'deployment' | 'hostStore' | 'lifetime' | 'log' | 'page' | 'query' | 'self' | 'settings' | 'stored'
>;

/**
 * A page that names a language only counts as one for the language's likely region: `de` is Germany. The default region counts if the page
 * names it: `es-US`.
 */
function regionOf({ pageLocale, config }: FirstCore['settings'], { lang, settings }: PageFacts): string | undefined {
  const named = [
    settings.regionCode,
    settings.languageCode,
    config?.locale.regionCode,
    config?.locale.languageCode,
    lang,
  ];
  const namesDefault = named.some((text) => /(^|[-_])us$/i.test(text ?? ''));
  return namesDefault || !isRegionAssumed(pageLocale)
    ? pageLocale.regionCode
    : new Intl.Locale(pageLocale.languageCode).maximize().region;
}

/** Who the visitor is, and what they consent to. Downloaded when something needs it (README.md), and with the rooms. */
export async function composeAudience(parts: AudienceParts): Promise<Audience> {
  const { deployment, query, page, settings, hostStore } = parts;
  page.change({ variations: parseRemembered(parts.stored['cm-variations']) });
  const consentSection = completeConsent(deployment.consent);
  const visitor = createVisitorStore(
    { ...parts, fetchGeo: createGeoApi({ call: parts.call, hosts: deployment.visitor.geoHosts }) },
    query,
  );
  /** The page's config object as it is now. Some pages keep it in a larger object, which may have the answers of a consent tool. */
  function config(): unknown {
    const given = page.state.facts.config;
    return { ...(given as object | undefined), ...settings.config?.fieldsOf(given) };
  }
  const consent = createConsentStore({
    ...parts,
    store: hostStore,
    country: () => visitor.state.country ?? regionOf(settings, page.state.facts),
    forced: query.consent,
    config,
    deployment: consentSection,
  });
  // A country that becomes known late applies from then on (SH-111).
  parts.lifetime.add(visitor.watch(consent.countryChanged));
  // The visitor may have answered on a later page before they came back.
  parts.self.addEventListener('pageshow', () => void consent.refresh(), { signal: parts.lifetime.signal });
  visitor.pageSeen(page.state.facts.user);
  if (!isSwitchedOff(parts)) void visitor.start();
  // Consent must not be queried before the visitor's answer has been read.
  await consent.refresh();
  // The page may have named another visitor in the meantime.
  visitor.pageSeen(page.state.facts.user);
  return {
    ...{ visitor, consent, config },
    isPrivacyRegulated: () => isCountryIn(visitor.state.country, consentSection.privacyRegulatedCountries),
  };
}
