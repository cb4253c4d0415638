import { createGeoApi } from '../identity/geoApi.ts';
import type { UserInfo } from '../identity/visitor.ts';
import { createVisitorStore } from '../identity/visitorStore.ts';
import { createConsentStore } from '../insight/consentStore.ts';
import type { Audience, FirstCore } from '../widget.ts';
import { isSwitchedOff } from './drawing.ts';

type CoreParts = Pick<
  FirstCore,
  'call' | 'clock' | 'deployment' | 'hostStore' | 'lifetime' | 'log' | 'page' | 'query' | 'settings'
>;

export interface AudienceParts extends CoreParts {
  /** The visitor's data in the page's address. */
  readonly queryUser: UserInfo;
}

/** Who the visitor is, and what they consent to. Downloaded when something needs it (README.md), and with the rooms. */
export async function composeAudience(parts: AudienceParts): Promise<Audience> {
  const { deployment, query, page, settings, hostStore } = parts;
  const visitor = createVisitorStore(
    { ...parts, fetchGeo: createGeoApi({ call: parts.call, hosts: deployment.visitor.geoHosts }) },
    query,
    parts.queryUser,
  );
  const consent = createConsentStore({
    ...parts,
    store: hostStore,
    country: () => visitor.state.country ?? settings.pageRegion,
    forced: query.consent,
    config: () => page.state.facts.config,
    deployment: deployment.consent,
  });
  // A country that becomes known late applies from then on (SH-111).
  parts.lifetime.add(visitor.watch(consent.countryChanged));
  visitor.pageSeen(page.state.facts.user);
  if (!isSwitchedOff(parts)) void visitor.start();
  // Consent must not be queried before the visitor's answer has been read.
  await consent.refresh();
  // The page may have named another visitor in the meantime.
  visitor.pageSeen(page.state.facts.user);
  return { visitor, consent };
}
