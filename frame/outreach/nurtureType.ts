export type NurtureType = 'in-app' | 'interact';

export interface NurtureFacts {
  /** The messaging settings flag of the deployment. */
  readonly isInAppOn: boolean;
  readonly allowsInApp: boolean;
}

/** SH-147: in-app when its flag is on and consent allows, else interact; one of them, never both. */
export function nurtureTypeOf(facts: NurtureFacts): NurtureType {
  return facts.isInAppOn && facts.allowsInApp ? 'in-app' : 'interact';
}
