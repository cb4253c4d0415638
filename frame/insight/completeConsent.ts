import type { ConsentDeployment } from './consentDeployment.ts';

/** The defaults of the section `consent`, inserted by the build. The built file omits fields with default values. */
declare const CONSENT_DEFAULTS: ConsentDeployment;

/**
 * The section with every default. Downloaded with `compose/audience.ts`, so a page that asks nothing about its visitor does not
 * load it.
 */
export function completeConsent(
  section: Partial<ConsentDeployment> = {},
  defaults: ConsentDeployment = CONSENT_DEFAULTS,
): ConsentDeployment {
  return { ...defaults, ...section };
}
