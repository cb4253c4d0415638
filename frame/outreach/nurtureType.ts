import type { OutreachDeployment } from './deployment.ts';

export type NurtureType = 'in-app' | 'interact';

/**
 * SH-147: what this deployment has and the visitor allows, first wins: in-app messages, while their flag is on, else offers;
 * never both.
 */
export function nurtureTypesOf(
  { inApp, offers }: Pick<OutreachDeployment, 'inApp' | 'offers'>,
  allows: (product: 'inapp' | 'interact') => boolean,
): readonly NurtureType[] {
  const types: NurtureType[] = [];
  if (inApp.enabled && inApp.scriptUrl && allows('inapp')) types.push('in-app');
  if (Object.values(offers.hosts).flat().length > 0 && allows('interact')) types.push('interact');
  return types;
}
