import { isCountryIn } from '../host/country.ts';
import { createGeoApi } from '../identity/geoApi.ts';
import { createVisitorStore } from '../identity/visitorStore.ts';
import { completeConsent } from '../insight/completeConsent.ts';
import { createConsentStore } from '../insight/consentStore.ts';
import { parseRemembered } from '../insight/experiments/rememberedVariations.ts';
import { isRegionAssumed, type Locale } from '../text/locale.ts';
import type { Audience, FirstCore } from '../widget.ts';
import { isSwitchedOff } from './drawing.ts';

export type AudienceParts = Pick<
  FirstCore,
  'call' | 'clock' | 'deployment' | 'hostStore' | 'lifetime' | 'log' | 'page' | 'query' | 'settings' | 'stored'
>;

/** A page that names a language only counts as one for the language's likely region: `de` is Germany, and not the default region. */
const regionOf = (locale: Locale): string | undefined =>
  isRegionAssumed(locale) ? new Intl.Locale(locale.languageCode).maximize().region : locale.regionCode;

/** Who the visitor is, and what they consent to. Downloaded when something needs it (README.md), and with the rooms. */
export async function composeAudience(parts: AudienceParts): Promise<Audience> {
  const { deployment, query, page, settings, hostStore } = parts;
  page.change({ variations: parseRemembered(parts.stored['cm-variations']) });
  const consentSection = completeConsent(deployment.consent);
  const visitor = createVisitorStore(
    { ...parts, fetchGeo: createGeoApi({ call: parts.call, hosts: deployment.visitor.geoHosts }) },
    query,
  );
  // Some pages keep the object in a larger one (`host/pageConfig.ts`).
  function config(): unknown {
    const given = page.state.facts.config;
    return settings.config ? settings.config.fieldsOf(given) : given;
  }
  const consent = createConsentStore({
    ...parts,
    store: hostStore,
    country: () => visitor.state.country ?? regionOf(settings.pageLocale),
    forced: query.consent,
    config,
    deployment: consentSection,
  });
  // A country that becomes known late applies from then on (SH-111).
  parts.lifetime.add(visitor.watch(consent.countryChanged));
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
