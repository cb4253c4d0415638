import type { OutreachDeployment } from './deployment.ts';
import { nurtureTypesOf } from './nurtureType.ts';

/** Whether there is anything to show without being asked: a pop-up, in-app messages, offers, or the page's own rules. */
export function hasOutreach(deployment: OutreachDeployment, pageRules: readonly unknown[]): boolean {
  return deployment.proactive || pageRules.length > 0 || nurtureTypesOf(deployment, () => true).length > 0;
}
