import type { PageFacts } from '../../bridge/records.ts';
import { relayedAddress } from '../host/relayedAddress.ts';
import { relayedNames } from '../insight/marketing.ts';
import type { Core } from '../widget.ts';

/** The page's facts that services may receive: secrets in its addresses are removed. Downloaded with what sends them. */
export function relayedPage({
  page: { facts },
  deployment: { relayedParameters, relayedPath = 'pattern' },
}: Pick<Core, 'page' | 'deployment'>): PageFacts {
  const relayed = { parameters: relayedNames(relayedParameters), path: relayedPath };
  return { ...facts, url: relayedAddress(facts.url, relayed), referrer: relayedAddress(facts.referrer, relayed) };
}
