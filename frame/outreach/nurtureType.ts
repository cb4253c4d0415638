import type { OutreachDeployment } from './deployment.ts';

export type NurtureType = 'in-app' | 'interact';

/**
 * SH-147: the types that the deployment has and the visitor consents to, in order of preference. Only one runs: in-app
 * messages while their flag is on, otherwise offers.
 */
export function nurtureTypesOf(
  { inApp, offers }: Partial<OutreachDeployment>,
  allows: (product: 'inapp' | 'interact') => boolean,
): readonly NurtureType[] {
  const types: NurtureType[] = [];
  if (inApp?.enabled && inApp.scriptUrl && allows('inapp')) types.push('in-app');
  if (Object.values(offers?.hosts ?? {}).flat().length > 0 && allows('interact')) types.push('interact');
  return types;
}
