import type { Deployment } from '../deployment/deployment.ts';

type Consent = Deployment['consent'];

/** The defaults of the section `consent`, inserted by the build. The built file omits fields with default values. */
declare const CONSENT_DEFAULTS: Consent;

/** The section with every default. Part of the audience's file: a page that never asks about its visitor does not need it. */
export function completeConsent(section: Partial<Consent> = {}, defaults: Consent = CONSENT_DEFAULTS): Consent {
  return { ...defaults, ...section };
}
